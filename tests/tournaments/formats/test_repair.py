"""A published round is repaired with the fewest changes: what may never happen, and cases worked out by hand."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sampling import sample
from tournaments.formats.contract import (
    Bye,
    CannotPair,
    Entrant,
    EntrantNo,
    Pairing,
    Plan,
    Proposal,
    Result,
    Round,
    RoundNo,
    Stage,
)
from tournaments.formats.repair import repair

DUELS = Plan("dutch")
PODS = Plan("pods", seats=4, least=3)


def stage(plan: Plan, entrants: int, absent: Collection[int] = (), rounds: tuple[Round, ...] = ()) -> Stage:
    field = tuple(Entrant(EntrantNo(no)) for no in range(1, entrants + 1))
    return Stage(plan, field, rounds, {EntrantNo(no): Bye.ZERO for no in absent})


def tables(*seats: Sequence[int], round_no: int = 1) -> list[Pairing]:
    return [Pairing(RoundNo(round_no), number, tuple(map(EntrantNo, one))) for number, one in enumerate(seats, 1)]


def seats(proposal: Proposal) -> list[set[int]]:
    return [set(pairing.seats) for pairing in proposal.pairings]


def test_nothing_changes_where_nothing_has_happened() -> None:
    published = tables((1, 2, 3, 4), (5, 6, 7))
    proposal = repair(stage(PODS, 7), published[:1], published[1:])
    assert (list(proposal.pairings), proposal.byes, proposal.notes) == (published, {}, ())


def test_a_withdrawal_from_a_duel_leaves_the_opponent_with_the_bye() -> None:
    published = tables((1, 2), (3, 4))
    proposal = repair(stage(DUELS, 4, absent=[3]), [], published)
    assert list(proposal.pairings) == published[:1]
    assert proposal.byes == {3: Bye.ZERO, 4: Bye.PAIRING}


def test_who_had_the_bye_plays_whom_a_withdrawal_left_alone() -> None:
    proposal = repair(stage(DUELS, 5, absent=[3]), tables((1, 2)), tables((1, 2), (3, 4))[1:])
    assert seats(proposal) == [{1, 2}, {4, 5}]
    assert proposal.byes == {3: Bye.ZERO}


def test_a_late_entrant_plays_whoever_had_the_bye() -> None:
    proposal = repair(stage(DUELS, 4), [], tables((1, 2)))
    assert seats(proposal) == [{1, 2}, {3, 4}]


def test_a_late_entrant_fills_a_short_table() -> None:
    proposal = repair(stage(PODS, 8), [], tables((1, 2, 3, 4), (5, 6, 7)))
    assert seats(proposal) == [{1, 2, 3, 4}, {5, 6, 7, 8}]


def test_a_late_entrant_makes_three_tables_of_two_where_there_is_no_other_way() -> None:
    """Nine cannot sit at one and two tables of four: both are opened, a third one is added."""
    proposal = repair(stage(PODS, 9), [], tables((1, 2, 3, 4), (5, 6, 7, 8)))
    assert sorted(len(one) for one in seats(proposal)) == [3, 3, 3]
    assert not proposal.byes


def test_a_late_entrant_waits_where_the_tables_that_could_be_opened_have_started() -> None:
    published = tables((1, 2, 3, 4), (5, 6, 7, 8))
    proposal = repair(stage(PODS, 9), published[:1], published[1:])
    assert list(proposal.pairings) == published
    assert proposal.byes == {9: Bye.PAIRING}


def test_a_table_of_four_plays_on_as_three_after_a_withdrawal() -> None:
    published = tables((1, 2, 3, 4), (5, 6, 7, 8))
    proposal = repair(stage(PODS, 8, absent=[6]), [], published)
    assert seats(proposal) == [{1, 2, 3, 4}, {5, 7, 8}]
    assert proposal.pairings[0] is published[0]


def test_the_table_that_is_opened_repeats_no_meeting_where_another_would_do() -> None:
    """Three withdraw from a table of four; who is left has met 1, 2 and 3, so joins the other table of three."""
    met = Pairing(RoundNo(1), 1, tuple(map(EntrantNo, (1, 2, 3, 7))), result=Result((1, 1, 1, 1)))
    before = (Round(RoundNo(1), (met,)),)
    published = tables((1, 2, 3), (4, 5, 6), (7, 8, 9, 10), round_no=2)
    proposal = repair(stage(PODS, 10, absent=[8, 9, 10], rounds=before), [], published)
    assert seats(proposal) == [{1, 2, 3}, {4, 5, 6, 7}]


def test_the_running_round_is_no_history() -> None:
    published = tables((1, 2), (3, 4))
    running = stage(DUELS, 4, rounds=(Round(RoundNo(1), tuple(published)),))
    assert list(repair(running, [], published).pairings) == published


def test_somebody_who_sits_at_two_tables_keeps_the_first() -> None:
    proposal = repair(stage(DUELS, 5), [], tables((1, 2), (2, 3), (4, 5)))
    assert seats(proposal) == [{1, 2}, {4, 5}]
    assert proposal.byes == {3: Bye.PAIRING}


def test_kept_tables_that_share_an_entrant_are_refused() -> None:
    with pytest.raises(CannotPair, match="kept_tables_share_an_entrant"):
        repair(stage(DUELS, 3), tables((1, 2), (2, 3)), [])


@settings(max_examples=sample(25, 300), deadline=None)
@given(st.data())
def test_whatever_happens_the_round_is_valid_and_started_tables_stay(data: st.DataObject) -> None:
    plan = data.draw(st.sampled_from([DUELS, PODS, Plan("pods", 4, 2), Plan("pods", 3, 3)]))
    count = data.draw(st.integers(1, 5))
    sizes = data.draw(st.lists(st.integers(plan.least, plan.seats), min_size=count, max_size=count))
    first = [sum(sizes[:at]) + 1 for at in range(count)]
    published = tables(*(range(at, at + size) for at, size in zip(first, sizes, strict=True)))
    started = data.draw(st.integers(0, count))
    entrants = sum(sizes) + data.draw(st.integers(0, 3))
    absent = data.draw(st.sets(st.integers(1, entrants)))
    now = stage(plan, entrants, absent)
    proposal = repair(now, published[:started], published[started:])

    at_tables = [no for pairing in proposal.pairings for no in pairing.seats]
    assert len(at_tables) == len(set(at_tables))
    assert all(pairing in proposal.pairings for pairing in published[:started])
    assert len({pairing.table for pairing in proposal.pairings}) == len(proposal.pairings)
    for pairing in proposal.pairings:
        if pairing not in published[:started]:
            assert plan.least <= len(pairing.seats) <= plan.seats
            assert not set(pairing.seats) & absent
    assert set(at_tables) | set(proposal.byes) == set(range(1, entrants + 1))
    assert not set(at_tables) & set(proposal.byes)
    assert repair(replace(now), published[:started], published[started:]) == proposal
