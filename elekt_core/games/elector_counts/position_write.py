"""Writes a position of a match as text, so that a new match can start from it (docs/scenarios.md).

Every card is named, the deck from the top, so the new match knows all that the old one did: this is for whoever may see
everything. There are words for the moments in which somebody chooses an action; a conflict that is being resolved, and
a seat that gave up, have none. Who has looked at which face-down card is forgotten.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from ...chance import Chance
from ...contract import Json
from ...kit.leading_back import leads_back
from .cards import START, CardSet
from .play import play_on
from .position import lay_out
from .state import UP, Site, State, Unit

COMPARED = (
    "asked", "question", "step", "agenda", "turn", "hands", "reserves", "laid", "shillings", "pool", "deck", "discard",
    "played", "end_phase", "end_revealed", "conceded", "conflict", "bonus",
)  # fmt: skip


def write(cards: CardSet, s: State) -> dict[str, Any] | None:
    """The position in which ``s`` asks its question; None if the format cannot express it."""
    if s.question != "act" or s.created is None or s.conceded:
        return None
    position = _written(cards, s)
    return position if leads_back(position, partial(_begun, cards, s), partial(_same, s)) else None


def _written(cards: CardSet, s: State) -> dict[str, Any]:
    ids = [card.id for card in cards.cards]
    return {
        "turn": s.turn,
        "under_way": True,
        "end_card_revealed": s.end_revealed,
        "end_phase": s.end_phase,
        "deck": [ids[card] for card in s.deck[::-1]],
        "discard": [ids[card] for card in s.discard[::-1]],
        "rest": "box",
        "players": [_player(cards, s, seat, ids) for seat in range(s.seats)],
    }


def _player(cards: CardSet, s: State, seat: int, ids: list[str]) -> dict[str, Any]:
    own = {location: site for location, site in s.sites.items() if site.owner == seat}
    bare = [location for location, site in own.items() if cards.cards[location].kind == START and _bare(site)]
    return {
        **({"start": ids[bare[0]]} if bare else {}),
        "shillings": s.shillings[seat],
        "hand": [ids[card] for card in s.hands[seat]],
        "reserve": [ids[card] for card in s.reserves[seat]],
        "support": [ids[card] for card in s.laid[seat]],
        "locations": [_place(location, site, ids) for location, site in own.items() if location not in bare],
    }


def _bare(site: Site) -> bool:
    """Whether nothing lies there: an empty starting location is written as the start, any other in the list."""
    return not (site.attackers or site.defenders or site.fort)


def _place(location: int, site: Site, ids: list[str]) -> dict[str, Any]:
    place: dict[str, Any] = {"location": ids[location]}
    if site.defenders:
        place["defenders"] = [ids[unit.card] for unit in site.defenders]
    if site.attackers:
        place |= {"attackers": [ids[unit.card] for unit in site.attackers], "by": site.attacker}
        place["face_up"] = all(unit.face == UP for unit in site.attackers)
    if site.fort:
        place["fortification"] = True
    return place


def _begun(cards: CardSet, s: State, position: Json, chance: Chance) -> State:
    """The state at the first question. Raises BadPosition."""
    play = play_on(cards, State(), chance)
    facts, step = lay_out(cards, s.game, position, play.chance)
    for fact in (s.game, *facts):
        play.emit(fact)
    play.push(step)
    play.emit(play.go_on()[-1])
    return play.state


def _same(s: State, begun: State) -> bool:
    return _sites(s) == _sites(begun) and all(getattr(s, name) == getattr(begun, name) for name in COMPARED)


def _sites(s: State) -> dict[int, tuple[Any, ...]]:
    return {
        location: (site.owner, site.attacker, site.siege, site.fort, _units(site.attackers), _units(site.defenders))
        for location, site in s.sites.items()
    }


def _units(units: tuple[Unit, ...]) -> list[tuple[int, bool]]:
    return [(unit.card, unit.face == UP) for unit in units]
