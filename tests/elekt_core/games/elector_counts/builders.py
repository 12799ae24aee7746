"""Positions of Elector Counts set up by hand, and a table to play on.

Cards are named by their ids without the kind: ``"river_raiders"`` is ``attacker_river_raiders``. Where nothing else is
said there are two players, seat 0 has the turn, everybody has a hand of six Militia, all shillings lie in the pool, and
the deck holds 40 cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from elekt_core.chance import SeededChance
from elekt_core.contract import Decision, SeatNo, Setup
from elekt_core.errors import CoreError
from elekt_core.games.elector_counts import events as e
from elekt_core.games.elector_counts.agenda import Act
from elekt_core.games.elector_counts.game import game
from elekt_core.games.elector_counts.state import DOWN, NONE, UP, Site, State, Unit

PRINTED = game.cards.cards
IDS = {card.id: n for n, card in enumerate(PRINTED)}
SHORT = {card.id.partition("_")[2]: n for n, card in enumerate(PRINTED) if card.kind != "starting_location"}
FILLER = ("militia",) * 6
PLACES = (
    "millers_ford",
    "toll_bridge",
    "copper_pits",
    "river_landing",
    "weavers_town",
    "grey_quarry",
    "horse_fair",
    "vineyard_slopes",
    "amber_creek",
    "charcoal_wood",
)
"""Some locations; the first four are worth 1 point."""


def n(name: str) -> int:
    """The number of a card by its short or long name."""
    return IDS[name] if name in IDS else SHORT[name]


def ns(names: Sequence[str]) -> tuple[int, ...]:
    return tuple(n(name) for name in names)


def names(cards: Sequence[int]) -> list[str]:
    """Short names of cards."""
    return [PRINTED[card].id.partition("_")[2] for card in cards]


@dataclass
class At:
    """A location on the table. Units lie face down unless ``up``; ``by`` is the attacker."""

    location: str
    owner: int
    attackers: Sequence[str] = ()
    by: int = NONE
    defenders: Sequence[str] = ()
    fort: bool = False
    up: bool = False


@dataclass
class Table:
    """A position and the chance to go on from it."""

    state: State
    events: tuple[Any, ...] = ()
    chance: Any = field(default_factory=lambda: SeededChance(b"table"))

    def do(self, kind: str, *choice: Any) -> Table:
        """The awaited seat decides; the batch stands in ``events``."""
        return self.decide(self.state.asked, kind, *choice)

    def decide(self, seat: int, kind: str, *choice: Any) -> Table:
        self.events = game.decide(self.state, Decision(SeatNo(seat), kind, tuple(choice)), self.chance)
        for event in self.events:
            game.evolve(self.state, event)
        return self

    def act(self, word: str, *arguments: Any) -> Table:
        """An action with cards by name: ``act("attack", "salt_market", "river_raiders")``."""
        return self.do("act", word, *[n(a) if isinstance(a, str) else a for a in arguments])

    def play(self, card: str, *target: Any) -> Table:
        """A support card with the target of its one effect."""
        return self.do("act", "support", n(card), (tuple(n(a) if isinstance(a, str) else a for a in target),))

    def end(self, *passed: str) -> Table:
        """End the turn, and pass these cards if that is asked."""
        self.act("end_turn")
        if self.state.question == "pass_cards" and passed:
            events = self.events
            self.do("pass_cards", *ns(passed))
            self.events = events + self.events
        return self

    def told(self, kind: type) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]

    def one(self, kind: type) -> Any:
        (event,) = self.told(kind)
        return event

    def hand(self, seat: int) -> list[str]:
        return names(self.state.hands[seat])

    def site(self, location: str) -> Site:
        return self.state.sites[n(location)]

    @property
    def default(self) -> tuple[Any, ...]:
        """What the platform answers for the awaited seat."""
        return game.default(self.state, SeatNo(self.state.asked)).choice

    @property
    def discard(self) -> list[str]:
        """The top card last."""
        return names(self.state.discard)

    def offers(self, word: str) -> list[tuple[Any, ...]]:
        """The arguments of every option of an action, cards by number."""
        return [option.choice[1:] for option in game.options(self.state) if option.choice[0] == word]


def position(
    *at: At,
    seats: int = 2,
    hands: Sequence[Sequence[str]] = (),
    reserves: Sequence[Sequence[str]] = (),
    laid: Sequence[Sequence[str]] = (),
    shillings: Sequence[int] = (),
    deck: Sequence[str] | None = None,
    discard: Sequence[str] = (),
    turn: int = 0,
    end_phase: bool = False,
    end_revealed: bool = False,
) -> Table:
    """``deck`` from the top, the discard pile from the bottom. ``end_revealed`` is implied by ``end_phase``."""
    s = game.initial()
    cards = game.cards
    created = e.GameCreated(game.ruleset().name, seats, cards.pinned, cards.pool, 7, 7, cards.below, "")
    game.evolve(s, created)
    s.hands = [ns(hand) for hand in hands] + [ns(FILLER)] * (seats - len(hands))
    s.reserves = [ns(cards) for cards in reserves] + [()] * (seats - len(reserves))
    s.laid = [ns(cards) for cards in laid] + [()] * (seats - len(laid))
    s.shillings = [*shillings] + [0] * (seats - len(shillings))
    s.pool -= sum(s.shillings)
    s.deck = ns(("crossbowmen",) * 40 if deck is None else deck)[::-1]
    s.discard = ns(discard)
    s.turn = s.asked = turn
    s.first, s.turns = 0, 1
    s.end_phase, s.end_revealed = end_phase, end_phase or end_revealed
    for one in at:
        s.sites[n(one.location)] = Site(
            one.owner,
            one.by,
            bool(one.attackers),
            one.fort,
            _units(s, one.attackers, one.by, one.up),
            _units(s, one.defenders, one.owner, one.up),
        )
    s.question, s.step = "act", Act(turn)
    return Table(s)


def _units(s: State, cards: Sequence[str], player: int, up: bool) -> tuple[Unit, ...]:
    first = s.units
    s.units += len(cards)
    return tuple(Unit(first + i, n(c), UP if up else DOWN, 0 if up else 1 << player) for i, c in enumerate(cards))


def refused(table: Table, code: str, rule: str, kind: str, *choice: Any, seat: int | None = None) -> None:
    """The decision is refused with this code and rule, and nothing changes."""
    before = table.state.copy()
    asked = table.state.asked if seat is None else seat
    with pytest.raises(CoreError) as refusal:
        game.decide(table.state, Decision(SeatNo(asked), kind, tuple(choice)), table.chance)
    assert (refusal.value.code, refusal.value.rule) == (code, rule)
    assert table.state == before


def refused_act(table: Table, code: str, rule: str, word: str, *arguments: Any) -> None:
    refused(table, code, rule, "act", word, *[n(a) if isinstance(a, str) else a for a in arguments])


def fresh(seats: int = 2, seed: bytes = b"fresh") -> Table:
    """A match that has just begun."""
    chance = SeededChance(seed)
    table = Table(game.initial(), game.start(Setup(game.name, game.ruleset().name, seats, {}), chance), chance)
    for event in table.events:
        game.evolve(table.state, event)
    return table
