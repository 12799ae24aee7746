"""Cards as data: the card file is read, checked word by word, and numbered.

Every physical card has a small integer id: Units first, then Missions, Influences and Privileges, in the order of
the file, copies of one card side by side. Its name is the card's word, with ``.0``, ``.1`` ... where there are
copies.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from ...errors import BadCards
from ...record.chain import canonical
from ...scenarios.flaws import Reader
from . import card_reader as reading
from . import vocabulary as voc
from .card import Ability, Card, Effect, Title

__all__ = ["CARD_FILE", "Ability", "Card", "CardSet", "Effect", "Title", "load_cards", "read_cards", "read_set"]

CARD_FILE = Path(__file__).with_name("cards.toml")
SEATS: Final = ("2", "3", "4")
META: Final = ("ruleset", "edition", "set", "language", "title", "author", "note")
COUNTS: Final = (
    "missions", "influences", "privileges", "privileges_per_game", "basic_kinds", "basic_copies", "elites",
)  # fmt: skip
PLAYERS: Final = ("titles_to_win", "zone_limit", "assignments_per_round")
SECTIONS: Final = ("meta", "counts", "tokens", "heat", "players", "order", "solo", *voc.GROUPS, "reference_card")
"""The tables of a card file. ``order`` repeats rules for readers of the file, ``reference_card`` is about cards that
are not in the game."""


@dataclass(frozen=True)
class CardSet:
    """All cards of a game and the numbers that go with them. ``names[id]`` and ``printed[id]`` describe physical
    card ``id``."""

    ruleset: str
    cards: tuple[Card, ...]
    tokens: tuple[int, int, int, int]
    heat_tokens: int
    heat_limit: int
    heat_starting: int
    titles_to_win: Mapping[int, int]
    zone_limit: Mapping[int, int]
    assignments: int
    privileges_per_game: int
    version: str
    """A hash of all that bears on play."""
    added: frozenset[str] = frozenset()
    """Ids of the cards that expansions bring; ``mark`` is a hash of all that they bring."""
    mark: str = ""
    edition: str = ""
    set: str = ""
    """The set that its cards are from, where they do not say it themselves; else it is the base set of the edition."""
    text: str = ""
    """The file itself where the list is a club's own, ``""`` for the built-in one."""

    @cached_property
    def pinned(self) -> str:
        """What identifies the cards in a record: for a club's own list the hash of the whole file, so that names and
        texts are pinned with it; for the built-in list the ``version``."""
        own = sha256(self.text.encode()).hexdigest() if self.text else self.version
        return sha256((own + self.mark).encode()).hexdigest() if self.mark else own

    @property
    def bounded(self) -> bool:
        """Whether rounds, and abilities in a round, are limited: nobody has proved that games with a club's own cards
        end."""
        return bool(self.text)

    @cached_property
    def printed(self) -> tuple[Card, ...]:
        return tuple(card for card in self.cards for _ in range(card.copies))

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(
            f"{card.id}.{copy}" if card.copies > 1 else card.id for card in self.cards for copy in range(card.copies)
        )

    @cached_property
    def ids(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.names)}

    @cached_property
    def groups(self) -> dict[str, range]:
        """The ids of each group: ``groups["mission"]``."""
        found = {}
        start = 0
        for group in dict.fromkeys([*voc.GROUPS, *(card.group for card in self.cards)]):
            size = sum(card.copies for card in self.cards if card.group == group)
            found[group] = range(start, start + size)
            start += size
        return found

    @cached_property
    def basic_kinds(self) -> tuple[str, ...]:
        """The ids of the Basic Units in the order of the list."""
        return tuple(card.id for card in self.cards if card.kind == "basic")

    @cached_property
    def elites(self) -> tuple[int, ...]:
        """The Elite deck before it is shuffled (E2.8)."""
        return tuple(unit for unit in self.groups["unit"] if self.printed[unit].kind == "elite")

    def basics(self, seat: int) -> tuple[int, ...]:
        """The starting hand of a seat: one of each Basic kind (E2.7)."""
        units = self.groups["unit"]
        return tuple(u for u in units if self.printed[u].kind == "basic" and self.names[u].endswith(f".{seat}"))


