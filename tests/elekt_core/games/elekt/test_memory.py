"""What a seat remembers of other hands is certain, and comes from what it was told alone."""

from __future__ import annotations

from typing import Any

import pytest

from elekt_core.chance import SeededChance
from elekt_core.contract import UNKNOWN, Event, SeatNo
from elekt_core.games.elekt import events as e
from elekt_core.games.elekt import game
from elekt_core.games.elekt.memory import remembered
from elekt_core.games.elekt.state import State

from .random_games import GAMES, batches
from .relics import RelicTaken


def held(memory: Any, seat: int) -> set[int]:
    return {unit for unit, holder in memory.items() if holder == seat}


@pytest.mark.parametrize("ruleset", ["elekt-1e-r2", "elekt-2e-r2"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_is_remembered_is_in_that_hand(seats: int, ruleset: str) -> None:
    certain = 0
    for seed in range(GAMES):
        state, memories = game.initial(), [game.remembered(None, e.RoundStarted(1))] * seats
        for batch in batches(seed, seats, ruleset=ruleset, bold=bool(seed % 2), concede=0.005):
            for event in batch.events:
                game.evolve(state, event)
                for seat in range(seats):
                    memories[seat] = game.remembered(memories[seat], game.redact(event, SeatNo(seat)))
                    for unit, holder in memories[seat].items():
                        assert unit in state.hands[holder], (seed, event)
            for seat in range(seats):
                certain += check_dealt_anew(state, memories[seat], SeatNo(seat))
    assert certain


def check_dealt_anew(state: State, memory: Any, seat: SeatNo) -> int:
    """That the remembered Units stay where they are, and the position looks the same. How many of others there are."""
    seen = game.view(state, seat)
    dealt = game.redeal(game.recalled(seen, memory), SeededChance(b"dealt"))
    assert game.view(dealt, seat) == seen
    for holder, hand in enumerate(dealt.hands):
        assert held(memory, holder) <= set(hand)
    return sum(holder != seat for holder in memory.values())


FATES: list[tuple[Event, dict[int, int]]] = [
    (
        e.HandDealt(3, (UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN)),
        {5: 1, 6: 1, 7: 2, **dict.fromkeys(game.tables.basics[3], 3)},
    ),
    (e.HandDealt(3, (UNKNOWN, UNKNOWN)), {5: 1, 6: 1, 7: 2}),
    (e.UnitAssigned(1, 5, 0, 1), {6: 1, 7: 2}),
    (e.UnitDiscarded(1, 5, e.FROM_HAND, -1, -1), {6: 1, 7: 2}),
    (e.UnitPlaced(2, 7, 0, 1), {5: 1, 6: 1}),
    (e.UnitTaken(2, 8, 1, 0, 1), {5: 1, 6: 1, 7: 2, 8: 2}),
    (e.UnitKept(1, UNKNOWN), {5: 1, 6: 1, 7: 2}),
    (e.HandShown(0, 2, (7, 9)), {5: 1, 6: 1, 7: 2, 9: 2}),
    (e.HandShown(1, 2, (UNKNOWN, UNKNOWN)), {5: 1, 6: 1, 7: 2}),
    (e.CardsExchanged(e.HAND_CARDS, 0, 4, 1, 5), {4: 1, 5: 0, 6: 1, 7: 2}),
    (e.CardsExchanged(e.HAND_CARDS, 1, UNKNOWN, 3, UNKNOWN), {7: 2}),
    (e.CardsExchanged(e.ACQUIRED_CARDS, 1, 90, 2, 91), {5: 1, 6: 1, 7: 2}),
    (RelicTaken(1, 0, True), {}),
]


@pytest.mark.parametrize(("fact", "after"), FATES)
def test_what_is_seen_to_leave_a_hand_or_may_have_left_it_is_remembered_no_more(
    fact: Event, after: dict[int, int]
) -> None:
    assert dict(remembered({5: 1, 6: 1, 7: 2}, fact, game.tables.basics)) == after
