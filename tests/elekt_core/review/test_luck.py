"""Luck is what chance alone brought: over the draws that could have been it comes to nothing."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from statistics import fmean, stdev

import pytest

from elekt_core.chance import SeededChance
from elekt_core.contract import Decision, SeatNo, Setup
from elekt_core.record.match import Batch, Play
from elekt_core.review import Subject
from elekt_core.review.luck import luck
from tests.elekt_core.toy import CARDS, Table
from tests.elekt_core.toy import game as toy
from tests.sampling import sample

from .subjects import SEED, TINY

pytestmark = [pytest.mark.usefixtures("toy_installed")]

BUDGET = replace(TINY, luck_in=24)
SHUFFLES = sample(40, 60)


def drawn_after(before: Table, decision: Decision, shuffle: int) -> Subject:
    """A match in which the decision is taken in the position, and the deck is shuffled for it."""
    play = Play.begin(toy, Setup(toy.name, toy.ruleset().name, before.seats, {}), SeededChance(bytes(32)))
    after = before.copy()
    events = tuple(toy.advance(after, decision, SeededChance(bytes([shuffle] * 32))))
    found = Subject(toy, play.setup, [play.batches[0], Batch(events, "", decision)], [1, 2])
    found.__dict__["states"] = (before, after)
    return found


def first_trick_ends(own: list[int], rivals: list[int], led: int) -> Table:
    deck = [card for card in range(CARDS) if card not in {*own, *rivals, led}]
    return Table(2, deck, [own, rivals], [(led, 1)], [0, 0], [2, 0, 1])


@pytest.mark.parametrize("rivals", [[14, 15], [0, 1]], ids=["high", "low"])
def test_luck_comes_to_nothing_whatever_the_rival_holds(rivals: list[int]) -> None:
    """A seat that does not know what its rival holds expects other draws than there are: that is not bad luck."""
    before = first_trick_ends([5, 8, 11], rivals, 9)
    found = [
        luck(drawn_after(before, Decision(SeatNo(0), "play", (11,)), shuffle), 1, BUDGET, SEED + bytes([shuffle]))
        for shuffle in range(SHUFFLES)
    ]
    lucks = [one["luck"][0] for one in found]
    assert min(lucks) < -300
    assert max(lucks) > 300
    assert abs(fmean(lucks)) < 3 * stdev(lucks) / sqrt(SHUFFLES)


def test_what_a_rival_had_held_is_no_luck() -> None:
    """Seat 0 leads, its rival takes the trick with a card that nobody else knew, and nothing is drawn."""
    before = Table(2, [2, 3, 4, 6, 7, 10], [[5, 8], [12, 15]], [(11, 0)], [1, 0], [3, 1, 2])
    played = drawn_after(before, Decision(SeatNo(1), "play", (15,)), 0)
    found = luck(played, 1, replace(BUDGET, luck_in=100), SEED)
    assert found["luck"] == [0, 0]
    assert found["revealed"][0]
