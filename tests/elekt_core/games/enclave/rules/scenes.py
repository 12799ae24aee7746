"""Positions of Enclave in which one rule can be looked at: the table is set, steps are taken, answers given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import pytest

from elekt_core.chance import SeededChance
from elekt_core.contract import Decision, SeatNo, Setup
from elekt_core.errors import IllegalDecision
from elekt_core.games.enclave import agenda as a
from elekt_core.games.enclave import game
from elekt_core.games.enclave.cards import ACTIONS, CARDS, DECKS, LOCATIONS
from elekt_core.games.enclave.events import Awaiting
from elekt_core.games.enclave.play import Play, play_on
from elekt_core.games.enclave.state import State, levels

from ..invariants import check

ALICE, BOB, CHARLIE, DORA = (SeatNo(seat) for seat in range(4))
SHEPHERD, ORACLE, OFFICE, KNIFE_SQUARE, ENCLAVE = range(5)
AFTERWARDS = a.Plan(0)
"""What waits beneath a scene: planning, which always asks everybody."""

Fact = TypeVar("Fact")


def card(name: str) -> int:
    """The number of a card, or of the first copy."""
    return CARDS.ids[name] if name in CARDS.ids else CARDS.ids[f"{name}.1"]


def cards(*names: str) -> tuple[int, ...]:
    return tuple(card(name) for name in names)


def carried_out(scene: Scene, play: Play) -> None:
    """The scene goes on from what follows."""
    scene.told = list(play.go_on())
    if play.question is not None:
        play.folds[Awaiting](scene.s, play.question)


class Scene:
    """A match after setup, in turn ``turn``; players sit and act in the order Alice, Bob, Charlie, Dora."""

    def __init__(
        self, seats: int = 2, turn: int = 1, seed: int = 0, ruleset: str = "enclave-r2", **options: Any
    ) -> None:
        agreed = {"turn_order": "seats", "tree": "first_game"} | options
        self.chance = SeededChance(seed.to_bytes(4, "big"))
        self.s: State = game.initial()
        self.told: list[Any] = []
        for event in game.start(Setup("enclave", ruleset, seats, agreed), self.chance):
            self.told.append(event)
            game.evolve(self.s, event)
        self.s.turn = turn

    # --- the table ---------------------------------------------------------------------------------------------

    def take(self, name: str) -> int:
        """Take a card away from wherever it lies."""
        wanted, s = card(name), self.s
        for piles in (s.piles, s.discards, s.rows, s.hands, s.attached):
            for n, pile in enumerate(piles):
                if wanted in pile:
                    at = pile.index(wanted)
                    piles[n] = pile[:at] + pile[at + 1 :]
                    if piles is s.piles:
                        s.seen[n] = s.seen[n][:-1]
        s.box = tuple(one for one in s.box if one != wanted)
        return wanted

    def hand(self, seat: int, *names: str) -> Scene:
        """These cards and no others."""
        for old in self.s.hands[seat]:
            self.s.discards[CARDS.printed[old].deck] += (old,)
        self.s.hands[seat] = ()
        self.s.hands[seat] = tuple([self.take(name) for name in names])
        return self

    def on_top(self, deck: str, *names: str) -> Scene:
        n = DECKS.index(deck)
        top = tuple([self.take(name) for name in names])
        self.s.piles[n] = top + self.s.piles[n]
        self.s.seen[n] = (0,) * len(top) + self.s.seen[n]
        return self

    def pile(self, deck: str, *names: str) -> Scene:
        """The pile is these cards, everything else of it lies in the discard pile."""
        n = DECKS.index(deck)
        self.s.discards[n] += self.s.piles[n]
        self.s.piles[n] = self.s.seen[n] = ()
        return self.on_top(deck, *names)

    def row(self, deck: str, *names: str) -> Scene:
        n = DECKS.index(deck)
        self.s.discards[n] += self.s.rows[n]
        self.s.rows[n] = ()
        self.s.rows[n] = tuple([self.take(name) for name in names])
        return self

    def attach(self, seat: int, *names: str) -> Scene:
        s = self.s
        for name in names:
            one = self.take(name)
            s.attached[2 * seat + CARDS.printed[one].slot] += (one,)
        physical, psychic, s.sesame[seat], s.sarcophagus[seat] = levels(s.attached[2 * seat] + s.attached[2 * seat + 1])
        s.maximum[2 * seat : 2 * seat + 2] = [physical, psychic]
        return self

    def tree(self, level: int, name: str) -> Scene:
        laid = list(self.s.tree_cards)
        self.s.box = (*(one for one in self.s.box if one != card(name)), laid[level - 1])
        laid[level - 1] = card(name)
        self.s.tree_cards = tuple(laid)
        return self

    def levels(self, seat: int, physical: int, psychic: int) -> Scene:
        self.s.condition[2 * seat : 2 * seat + 2] = [physical, psychic]
        return self

    def condition(self, seat: int) -> tuple[int, int]:
        return self.s.condition[2 * seat], self.s.condition[2 * seat + 1]

    # --- the course --------------------------------------------------------------------------------------------

    def begin(self, *steps: Any) -> Scene:
        """Take these steps, first to last, until somebody must decide."""
        play = play_on(self.s, self.chance)
        play.agenda = [AFTERWARDS, *reversed(steps)]
        carried_out(self, play)
        return self

    def location(self, location: int, *seats: int) -> Scene:
        """Resolve a location where these seats have markers."""
        self.s.places[location] = seats
        return self.begin(a.Location(location))

    def visit(self, seat: int, level: int, place: int = 0) -> Scene:
        """A marker on a Tree level is resolved."""
        return self.begin(a.Exchange(seat, level), a.Use(seat, level, place))

    def answer(self, *choice: Any, seat: int | None = None, kind: str = "") -> Scene:
        s = self.s
        who = SeatNo(s.waiting[0] if seat is None else seat)
        self.told = list(game.advance(s, Decision(who, kind or s.question, choice), self.chance))
        return self

    def refused(self, code: str, rule: str, *choice: Any, seat: int | None = None, kind: str = "") -> None:
        """The decision is refused with this code and rule, and nothing changes."""
        before = self.s.copy()
        with pytest.raises(IllegalDecision) as caught:
            self.answer(*choice, seat=seat, kind=kind)
        assert (caught.value.code, caught.value.rule) == (code, rule)
        assert self.s == before

    @property
    def asked(self) -> tuple[int, str]:
        """Who must decide what."""
        return self.s.waiting[0], self.s.question

    @property
    def over(self) -> bool:
        """The scene is played, what comes after it is asked."""
        return self.s.question == "choose_action" and self.s.phase == 1

    @property
    def choices(self) -> list[Any]:
        return [option.choice for option in game.options(self.s) if option.kind == self.s.question]

    def facts(self, kind: type[Fact]) -> list[Fact]:
        """Facts of the last decision."""
        return [event for event in self.told if isinstance(event, kind)]

    def plan(self, *actions: Sequence[str]) -> Scene:
        """Rounds of planning: an action for each seat in each round."""
        for chosen in actions:
            for seat in self.s.waiting:
                self.answer(ACTIONS.index(chosen[seat]), seat=seat)
        return self

    def checked(self) -> Scene:
        check(self.s)
        return self


assert LOCATIONS[ENCLAVE] == "enclave"
