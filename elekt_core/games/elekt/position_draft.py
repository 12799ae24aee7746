"""A position while it is being read: the words of the file as numbers, with every flaw noted on the way."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from ...ruleset import nearest
from ...scenarios.flaws import Reader, Table
from . import events as e
from .decisions import KINDS
from .houses.setup import HOUSES_HEAT, MASTERS, REMOVED
from .houses.solo import HOUSES
from .rulesets import is_solo
from .tables import Tables
from .vocabulary import ATTRIBUTES, CONFRONTATION, COURT, DIRECTIONS, NONE, OCCULTISM, PHASES, POWER, ZONES

KEYS: Final = (
    "round", "phase", "begins", "turn", "from_zone", "to_resolve", "crowned", "sceptre", "zones", "players",
    "elite_deck", "discard", "removed", "aside", "rest", "shuffled", "used", "used_game", "skips", "pool", "heat_pool",
    "decision", "impossible", "houses", "under_way", "ending",
)  # fmt: skip
ZONE_KEYS: Final = ("face_up", "deck", "deck_size", "rows")
PLAYER_KEYS: Final = ("hand", "heat", "acquired", "assigned", "passed", "conceded", "titles")
HOUSES_KEYS: Final = ("seals", "won", "drawn", "titles_without_card", "last_zone")
"""What only the Elder Houses have (E21)."""
UNIT_KEYS: Final = ("unit", "tokens", "suppressed")
RESTS: Final = ("deck", "discard", "removed")
GROUPS: Final = ("mission", "influence", "privilege")
"""The cards of each Zone."""
LIFTABLE: Final = (
    "E24.4.1", "E24.4.2", "E24.4.4", "E24.4.5", "E5.2", "E7.1", "E7.2", "E7.3", "E9.15", "E9.19", "E10.4", "E11.1",
    "E21.24", "E21.33",
)  # fmt: skip
"""What a position may break if it says so. The others cannot even be laid out."""
NOBODY: Final = ("none", "nobody")
MAX_NUMBER: Final = 99
"""No number in a position is higher."""


class Draft:
    """The position as stated. ``None`` stands for what it leaves out."""

    def __init__(self, t: Tables, created: e.GameCreated, kinds: Collection[str], top: Reader) -> None:
        """``kinds`` are the Basic Units in play where the cards have a choice of them (E2.12)."""
        self.t = t
        self.names: Mapping[str, int] = t.cards.ids
        self.created = created
        self.solo = is_solo(created.ruleset)
        self.seats = max(created.seats, 2)
        """Sides: in a solo game the player and the Elder Houses."""
        self.basics = [
            tuple(u for u in t.basics[seat] if not kinds or t.cards.printed[u].id in kinds)
            for seat in range(created.seats)
        ]
        self.out = {t.names[unit]: rule for rule, units in self._out_of_game(kinds) for unit in units}
        self.top = top
        self.placed: dict[int, Reader] = {}
        """Where each card was named first."""
        self.round, self.phase = 1, 1
        self.begins = self.shuffled = True
        self.turn = self.from_zone = self.crowned = self.ending = NONE
        self.to_resolve: list[tuple[int, tuple[int, ...]]] | None = None
        self.holder, self.direction = 0, 1
        self.heat = [created.heat_starting] * self.seats
        if self.solo:
            self.heat[HOUSES] = HOUSES_HEAT
        self.assigned = [0] * self.seats
        self.says_assigned: list[int] = []
        """Seats of which it is not left out."""
        self.passed = [0] * self.seats
        self.conceded = 0
        self.hands: list[tuple[int, ...] | None] = [None] * self.seats
        self.acquired: list[tuple[int, ...]] = [()] * self.seats
        self.titles: dict[int, Reader] = {}
        self.rows: list[tuple[int, ...]] = [()] * (3 * self.seats)
        self.tokens: dict[int, list[int]] = {}
        self.suppressed: list[int] = []
        self.face_up: list[int | None] = [None, None, None]
        self.deck_tops: list[tuple[int, ...]] = [(), (), (), ()]
        self.deck_sizes: dict[int, Reader] = {}
        self.discard: tuple[int, ...] = ()
        self.removed: tuple[int, ...] = ()
        self.aside: tuple[int, ...] = ()
        self.rest = "deck"
        self.used: list[int] = []
        self.used_game: list[int] = []
        self.skips: list[tuple[int, int]] = []
        self.impossible: Collection[str] = ()
        self.decision: tuple[int, str] | None = None
        self.seals = self.counted = 0
        self.won: tuple[int, ...] = ()
        self.drawn: tuple[int, ...] = ()
        self.memory = NONE
        self.found = top.table(KEYS)
        self._read()

    def _read(self) -> None:
        found = self.found
        self._moment(found)
        self._sceptre(found.table("sceptre", ("holder", "direction")))
        if "players" in found:
            self._by_seat(found["players"], self._player)
        for zone, reader in self._by_zone("zones"):
            self._zone(zone, reader.table(ZONE_KEYS))
        self._piles(found)
        self._marks(found)
        if "houses" in found and self.solo:
            self._houses(found["houses"])
        elif "houses" in found:
            found["houses"].flaw("only_in_solo", "E21")
        if "impossible" in found:
            self.impossible = self._impossible(found["impossible"])

    def _out_of_game(self, kinds: Collection[str]) -> Iterator[tuple[str, Iterable[int]]]:
        """Units that do not take part, with the rule that says so."""
        t = self.t
        basics = {unit for seat in range(len(t.basics)) for unit in t.basics[seat]}
        yield "E2.7", basics.difference(*self.basics)
        if self.solo:
            yield "E21.10", [self.names[name] for name in REMOVED if name in self.names]

    def _houses(self, reader: Reader) -> None:
        found = reader.table(HOUSES_KEYS)
        self.seals = found.number("seals", 0, self.created.tokens[OCCULTISM], "E24.4.1")
        self.won = self.cards(found.each("won"), (GROUPS[COURT],))
        self.drawn = self.cards(found.each("drawn"), (GROUPS[COURT],))
        self.counted = found.number("titles_without_card", 0, MAX_NUMBER)
        if "last_zone" in found and found["last_zone"].value not in NOBODY:
            self.memory = _index(found["last_zone"], ZONES, 0)

    def cards_for(self, zone: int) -> int:
        """How many cards lie on the board and in the deck of a Zone at the start, except those drawn since for the
        Elder Houses: there can be as many rounds (E5.2, E21.5)."""
        cards = self.t.cards
        if zone != COURT:
            return len(cards.groups[GROUPS[zone]])
        if not self.solo:
            return cards.privileges_per_game
        masters = sum(self.names.get(name) in self.acquired[HOUSES] for name in MASTERS)
        return len(cards.groups[GROUPS[COURT]]) - masters - len(self.drawn)

    def stays(self, zone: int) -> bool:
        """Whether a face-up card of the Zone stays beyond this round because nobody can acquire it any more."""
        if self.phase != CONFRONTATION:
            return self.phase > CONFRONTATION
        if self.to_resolve is None:
            return zone < self.from_zone
        return not any(z == zone and POWER in attributes for z, attributes in self.to_resolve)

    # --- when and who ---------------------------------------------------------------------------------------

    def _moment(self, found: Table) -> None:
        self.round = found.number("round", 1, MAX_NUMBER, "E5.2", 1)
        if "phase" in found:
            self.phase = _index(found["phase"], PHASES, 1)
        self.begins = found.flag("begins", self.phase != 1)
        if "turn" in found:
            self.turn = self.seat(found["turn"])
        if "ending" in found:
            self.ending = self.seat(found["ending"])
        if "crowned" in found:
            self.crowned = self.seat(found["crowned"])
        if "from_zone" in found:
            self.from_zone = _index(found["from_zone"], ZONES, 0)
        if "to_resolve" in found:
            self.to_resolve = [
                (zone, tuple(_index(word, ATTRIBUTES, 0) for word in reader.items()))
                for zone, reader in self._by_zone("to_resolve")
            ]
        if "decision" in found:
            decision = found["decision"].table(("seat", "kind"))
            if "seat" in decision and "kind" in decision:
                self.decision = self.seat(decision["seat"]), decision["kind"].word(KINDS)

    def _sceptre(self, sceptre: Table) -> None:
        if "holder" in sceptre:
            if isinstance(sceptre["holder"].value, list | tuple):
                sceptre["holder"].flaw("two_holders", "E24.4.6")
            else:
                self.holder = sceptre["holder"].number(0, self.seats - 1, "E24.4.6")
        self.direction = DIRECTIONS[sceptre.word("direction", tuple(DIRECTIONS), "clockwise")]

    def seat(self, reader: Reader) -> int:
        """A seat, or NONE for nobody."""
        return NONE if reader.value in NOBODY else reader.number(0, self.seats - 1, default=NONE)

    def _by_seat(self, reader: Reader, read: Any) -> None:
        """A list with an entry for each seat, from seat 0; it may end early."""
        for seat, inner in enumerate(reader.items()):
            if seat < self.seats:
                read(seat, inner)
            else:
                inner.flaw("too_many_seats", "E3.4", seat=seat, seats=self.seats)

    def _by_zone(self, key: str) -> list[tuple[int, Reader]]:
        """The Zones that a table names, from the left."""
        named = self.found.table(key, ZONES)
        return [(zone, named[word]) for zone, word in enumerate(ZONES) if word in named]

    # --- players and Zones ----------------------------------------------------------------------------------

    def _player(self, seat: int, reader: Reader) -> None:
        found = reader.table(PLAYER_KEYS)
        if "hand" in found:
            self.hands[seat] = self.cards(found["hand"].items(), ("unit",), seat)
        self.heat[seat] = found.number("heat", 0, MAX_NUMBER, "E24.4.2", self.heat[seat])
        self.acquired[seat] = self.cards(found.each("acquired"), GROUPS)
        if "titles" in found:
            self.titles[seat] = found["titles"]
        if "assigned" in found:
            self.says_assigned.append(seat)
        self.assigned[seat] = found.number("assigned", 0, MAX_NUMBER, "E24.4.5")
        self.passed[seat] = int(found.flag("passed"))
        self.conceded |= found.flag("conceded") << seat

    def _zone(self, zone: int, found: Table) -> None:
        group = (GROUPS[zone],)
        if "face_up" in found:
            nothing = found["face_up"].value in NOBODY
            self.face_up[zone] = NONE if nothing else self.place(found["face_up"], group)
        self.deck_tops[zone] = self.cards(found.each("deck"), group)
        if "deck_size" in found:
            before = len(self.top.flaws)
            found["deck_size"].number(0, len(self.t.cards.groups[GROUPS[zone]]))
            if len(self.top.flaws) == before:
                self.deck_sizes[zone] = found["deck_size"]
        if "rows" in found:
            self._by_seat(found["rows"], lambda seat, row: self._row(zone, seat, row))

    def _row(self, zone: int, seat: int, row: Reader) -> None:
        units = [self._unit(seat, inner) for inner in row.items()]
        self.rows[zone * self.seats + seat] = tuple(unit for unit in units if unit != NONE)

    def _unit(self, seat: int, reader: Reader) -> int:
        """``"symbiont"``, or ``{ unit = "symbiont", tokens = { power = 2 }, suppressed = true }``."""
        if not isinstance(reader.value, Mapping):
            if not isinstance(reader.value, str):
                reader.wrong("unit")
                return NONE
            return self.place(reader, ("unit",), seat)
        found = reader.table(UNIT_KEYS)
        if "unit" not in found:
            reader.flaw("missing_key", key="unit")
            return NONE
        unit = self.place(found["unit"], ("unit",), seat)
        tokens = found.table("tokens", ATTRIBUTES)
        numbers = [tokens.number(word, 0, MAX_NUMBER) for word in ATTRIBUTES]
        if unit != NONE and any(numbers):
            self.tokens[unit] = numbers
        if unit != NONE and found.flag("suppressed"):
            self.suppressed.append(unit)
        return unit

    def _piles(self, found: Table) -> None:
        self.deck_tops[3] = self.cards(found.each("elite_deck"), ("unit",))
        self.discard = self.cards(found.each("discard"), ("unit",))
        self.removed = self.cards(found.each("removed"), ("unit", *GROUPS))
        self.aside = self.cards(found.each("aside"), (GROUPS[COURT],))
        self.rest = found.word("rest", RESTS, "deck")
        self.shuffled = found.flag("shuffled", True)

    def _marks(self, found: Table) -> None:
        self.used = self._any_cards(found.each("used"))
        self.used_game = self._any_cards(found.each("used_game"))
        for reader in found.each("skips"):
            words = reader.word().split()
            if len(words) == 2 and words[0] in ZONES and words[1] in ATTRIBUTES:
                self.skips.append((ZONES.index(words[0]), ATTRIBUTES.index(words[1])))
            else:
                reader.unknown([f"{zone} {attribute}" for zone in ZONES for attribute in ATTRIBUTES])

    def _any_cards(self, readers: Sequence[Reader]) -> list[int]:
        cards = [self.card(reader, ("unit", *GROUPS)) for reader in readers]
        return [card for card in cards if card != NONE]

    def _impossible(self, reader: Reader) -> Collection[str]:
        if isinstance(reader.value, list | tuple):
            return reader.words(LIFTABLE)
        if not isinstance(reader.value, bool):
            reader.wrong("rules")
        return LIFTABLE if reader.value is True else ()

    # --- cards ----------------------------------------------------------------------------------------------

    def cards(self, readers: Sequence[Reader], groups: Collection[str], seat: int = NONE) -> tuple[int, ...]:
        found = [self.place(reader, groups, seat) for reader in readers]
        return tuple([card for card in found if card != NONE])

    def place(self, reader: Reader, groups: Collection[str], seat: int = NONE) -> int:
        """A card that lies here and nowhere else (E24.4.3, E24.4.7), or NONE if something is wrong with it."""
        card = self.card(reader, groups, seat)
        if card == NONE:
            return NONE
        name = self.t.names[card]
        if card in self.placed:
            rule = "E24.4.3" if self.t.groups[card] == "unit" else "E24.4.7"
            other = ".".join(map(str, self.placed[card].path))
            reader.flaw("card_twice", rule, card=name, other=other)
            return NONE
        if name in self.out:
            reader.flaw("not_in_game", self.out[name], card=name)
            return NONE
        self.placed[card] = reader
        return card

    def card(self, reader: Reader, groups: Collection[str], seat: int = NONE) -> int:
        """The card of this name; where a ``seat`` is clear, a Basic Unit without a number is the seat's own."""
        name = reader.word()
        if not name:
            return NONE
        card = self.names.get(name, self.names.get(f"{name}.{seat}", NONE))
        if card == NONE:
            known = [word for word, number in self.names.items() if self.t.groups[number] in groups]
            reader.flaw("unknown_card", value=name, nearest=nearest(name, known))
            return NONE
        if self.t.groups[card] not in groups:
            reader.flaw("wrong_group", card=name, found=self.t.groups[card], expected=", ".join(groups))
            return NONE
        return card


def _index(reader: Reader, words: tuple[str, ...], default: int) -> int:
    return words.index(reader.word(words, words[default]))


def at(draft: Draft, *path: str | int) -> Reader:
    """The place in the position, whether it is written there or not."""
    reader = draft.top
    for key in path:
        reader = reader.at(key, None)
    return reader


def broken(draft: Draft, reader: Reader, code: str, rule: str, **data: Any) -> None:
    """Note that ``rule`` is broken there."""
    if rule not in draft.impossible:
        reader.flaw(code, rule, **data)
