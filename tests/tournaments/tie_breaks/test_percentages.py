"""Match-win percentages by the examples of Magic's tournament rules, appendix C.

https://blogs.magicjudges.org/rules/mtr-appendix-c/
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.tournaments.stages import stage_of
from tournaments.formats.contract import Bye, EntrantNo, HalfPoints, Result, Stage
from tournaments.scoring import History
from tournaments.tie_breaks import Field, find

WON, LOST, DRAWN = Result((1, 2)), Result((2, 1)), Result((1, 1))


def record(*outcomes: Result | Bye | None, rounds: int = 8) -> Stage:
    """Entrant 1 against 2, 3, 4...; None: no result yet. After its own rounds it has withdrawn."""
    tables: list[list[tuple[tuple[int, int], Result | None]]] = []
    byes: list[dict[int, Bye]] = []
    for number in range(1, rounds + 1):
        outcome = outcomes[number - 1] if number <= len(outcomes) else Bye.ZERO
        tables.append([] if isinstance(outcome, Bye) else [((1, number + 1), outcome)])
        byes.append({1: outcome} if isinstance(outcome, Bye) else {})
    return stage_of(tables, byes)


def value(stage: Stage, code: str, no: int = 1) -> HalfPoints:
    return find(code).value(Field(History(stage)), EntrantNo(no))


@pytest.mark.parametrize(
    ("outcomes", "expected"),
    [
        ([WON] * 5 + [LOST] * 2 + [DRAWN], Fraction(16, 24)),
        ([WON] + [LOST] * 3, Fraction(33, 100)),
        ([Bye.PAIRING, WON, WON, LOST, LOST], Fraction(9, 15)),
    ],
)
def test_match_win_percentages_are_those_of_the_appendix(outcomes: list[Result | Bye], expected: Fraction) -> None:
    assert value(record(*outcomes), "MWP-F") == expected


def test_without_the_floor_a_percentage_is_what_it_is() -> None:
    assert value(record(WON, LOST, LOST, LOST), "MWP") == Fraction(1, 4)


def test_opponents_count_with_their_floor_and_rounds_with_a_bye_do_not_count() -> None:
    """1 has a bye, beats 2 (which wins once more: 3 of 6) and 3 (which never wins: 0 of 6, taken as 0.33)."""
    stage = stage_of(
        [[((2, 4), WON), ((3, 5), LOST)], [((1, 2), WON)], [((1, 3), WON)]],
        byes=[{1: Bye.PAIRING}, {3: Bye.ZERO, 4: Bye.ZERO, 5: Bye.ZERO}, {2: Bye.ZERO, 4: Bye.ZERO, 5: Bye.ZERO}],
    )
    assert value(stage, "MWP", 2) == Fraction(3, 6)
    assert value(stage, "OMW-F") == (Fraction(1, 2) + Fraction(33, 100)) / 2
    assert value(stage, "OMW") == Fraction(1, 4)


def test_at_a_table_of_four_the_first_place_is_a_win_and_a_shared_one_a_draw() -> None:
    stage = stage_of([[((1, 2, 3, 4), Result((1, 2, 3, 4)))], [((1, 2, 3, 4), Result((1, 1, 3, 4)))]], seats=4)
    assert [value(stage, "MWP", no) for no in (1, 2, 3)] == [Fraction(4, 6), Fraction(1, 6), 0]
    assert value(stage, "OMW", 3) == (Fraction(4, 6) + Fraction(1, 6) + 0) / 3
