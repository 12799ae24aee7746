"""Values as they are read."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tournaments.formats.contract import HalfPoints
from tournaments.tie_breaks import Unit
from tournaments.tie_breaks.shown import exact, rounded


@pytest.mark.parametrize(
    ("value", "unit", "in_full", "short"),
    [
        (25, Unit.HALF_POINTS, "12.5", "12.5"),
        (20, Unit.HALF_POINTS, "10", "10"),
        (-1, Unit.HALF_POINTS, "-0.5", "-0.5"),
        (0, Unit.HALF_POINTS, "0", "0"),
        (Fraction(80, 3), Unit.HALF_POINTS, "40/3", "13.33"),
        (Fraction(39, 4), Unit.HALF_POINTS, "4.875", "4.88"),
        (2081, Unit.RATING, "2081", "2081"),
        (300, Unit.NUMBER, "300", "300"),
        (Fraction(2, 3), Unit.SHARE, "2/3", "66.67%"),
        (Fraction(33, 100), Unit.SHARE, "0.33", "33%"),
        (1, Unit.SHARE, "1", "100%"),
    ],
)
def test_a_value_is_exact_for_programs_and_short_for_people(
    value: HalfPoints, unit: Unit, in_full: str, short: str
) -> None:
    assert (exact(value, unit), rounded(value, unit)) == (in_full, short)