def load_cards(path: Path = CARD_FILE) -> CardSet:
    """The cards of a trusted file, such as the built-in one. Raises BadCards."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadCards("bad_cards", where=path.name, problem=str(error)) from error
    return read_cards(data, path.name)


def read_cards(data: Mapping[str, Any], name: str = CARD_FILE.name) -> CardSet:
    """The card set described by a parsed file, with every word checked. Raises BadCards, naming the first place.

    Whether there are enough cards for a game, and whether each ability makes sense, ask ``card_lists`` of a club's
    cards, and tests of the game's own.
    """
    reader = Reader(data)
    cards = read_set(reader)
    if reader.flaws:
        first = reader.flaws[0]
        raise BadCards("bad_cards", where=f"{name}: {first.key}", problem=first.code, count=len(reader.flaws))
    return cards


def read_set(reader: Reader) -> CardSet:
    """The same, with flaws noted in ``reader.flaws``; a set with flaws is good only for further checks."""
    found = {key: inner for key, inner in reader.entries().items() if key in SECTIONS}
    for section in ("meta", "counts", "tokens", "heat", "players"):
        if section not in found:
            reader.flaw("missing_key", key=section)
            found[section] = Reader({}, (section,), [])
    cards = [
        reading.card(group, entry)
        for group in voc.GROUPS
        for entry in (reading.listed(found[group]) if group in found else ())
    ]
    meta = reading.table(found["meta"], META, ("ruleset",))
    heat = reading.table(found["heat"], ("tokens", "limit", "starting"), ("tokens", "limit", "starting"))
    players = reading.table(found["players"], PLAYERS, PLAYERS)
    counts = reading.table(found["counts"], COUNTS, ("privileges_per_game",))

    def numbers(table: Mapping[str, Reader], field: str, what: str) -> int:
        return reading.number(table[field], what) if field in table else 1

    tokens = reading.symbols(found["tokens"], "tokens")
    edition, set_ = reading.name_of_set(meta)
    return CardSet(
        ruleset=meta["ruleset"].word() if "ruleset" in meta else "",
        cards=tuple(cards),
        tokens=tokens,
        heat_tokens=numbers(heat, "tokens", "heat.tokens"),
        heat_limit=numbers(heat, "limit", "heat.limit"),
        heat_starting=numbers(heat, "starting", "heat.starting"),
        titles_to_win=_by_seats(players, "titles_to_win"),
        zone_limit=_by_seats(players, "zone_limit"),
        assignments=numbers(players, "assignments_per_round", "assignments_per_round"),
        privileges_per_game=numbers(counts, "privileges_per_game", "privileges_per_game"),
        version=_version(cards, tokens, found["heat"].value, found["players"].value),
        edition=edition,
        set=set_,
    )


def _by_seats(players: Mapping[str, Reader], field: str) -> dict[int, int]:
    if field not in players:
        return {}
    found = reading.table(players[field], SEATS, SEATS)
    return {int(seats): reading.number(value, field) for seats, value in found.items()}


def _version(cards: Sequence[Card], *numbers: Any) -> str:
    """A hash of everything that affects play (not texts), so that a record names exactly the cards it was played
    with."""
    return sha256(canonical([[bearing(card) for card in cards], *numbers])).hexdigest()


def bearing(c: Card) -> list[Any]:
    """The data of a card that affect play."""
    name = c.name_pl if c.group == "unit" else ""
    return [c.id, c.group, c.copies, c.kind, c.type, list(c.symbols), len(c.titles), name, _plain(c.ability)]


def _plain(ability: Ability) -> list[Any]:
    a = ability
    effects = [[effect.op, dict(effect.params)] for effect in a.effects]
    head = [a.kind, a.trigger, a.cost, a.optional, a.frequency, a.who, a.by, a.zone, a.extra_cost, list(a.attributes)]
    return [*head, a.filter, a.condition, effects]
