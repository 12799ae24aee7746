"""Positions for tests, in the words of the rules.

    table = position(
        seats=2,
        zones={"missions": {0: ["symbiont", "acolyte"], 1: ["nameless"]}},
        tokens={"symbiont": ["power", "power"]},
        heat=[2, 0],
        face_up={"missions": "famine_procession"},
        phase="confrontation",
        only=("missions", "occultism"),
    )
    assert table.asked == (0, "attach_tokens")
    assert table.paths() == [...]                                  every option as its path of parts
    table.choose("token:power", "unit:symbiont", "done")          answer the open question, whoever is asked
    assert table.happened("token_attached")                        payloads (as in a record) of the last batch
    table.refused("unit_not_in_hand", 0, {"kind": "assign_or_pass", "unit": "symbiont", "zone": "court"})

Units are named as in the card file; a Basic Unit without a number is the one that started with its owner
(``acolyte`` of seat 1 is
``acolyte.1``). What is not said is filled in lawfully: all cards stand in exactly one place (Basic Units at the
bottom of the Elite deck), hands are empty, everybody has 2 Heat, and the three boards show cards that do nothing
until they are acquired (DEFAULT_FACE_UP). ``deck`` names the top of the Elite deck, the first one first. Every
event that follows is checked against E24.4 and against the laws of views.

    position(phase="assignment", turn=1, hands={1: ["bone_carver"]})      seat 1 has the next turn
    position(phase="assignment_start", acquired={0: ["web_of_informers"]})  with what happens before the first turn
    position(phase="recruitment", deck=["symbiont", "necrarch"])
    position(phase="confrontation", only=("court", "power"))              one single confrontation, then the round ends
    position(phase="round_end", crowned=0)                                 seat 0 acquired this round's Privilege
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, cast

import pytest

from elekt_core.chance import Chance, ListedChance, SeededChance
from elekt_core.contract import Decision, SeatNo, Viewer
from elekt_core.errors import IllegalDecision
from elekt_core.games.elekt import agenda as a
from elekt_core.games.elekt import events as e
from elekt_core.games.elekt import game as base_game
from elekt_core.games.elekt.facts import court_order
from elekt_core.games.elekt.game import Elekt
from elekt_core.games.elekt.play import Over, Play
from elekt_core.games.elekt.state import State
from elekt_core.games.elekt.vocabulary import ATTRIBUTES, DIRECTIONS, NONE, PHASES, ZONES

from .invariants import check_step

DEFAULT_FACE_UP = {"missions": "plundered_caravan", "influences": "black_mint", "court": "treasurer_of_embers"}
"""Cards without effect while they lie on their boards."""

BASIC_KINDS = ("acolyte", "nameless", "dignitary", "assassin")

STARTS = {
    "recruitment": (a.RECRUIT, NONE, 0),
    "assignment": (a.TURN, NONE, NONE),
    "assignment_start": (a.ASSIGN, NONE),
    "confrontation": (a.CONFRONT_PHASE, NONE),
    "round_end": (a.END_PHASE, NONE),
}


class Table:
    """A match in a test: its state, and what the last batch brought."""

    def __init__(self, game: Elekt, state: State, chance: Chance) -> None:
        self.game = game
        self.state = state
        self.chance = chance
        self.events: tuple[Any, ...] = ()
        """The last batch."""
        self.log: list[Any] = []
        """All events since the position was built."""

    # --- reading --------------------------------------------------------------------------------------------

    @property
    def asked(self) -> tuple[int, str] | None:
        """``(seat, kind)`` of the open question; None if the game is over."""
        return (self.state.asked, self.state.question) if self.state.question else None

    def paths(self) -> list[str]:
        """Every option of the open question as a path of parts, joined by spaces."""
        return [" ".join(self.game.parts(option)) for option in self.game.options(self.state)]

    def happened(self, kind: str) -> list[dict[str, Any]]:
        """Payloads of this kind in the last batch."""
        return [dict(self.game.encode_event(event)) for event in self.events if e.kind_of(type(event)) == kind]

    def ever(self, kind: str) -> list[dict[str, Any]]:
        """Payloads of this kind since the position was built."""
        return [dict(self.game.encode_event(event)) for event in self.log if e.kind_of(type(event)) == kind]

    def kinds(self) -> list[str]:
        """The kinds of the last batch, in order, without the closing question."""
        return [e.kind_of(type(event)) for event in self.events if not isinstance(event, e.Awaiting)]

    def id(self, name: str, seat: int = 0) -> int:
        """Number of a card; Basic Units without a copy's number are the seat's own."""
        return self.game.cards.ids[f"{name}.{seat}" if name in BASIC_KINDS else name]

    def row(self, zone: str, seat: int) -> list[str]:
        """Names of the Units, left to right."""
        return self._names(self.state.row(ZONES.index(zone), seat))

    def hand(self, seat: int) -> list[str]:
        return self._names(self.state.hands[seat])

    def discard(self) -> list[str]:
        """The discard pile, the top card last."""
        return self._names(self.state.discard)

    def acquired(self, seat: int) -> list[str]:
        return self._names(self.state.acquired[seat])

    def heat(self) -> list[int]:
        return list(self.state.heat)

    def tokens(self, name: str, seat: int = 0) -> dict[str, int]:
        """Tokens on a Unit, by attribute, those it has."""
        on = self.state.tokens_on(self.id(name, seat))
        return {word: n for word, n in zip(ATTRIBUTES, on, strict=True) if n}

    def face_up(self, zone: str) -> str | None:
        card = self.state.face_up[ZONES.index(zone)]
        return None if card == NONE else self.game.cards.names[card]

    def _names(self, cards: Sequence[int]) -> list[str]:
        return [self.game.cards.names[card] for card in cards]

    # --- playing --------------------------------------------------------------------------------------------

    def choose(self, *parts: str) -> Table:
        """Answer the open question with the option that has exactly these parts."""
        for option in self.game.options(self.state):
            if self.game.parts(option) == parts:
                return self.decide(option)
        raise AssertionError(f"{' '.join(parts)!r} is not offered to {self.asked}; offered are {self.paths()}")

    def assign(self, unit: str, zone: str) -> Table:
        """The asked seat assigns a Unit."""
        seat = self.state.asked
        return self.choose(f"unit:{self.game.cards.names[self.id(unit, seat)]}", f"zone:{zone}")

    def passes(self) -> Table:
        return self.choose("pass")

    def decline(self) -> Table:
        """Decline an ability, or the effect of a win."""
        return self.choose("done" if self.state.question == "attach_tokens" else "decline")

    def decide(self, decision: Decision) -> Table:
        """Carry out a decision; the batch is folded, checked against the invariants and the laws of views."""
        before = self.state.copy()
        batch = self.game.decide(self.state, decision, self.chance)
        assert self.state == before, "decide changed the state"
        self.take(batch)
        return self

    def decision(self, seat: int, data: Mapping[str, Any]) -> Decision:
        return self.game.decode_decision(SeatNo(seat), data)

    def refused(self, code: str, seat: int, data: Mapping[str, Any]) -> IllegalDecision:
        """The decision (as in a record) must be refused with this code; nothing changes."""
        before = self.state.copy()
        with pytest.raises(IllegalDecision) as caught:
            self.game.decide(self.state, self.decision(seat, data), self.chance)
        assert self.state == before
        assert caught.value.code == code, f"refused with {caught.value.code}"
        return caught.value

    def concede(self, seat: int) -> Table:
        return self.decide(Decision(SeatNo(seat), "concede"))

    def take(self, batch: Iterable[Any]) -> None:
        """Fold a batch."""
        self.events = tuple(batch)
        viewers: list[Viewer] = [None, *(SeatNo(seat) for seat in range(self.state.seats))]
        views = {viewer: self.game.view(self.state, viewer) for viewer in viewers}
        for event in self.events:
            self.game.evolve(self.state, event)
            self.log.append(event)
            check_step(event, self.state, self.game)
            for viewer, seen in views.items():
                self.game.evolve(seen, self.game.redact(event, viewer))
                assert seen == self.game.view(self.state, viewer), f"view of {viewer} after {event}"


def position(
    *,
    seats: int = 2,
    edition: int = 2,
    zones: Mapping[str, Mapping[int, Sequence[str]]] | None = None,
    hands: Mapping[int, Sequence[str]] | Sequence[Sequence[str]] | None = None,
    heat: Sequence[int] | None = None,
    tokens: Mapping[str, Sequence[str]] | None = None,
    face_up: Mapping[str, str | None] | None = None,
    acquired: Mapping[int, Sequence[str]] | None = None,
    deck: Sequence[str] = (),
    elite_deck: Sequence[str] | None = None,
    discard: Sequence[str] = (),
    privileges_left: int = 5,
    holder: int = 0,
    direction: str = "clockwise",
    round_number: int = 1,
    phase: str = "assignment",
    turn: int | None = None,
    only: tuple[str, str] | None = None,
    crowned: int | None = None,
    assigned: Sequence[int] | None = None,
    passed: Sequence[int] = (),
    suppressed: Sequence[str] = (),
    used: Sequence[str] = (),
    conceded: Sequence[int] = (),
    draws: Sequence[Sequence[int] | int] | None = None,
    seed: bytes = b"a test",
    game: Elekt = base_game,
) -> Table:
    """A lawful position in which the given phase begins (or goes on, for ``assignment``), run until somebody is asked.

    ``zones``: Zone -> seat -> Units from the left. ``tokens``: Unit -> attributes, one for each token. ``deck``
    puts Units on top of the Elite deck, ``elite_deck`` says the whole deck (all other Elite Units are then in the
    discard pile, under ``discard``). ``only`` resolves a single confrontation. ``used``: cards whose ability was
    used this round and game. ``draws`` answers the draws of chance from 0 on.
    """
    table = Table(game, game.initial(), ListedChance(draws) if draws is not None else SeededChance(seed))
    s, cards = table.state, game.cards
    created = e.GameCreated(
        cards.ruleset, edition, seats, cards.version, cards.tokens, cards.heat_tokens, cards.heat_limit,
        cards.heat_starting, cards.titles_to_win[seats], cards.zone_limit[seats], cards.assignments, "",
    )  # fmt: skip
    game.evolve(s, created)
    s.round, s.phase = round_number, PHASES.index(phase.removesuffix("_start"))
    s.holder, s.direction = holder, DIRECTIONS[direction]
    s.order = court_order(seats, holder, s.direction)
    s.heat = bytearray(heat if heat is not None else [cards.heat_starting] * seats)
    s.heat_pool = cards.heat_tokens - sum(s.heat)
    s.assigned = bytearray(assigned or [0] * seats)
    s.passed = bytearray(int(seat in passed) for seat in range(seats))
    s.conceded = sum(1 << seat for seat in conceded)
    _units(table, zones or {}, hands or {}, tokens or {}, suppressed)
    _boards(table, {**DEFAULT_FACE_UP, **(face_up or {})}, acquired or {}, privileges_left)
    _elite_deck(table, deck, elite_deck, discard)
    s.used_round = s.used_game = sum(1 << table.id(name) for name in used)
    if crowned is not None:
        s.crowned = crowned
    _begin(table, phase, holder if turn is None else turn, only)
    return table


def _units(
    table: Table,
    zones: Mapping[str, Mapping[int, Sequence[str]]],
    hands: Mapping[int, Sequence[str]] | Sequence[Sequence[str]],
    tokens: Mapping[str, Sequence[str]],
    suppressed: Sequence[str],
) -> None:
    s = table.state
    owners: dict[str, int] = {}
    for word, rows in zones.items():
        zone = ZONES.index(word)
        for seat, names in rows.items():
            for name in names:
                unit = table.id(name, seat)
                assert not s.in_zone(unit), f"{name} stands twice"
                owners[name] = seat
                s.rows[zone * s.seats + seat] += (unit,)
                s.where[unit] = zone * s.seats + seat
                s.active[zone] |= 1 << unit
    for seat, names in hands.items() if isinstance(hands, Mapping) else enumerate(hands):
        s.hands[seat] = tuple(table.id(name, seat) for name in names)
    for name, words in tokens.items():
        unit = table.id(name, owners.get(name, 0))
        for word in words:
            s.tokens[4 * unit + ATTRIBUTES.index(word)] += 1
            s.pool[ATTRIBUTES.index(word)] -= 1
    for name in suppressed:
        unit = table.id(name, owners.get(name, 0))
        s.suppressed |= 1 << unit
        s.active[s.zone(unit)] &= ~(1 << unit)


def _boards(
    table: Table, face_up: Mapping[str, str | None], acquired: Mapping[int, Sequence[str]], privileges_left: int
) -> None:
    s, cards = table.state, table.game.cards
    taken = set()
    for seat, names in acquired.items():
        s.acquired[seat] = tuple(table.id(name) for name in names)
        taken |= set(s.acquired[seat])
        s.held |= sum(1 << card for card in s.acquired[seat] if card in cards.groups["privilege"])
    s.titles = tuple(sum(table.game.tables.titles[card] for card in front) for front in s.acquired)
    for zone, group in enumerate(("mission", "influence", "privilege")):
        name = face_up[ZONES[zone]]
        card = NONE if name is None else table.id(name)
        if card != NONE and card in taken:  # the default card is in front of somebody: show another one
            card = next(other for other in cards.groups[group] if other not in taken)
        s.face_up[zone] = card
        taken.add(card)
        rest = tuple(other for other in cards.groups[group] if other not in taken)
        if group == "privilege":
            s.aside, rest = rest[privileges_left:], rest[:privileges_left]
        elif card != NONE:
            s.active[zone] |= 1 << card
        s.decks[zone] = rest


def _elite_deck(table: Table, deck: Sequence[str], whole: Sequence[str] | None, discard: Sequence[str]) -> None:
    s, cards = table.state, table.game.cards
    pile = [table.id(name) for name in discard]
    placed = {unit for row in s.rows for unit in row} | {unit for hand in s.hands for unit in hand} | set(pile)
    top = [table.id(name) for name in (whole if whole is not None else deck)]
    rest = [unit for unit in cards.elites if unit not in placed and unit not in top]
    basics = [unit for seat in range(s.seats) for unit in cards.basics(seat) if unit not in placed and unit not in top]
    rest += basics  # discarded and reshuffled before (E6.6)
    if whole is not None:
        pile, rest = rest + pile, []
    s.discard = tuple(pile)
    s.decks[3] = (*rest[::-1], *top[::-1])


def _begin(table: Table, phase: str, turn: int, only: tuple[str, str] | None) -> None:
    start = STARTS[phase]
    if phase == "assignment":
        start = (a.TURN, turn, NONE)
    steps: list[tuple[Any, ...]] = [cast("tuple[Any, ...]", start)]
    if only is not None:
        steps = [(a.END_PHASE, NONE), (a.CONFRONT, NONE, ZONES.index(only[0]), (ATTRIBUTES.index(only[1]),))]
    play = Play(table.game.tables, table.state.copy(), table.chance)
    play.push(*steps)
    with suppress(Over):
        play.run()
    table.take(play.close())
