"""The words in which a position is set up by hand: places, and what the form shows of all that a position may say."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from ...contract import Json
from .vocabulary import ZONES

PILES: Final = ("discard", "elite_deck")
SEAT_LISTS: Final = ("hand", "acquired")
GROUPS: Final = ("mission", "influence", "privilege")
NO_CARD: Final = "none"
ON_FORM: Final = frozenset(
    (
        *PILES,
        "round", "phase", "begins", "turn", "crowned", "from_zone", "to_resolve", "sceptre", "zones", "players", "used",
    )
)  # fmt: skip
ZONE_ON_FORM: Final = ("face_up", "rows")
PLAYER_ON_FORM: Final = ("hand", "heat", "acquired", "assigned", "passed", "conceded")
HOUSES: Final = "houses"
HOUSES_LISTS: Final = ("won", "drawn")
HOUSES_ON_FORM: Final = (*HOUSES_LISTS, "seals", "titles_without_card", "last_zone")
"""What the form shows; all else that a position may say is kept as it is (``Desk.beyond``)."""
MOST: Final = 40
"""Cards in one place, seats, tokens on one Unit: more is no position, and no form of a person."""


def places(data: Json) -> Iterator[tuple[str, list[Any]]]:
    """Every place that the position names, with its list."""
    for pile in PILES:
        if isinstance(data.get(pile), list):
            yield pile, data[pile]
    players = data.get("players")
    for seat, player in enumerate(players if isinstance(players, list) else ()):
        for key in SEAT_LISTS:
            if isinstance(player, Mapping) and isinstance(player.get(key), list):
                yield f"{key}.{seat}", player[key]
    houses = table_at(data, HOUSES)
    for key in HOUSES_LISTS:
        if isinstance(houses.get(key), list):
            yield key, houses[key]
    zones = data.get("zones")
    for word in ZONES:
        zone = zones.get(word) if isinstance(zones, Mapping) else None
        rows = zone.get("rows") if isinstance(zone, Mapping) else None
        for seat, row in enumerate(rows if isinstance(rows, list) else ()):
            if isinstance(row, list):
                yield f"{word}.{seat}", row


def solo_of(seats: int) -> bool:
    """Whether the Elder Houses play: they are the other side of whoever plays alone (E21)."""
    return seats == 1


def beyond(data: Json, *, solo: bool) -> Iterator[tuple[str, Any]]:
    """What a position says that the form does not show, by its key. What the Houses have is shown in a solo game."""
    for key, value in data.items():
        if key not in ON_FORM and "." not in key and not _shown(key, value, solo):
            yield key, value
    if solo:
        houses = table_at(data, HOUSES)
        yield from ((f"{HOUSES}.{k}", houses[k]) for k in houses if k not in HOUSES_ON_FORM and "." not in k)
    for word, zone in table_at(data, "zones").items():
        if word in ZONES and isinstance(zone, Mapping):
            yield from (
                (f"zones.{word}.{key}", zone[key]) for key in zone if key not in ZONE_ON_FORM and "." not in key
            )
    players = data.get("players")
    for seat, player in enumerate(players if isinstance(players, list) else ()):
        if isinstance(player, Mapping):
            yield from ((f"players.{seat}.{k}", player[k]) for k in player if k not in PLAYER_ON_FORM and "." not in k)


def _shown(key: str, value: Any, solo: bool) -> bool:
    """Whether it is the table of the Houses, and the form has fields for it."""
    return solo and key == HOUSES and isinstance(value, Mapping)


def rest_of(data: Json, *, solo: bool) -> dict[str, Any]:
    """The same as a position of its own."""
    rest = {key: value for key, value in data.items() if key not in ON_FORM and not _shown(key, value, solo)}
    houses = {key: value for key, value in table_at(data, HOUSES).items() if key not in HOUSES_ON_FORM}
    if solo and houses:
        rest[HOUSES] = houses
    zones = {
        word: {key: value for key, value in zone.items() if key not in ZONE_ON_FORM}
        for word, zone in table_at(data, "zones").items()
        if isinstance(zone, Mapping)
    }
    players = data.get("players")
    said = [player if isinstance(player, Mapping) else {} for player in (players if isinstance(players, list) else ())]
    kept = [{key: value for key, value in player.items() if key not in PLAYER_ON_FORM} for player in said]
    return rest | ({"zones": zones} if any(zones.values()) else {}) | ({"players": kept} if any(kept) else {})


def named(entry: Any) -> str:
    name = entry.get("unit") if isinstance(entry, Mapping) else entry
    return name if isinstance(name, str) else ""


def table_at(data: Any, key: str) -> Mapping[str, Any]:
    found = data.get(key) if isinstance(data, Mapping) else None
    return found if isinstance(found, Mapping) else {}


def written(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
