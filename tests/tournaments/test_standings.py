"""The table of a stage, and what its values are made of."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.tournaments.stages import stage_of
from tests.tournaments.tie_breaks.examples import stage
from tournaments.formats.contract import BadPlan, Bye, EntrantNo, Penalty, Result, RoundNo, Scoring
from tournaments.standings import explain, standings
from tournaments.tie_breaks import PartKind

WON, LOST, DRAWN = Result((1, 2)), Result((2, 1)), Result((1, 1))
FIVE = stage_of([[((1, 2), LOST), ((3, 4), DRAWN)]], byes=[{5: Bye.PAIRING}])


def test_points_decide_and_equal_rows_share_a_rank_in_the_order_of_the_seeding() -> None:
    assert [(row.rank, row.entrant, row.points) for row in standings(FIVE)] == [
        (1, 2, 2),
        (1, 5, 2),
        (3, 3, 1),
        (3, 4, 1),
        (5, 1, 0),
    ]


def test_tie_breaks_decide_in_the_order_of_the_plan() -> None:
    def order(*codes: str) -> list[int]:
        return [row.entrant for row in standings(replace(FIVE, plan=replace(FIVE.plan, tie_breaks=codes)))]

    assert order("WON") == [2, 5, 3, 4, 1]
    assert order("TPN-R") == [5, 2, 4, 3, 1]
    assert order("WON", "TPN-R") == [2, 5, 4, 3, 1]
    assert order("TPN") == [2, 5, 3, 4, 1]


def test_a_penalty_lowers_the_score() -> None:
    fined = replace(FIVE, penalties=(Penalty(EntrantNo(2), RoundNo(1), 1),))
    assert [(row.rank, row.entrant, row.points) for row in standings(fined)][:2] == [(1, 5, 2), (2, 2, 1)]
    parts = explain(fined, EntrantNo(2), "PTS").parts
    assert [(part.kind, part.value) for part in parts] == [(PartKind.COUNTED, 2), (PartKind.PENALTY, -1)]


def test_three_points_for_a_win_and_one_for_a_draw() -> None:
    football = replace(FIVE, plan=replace(FIVE.plan, scoring=Scoring({2: (6, 0)}, byes={Bye.PAIRING: 6}, draw=2)))
    assert [(row.entrant, row.points) for row in standings(football)] == [(2, 6), (5, 6), (3, 2), (4, 2), (1, 0)]
    assert [explain(football, EntrantNo(no), "STD").value for no in (2, 3, 5)] == [2, 1, 2]


def test_a_direct_encounter_is_among_those_whom_nothing_separates_yet() -> None:
    """1, 2 and 3 beat each other in a ring; 3 won with Black, so 1 against 2 decides between the others."""
    ring = stage_of(
        [[((1, 2), WON)], [((2, 3), WON)], [((1, 3), LOST)]], byes=[{3: Bye.ZERO}, {1: Bye.ZERO}, {2: Bye.ZERO}]
    )
    first = replace(ring, plan=replace(ring.plan, tie_breaks=("DE",)))
    assert [(row.rank, row.tie_breaks) for row in standings(first)] == [(1, (0,))] * 3
    later = replace(ring, plan=replace(ring.plan, tie_breaks=("BWG", "DE")))
    assert [(row.rank, row.entrant, row.tie_breaks) for row in standings(later)] == [
        (1, 3, (1, 0)),
        (2, 1, (0, 1)),
        (3, 2, (0, 0)),
    ]
    (part,) = explain(later, EntrantNo(1), "DE").parts
    assert (part.round, part.opponents, part.value) == (1, (2,), 1)
    assert explain(first, EntrantNo(1), "DE").parts == ()


def test_an_explanation_names_every_round_and_what_it_was() -> None:
    """Held's exercises 4 and 7: David's half-point bye is his dummy's, and is cut."""
    parts = explain(stage("held_swiss_5"), EntrantNo(4), "BH-C1").parts
    assert [(part.round, part.opponents, part.worth, part.value, part.kind) for part in parts] == [
        (1, (12,), 6, 6, PartKind.ADJUSTED),
        (2, (), 5, 0, PartKind.CUT),
        (3, (13,), 3, 3, PartKind.COUNTED),
        (4, (3,), 7, 7, PartKind.COUNTED),
        (5, (1,), 7, 7, PartKind.COUNTED),
    ]


def test_an_average_says_what_it_was_divided_by() -> None:
    explained = explain(stage("held_swiss_5"), EntrantNo(4), "TPR")
    assert [part.worth for part in explained.parts] == [1650, 1600, 2100, 2200]
    assert (explained.sum, explained.divisor, explained.whole, explained.plus, explained.value) == (
        7550,
        4,
        True,
        193,
        2081,
    )


def test_who_or_what_is_unknown_is_an_error() -> None:
    with pytest.raises(KeyError):
        explain(FIVE, EntrantNo(6), "BH")
    with pytest.raises(BadPlan):
        explain(FIVE, EntrantNo(1), "BHX")
    with pytest.raises(BadPlan):
        standings(replace(FIVE, plan=replace(FIVE.plan, tie_breaks=("BHX",))))


def test_a_stage_without_rounds_has_everybody_on_the_first_place() -> None:
    empty = replace(FIVE, rounds=(), plan=replace(FIVE.plan, tie_breaks=("BH-C1", "DE", "OMW", "KS", "GSD")))
    assert {(row.rank, row.points, row.tie_breaks) for row in standings(empty)} == {(1, 0, (0, 0, 0, 0, 0))}
