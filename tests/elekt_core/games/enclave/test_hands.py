"""What a seat remembers of other hands is certain, and comes from what it was told alone (Z5.6, Z22.2)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from elekt_core.chance import SeededChance
from elekt_core.contract import UNKNOWN, Event, SeatNo, Setup
from elekt_core.games.enclave import events as e
from elekt_core.games.enclave import game
from elekt_core.games.enclave.cards import CARDS, PRINTED
from elekt_core.games.enclave.hands import remembered
from elekt_core.games.enclave.state import State
from tests.sampling import sample


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_is_remembered_is_in_that_hand(seats: int) -> None:
    certain = 0
    for seed in range(sample(2, 40)):
        chance, choose = SeededChance(b"hands %d" % seed), Random(seed)
        state, memories = game.initial(), list[Any]([None] * seats)
        batch = game.start(Setup("enclave", game.ruleset().name, seats, {}), chance)
        while True:
            for event in batch:
                game.evolve(state, event)
                memories = [
                    game.remembered(memory, game.redact(event, SeatNo(seat))) for seat, memory in enumerate(memories)
                ]
            for seat, memory in enumerate(memories):
                certain += check(state, memory, SeatNo(seat))
            asked = game.awaiting(state)
            if not asked or game.outcome(state) is not None:
                break
            batch = game.decide(state, choose.choice(game.options(state, asked[0].seat)), chance)
    assert certain > 100 * seats


def check(state: State, memory: Any, seat: SeatNo) -> int:
    """That the remembered cards are where they are said to be, also in a position dealt anew, which looks the same. How
    many of others there are."""
    for card, holder in memory.items():
        assert card in (*state.hands[holder], *state.along[holder]), CARDS.names[card]
    seen = game.view(state, seat)
    known = game.recalled(seen, memory)
    dealt = game.redeal(known, SeededChance(b"dealt"))
    assert game.view(dealt, seat) == seen
    for holder, hand in enumerate(dealt.hands):
        assert {card for card, where in memory.items() if where == holder} <= {*hand, *state.along[holder]}
    return sum(holder != seat for holder in memory.values())


def test_in_the_first_turn_everybody_knows_every_hand() -> None:
    """Z5.6: four start items for each colour, dealt in view of the rule."""
    chance, state, memory = SeededChance(b"start"), game.initial(), None
    for event in game.start(Setup("enclave", game.ruleset().name, 3, {}), chance):
        game.evolve(state, event)
        memory = game.remembered(memory, game.redact(event, SeatNo(0)))
    known = game.recalled(game.view(state, SeatNo(0)), memory)
    assert [{*hand} for hand in known.hands] == [{*hand} for hand in state.hands]
    assert [len(hand) for hand in known.hands] == [4, 4, 4]


OTHER, THIRD = CARDS.starters[1][:2]
UPGRADE = next(card for card, printed in enumerate(PRINTED) if printed.slot >= 0)
ITEM = CARDS.starters[2][0]
FATES: list[tuple[Event, dict[int, int]]] = [
    (e.CardBought(1, ITEM, 4, e.ROW), {OTHER: 1, THIRD: 1, ITEM: 1}),
    (e.CardBought(1, UPGRADE, 4, e.ROW), {OTHER: 1, THIRD: 1}),
    (e.ItemsTaken(1, (OTHER,)), {OTHER: 1, THIRD: 1}),
    (e.ProtectionUsed(1, (OTHER,), False), {THIRD: 1}),
    (e.Healed(1, THIRD, 1, 0), {OTHER: 1}),
    (e.ItemDiscarded(1, THIRD), {OTHER: 1}),
    (e.CardStolen(2, 1, UNKNOWN), {}),
    (e.CardStolen(2, 1, OTHER), {OTHER: 2, THIRD: 1}),
]


@pytest.mark.parametrize(("fact", "after"), FATES)
def test_what_comes_goes_or_may_have_gone(fact: Event, after: dict[int, int]) -> None:
    assert dict(remembered({OTHER: 1, THIRD: 1}, fact)) == after
