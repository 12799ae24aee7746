"""What tie-breaks mean at tables of three and four: by the definitions of docs/tie-breaks.md, counted by hand.

Places are worth 3-2-1-0 points at four, 2-1-0 at three (6-4-2-0 and 4-2-0 half-points), values are in half-points.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.tournaments.stages import stage_of
from tournaments.formats.contract import Bye, EntrantNo, HalfPoints, Result
from tournaments.scoring import History
from tournaments.standings import standings
from tournaments.tie_breaks import Field, PartKind, find

ORDER = Result((1, 2, 3, 4))
STAGE = stage_of(
    [
        [((1, 2, 3, 4), ORDER), ((5, 6, 7), Result((1, 2, 3)))],
        [((1, 5, 2, 6), Result((1, 2, 2, 4), (9, 5, 5, 0))), ((3, 4, 7), Result((2, 2, 1), (1, 1, 7)))],
    ],
    ratings={no: 2000 - 100 * no for no in range(1, 8)},
    seats=4,
    least=3,
)
"""Points: 1 has 6+6, 2 4+3, 3 2+1, 4 0+1, 5 4+3, 6 2+0, 7 0+4 half-points (places two and three shared: 3 each)."""
FIELD = Field(History(STAGE))


BH_OF = {
    1: Fraction(7 + 3 + 1, 3) + Fraction(7 + 7 + 2, 3),
    2: Fraction(12 + 3 + 1, 3) + Fraction(12 + 7 + 2, 3),
    3: Fraction(12 + 7 + 1, 3) + Fraction(1 + 4, 2),
    7: Fraction(7 + 2, 2) + Fraction(3 + 1, 2),
}


def value(code: str, no: int) -> HalfPoints:
    return find(code).value(FIELD, EntrantNo(no))


def test_points() -> None:
    assert [value("PTS", no) for no in range(1, 8)] == [12, 7, 3, 1, 7, 2, 4]


@pytest.mark.parametrize(
    ("code", "no", "expected"),
    [
        ("BH", 1, Fraction(7 + 3 + 1, 3) + Fraction(7 + 7 + 2, 3)),  # a mean for each table
        ("BH", 7, Fraction(7 + 2, 2) + Fraction(3 + 1, 2)),  # tables of three count as much as those of four
        ("BH-C1", 7, Fraction(9, 2)),
        ("SB", 1, Fraction(7 + 3 + 1, 3) + Fraction(7 + 7 + 2, 3)),  # all were beaten
        ("SB", 2, Fraction(3 + 1, 3) + (Fraction(7, 2) + 2) / 3),  # 3 and 4; then tied with 5, above 6
        ("SB", 4, Fraction(3, 2) / 2),  # tied with 3 below 7
        ("AOB", 4, (BH_OF[1] + BH_OF[2] + BH_OF[3] + BH_OF[3] + BH_OF[7]) / 5),
        ("WIN", 1, 2),
        ("WIN", 5, 1),
        ("WON", 7, 1),
        ("P1", 1, 2),
        ("P2", 2, 2),  # once alone, once shared
        ("P3", 3, 1),
        ("GS", 1, 9),
        ("GS", 7, 7),
        ("GSD", 1, 9 - Fraction(5 + 5 + 0, 3)),
        ("GSD", 3, 1 - Fraction(1 + 7, 2)),
        ("PS", 2, 4 + 7),
        ("BPG", 1, 0),
        ("BPG", 2, 2),
        ("KS", 2, Fraction(1, 3)),  # 1, 2 and 5 have half of 12: 2 lost to 1 and tied with 5, one of three opponents
        ("STD", 1, 4),
        ("STD", 2, Fraction(0 + 2 + 2, 3) + Fraction(0 + 1 + 2, 3)),
        ("ARO", 7, (1500 + 1400 + 1700 + 1600) // 4),
        ("TPR", 1, 1633 + 800),  # of 1800, 1700, 1600, 1500, 1800 and 1400 the mean is 1633.3
        ("REP", 7, 2),
    ],
)
def test_values_by_hand(code: str, no: int, expected: HalfPoints) -> None:
    assert value(code, no) == expected


def test_direct_encounters_compare_those_who_are_tied_place_by_place() -> None:
    """2 and 5 have seven each and sat at one table, where they tied; at another 2 is placed above."""
    assert [value("DE", no) for no in (2, 5)] == [0, 0]
    again = stage_of(
        [[((1, 2, 3), Result((1, 2, 3))), ((4, 5, 6), Result((1, 2, 3)))], [((2, 5, 3), Result((1, 2, 3)))]],
        byes=[{}, {1: Bye.ZERO, 4: Bye.ZERO, 6: Bye.ZERO}],
        seats=3,
        tie_breaks=("DE",),
    )
    rows = {row.entrant: row for row in standings(again)}
    assert (rows[EntrantNo(1)].points, rows[EntrantNo(4)].points, rows[EntrantNo(5)].points) == (4, 4, 4)
    assert rows[EntrantNo(2)].points == 6
    assert [rows[EntrantNo(no)].tie_breaks for no in (1, 4, 5)] == [(0,), (0,), (0,)]  # 1 met neither 4 nor 5


def test_who_did_not_appear_at_a_table_was_met_by_nobody() -> None:
    stage = stage_of(
        [[((1, 2, 3, 4), Result((1, 2, 3, 4), forfeited=frozenset({3})))]], seats=4, ratings={1: 1, 2: 2, 3: 3, 4: 4}
    )
    field = Field(History(stage))
    (met,) = find("BH").explained(field, EntrantNo(1)).parts
    assert (met.opponents, met.kind, met.worth) == ((2, 3), PartKind.COUNTED, Fraction(4 + 2, 2))
    (alone,) = find("BH").explained(field, EntrantNo(4)).parts
    assert (alone.kind, alone.worth) == (PartKind.DUMMY, 0)
    assert find("ARO").value(field, EntrantNo(4)) == 0
