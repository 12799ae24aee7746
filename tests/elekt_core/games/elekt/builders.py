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
until they are acquired. ``deck`` names the top of the Elite deck, the first one first. Every
event that follows is checked against E24.4 and against the laws of views.

    position(phase="assignment", turn=1, hands={1: ["bone_carver"]})      seat 1 has the next turn
    position(phase="assignment_start", acquired={0: ["web_of_informers"]})  with what happens before the first turn
    position(phase="recruitment", deck=["symbiont", "necrarch"])
    position(phase="confrontation", only=("court", "power"))              one single confrontation, then the round ends
    position(phase="round_end", crowned=0)                                 seat 0 acquired this round's Privilege
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self

import pytest

from elekt_core.chance import Chance, ListedChance, SeededChance
from elekt_core.contract import Decision, SeatNo, Setup, Viewer
from elekt_core.errors import IllegalDecision
from elekt_core.games.elekt import events as e
from elekt_core.games.elekt import game as base_game
from elekt_core.games.elekt.game import Elekt
from elekt_core.games.elekt.state import State
from elekt_core.games.elekt.vocabulary import ATTRIBUTES, NONE, ZONES
from elekt_core.kit.notation import kind_of

from .invariants import check_step

BASIC_KINDS = ("acolyte", "nameless", "dignitary", "assassin")


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
        return [dict(self.game.encode_event(event)) for event in self.events if kind_of(type(event)) == kind]

    def ever(self, kind: str) -> list[dict[str, Any]]:
        """Payloads of this kind since the position was built."""
        return [dict(self.game.encode_event(event)) for event in self.log if kind_of(type(event)) == kind]

    def kinds(self) -> list[str]:
        """The kinds of the last batch, in order, without the closing question."""
        return [kind_of(type(event)) for event in self.events if not isinstance(event, e.Awaiting)]

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

    def choose(self, *parts: str) -> Self:
        """Answer the open question with the option that has exactly these parts."""
        for option in self.game.options(self.state):
            if self.game.parts(option) == parts:
                return self.decide(option)
        raise AssertionError(f"{' '.join(parts)!r} is not offered to {self.asked}; offered are {self.paths()}")

    def assign(self, unit: str, zone: str) -> Self:
        """The asked seat assigns a Unit."""
        seat = self.state.asked
        return self.choose(f"unit:{self.game.cards.names[self.id(unit, seat)]}", f"zone:{zone}")

    def passes(self) -> Self:
        return self.choose("pass")

    def decline(self) -> Self:
        """Decline an ability, or the effect of a win."""
        return self.choose("done" if self.state.question == "attach_tokens" else "decline")

    def decide(self, decision: Decision) -> Self:
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

    def concede(self, seat: int) -> Self:
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
    chance = ListedChance(draws) if draws is not None else SeededChance(seed)
    table = Table(game, game.initial(), chance)
    rows = _by_seat(hands or {}, seats)
    stands = {name: seat for by_seat in (zones or {}).values() for seat, names in by_seat.items() for name in names}
    data: dict[str, Any] = {
        "round": round_number,
        "phase": phase.removesuffix("_start"),
        "begins": phase in ("assignment_start", "confrontation"),
        "sceptre": {"holder": holder, "direction": direction},
        "players": [
            {
                "hand": list(rows[seat]),
                "heat": game.cards.heat_starting if heat is None else heat[seat],
                "acquired": list((acquired or {}).get(seat, ())),
                "assigned": assigned[seat] if assigned else 0,
                "passed": seat in passed,
                "conceded": seat in conceded,
            }
            for seat in range(seats)
        ],
        "zones": {
            word: {
                "rows": [
                    [_unit(name, tokens or {}, suppressed) for name in (zones or {}).get(word, {}).get(seat, ())]
                    for seat in range(seats)
                ]
            }
            for word in ZONES
        },
        "elite_deck": [_named(game, name, stands) for name in (deck if elite_deck is None else elite_deck)],
        "rest": "deck" if elite_deck is None else "discard",
        "discard": [_named(game, name, stands) for name in discard],
        "shuffled": False,
        "used": [_named(game, name, stands) for name in used],
        "used_game": [_named(game, name, stands) for name in used],
        "impossible": True,  # tests look at what cards do beyond the limits, too
    }
    data["zones"]["court"]["deck_size"] = privileges_left
    for word, card in (face_up or {}).items():
        data["zones"][word]["face_up"] = "none" if card is None else card
    if turn is not None:
        data["turn"] = turn
    if crowned is not None:
        data["crowned"] = crowned
    if only is not None:
        data["to_resolve"] = {only[0]: [only[1]]}
    batch = game.start(Setup("elekt", game.ruleset().name, seats, {"edition": edition, "position": data}), chance)
    table.take(batch[:2])
    table.log.clear()
    table.take(batch[2:])
    return table


def _by_seat(hands: Mapping[int, Sequence[str]] | Sequence[Sequence[str]], seats: int) -> list[Sequence[str]]:
    given = hands if isinstance(hands, Mapping) else dict(enumerate(hands))
    return [given.get(seat, ()) for seat in range(seats)]


def _unit(name: str, tokens: Mapping[str, Sequence[str]], suppressed: Sequence[str]) -> dict[str, Any]:
    words = tokens.get(name, ())
    return {"unit": name, "tokens": {word: words.count(word) for word in words}, "suppressed": name in suppressed}


def _named(game: Elekt, name: str, stands: Mapping[str, int]) -> str:
    return f"{name}.{stands.get(name, 0)}" if name in BASIC_KINDS else name
