"""The same tournaments in the tests of another program (Sharly-Chess/sharly-chess).

It calls them ``TEC Swiss`` and ``TEC Round-Robin``.
Its tests have what Held's paper leaves out: performances of everybody, and forfeits taken as played.
"""

from __future__ import annotations

import pytest

from .examples import printed, stage

Row = dict[int, str]


def row(text: str) -> Row:
    return dict(enumerate(text.split(), 1))


SWISS = [
    ("APRO", row("1789 1856 1904 1772 1719 1846 1869 1915 1805 1717 1840 2081 1879 1775 1776 1805")),
    ("PTP", row("2029 2216 2112 2168 1689 1810 1531 1715 950 1575 1763 1250 1744 1942 1768 2013")),
    ("APPO", row("1769 1852 1934 1784 1676 1836 1890 1924 1802 1687 1836 2168 1909 1756 1767 1799")),
    ("RTNG", row("2200 2150 2100 2050 2000 1950 1900 1850 1800 1750 1700 1650 1600 1550 1500 1450")),
    ("SB-P", row("8.00 9.50 10.50 9.25 4.25 6.00 3.25 5.25 2.25 1.50 4.75 4.00 4.25 4.50 3.50 7.25")),
]
ROUND_ROBIN = [
    ("TPR", row("2199 2209 2219 1931 2038 1803")),
    ("APRO", row("2040 2038 2036 2094 2140 2140")),
]


@pytest.mark.parametrize(("code", "expected"), SWISS, ids=lambda value: str(value)[:5])
def test_a_swiss_has_the_values_that_the_other_program_gives(code: str, expected: Row) -> None:
    assert printed(stage("held_swiss_5"), code) == expected


@pytest.mark.parametrize(("code", "expected"), ROUND_ROBIN, ids=lambda value: str(value)[:5])
def test_a_round_robin_has_the_values_that_the_other_program_gives(code: str, expected: Row) -> None:
    """Forfeits are regular games there, but not for ratings; 12.5 per cent are 13 (a half up)."""
    assert printed(stage("held_round_robin"), code) == expected
