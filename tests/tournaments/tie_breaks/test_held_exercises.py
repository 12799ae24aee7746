"""The 33 exercises of Mario Held's paper on C.07 with the answers that it gives, by their numbers.

They were written to the edition of 2023, whose rules for unplayed rounds are those of 2024 (``V2024``); the answers
that the caps of March 2026 change stand at the end, from FIDE's tie-break server.
"""

from __future__ import annotations

import pytest

from .examples import printed, ranks, stage

SWISS_5, SWISS_9, ROUND_ROBIN = "held_swiss_5", "held_swiss_9", "held_round_robin"

Row = dict[int, str]


def row(text: str) -> Row:
    return dict(enumerate(text.split(), 1))


def only(values: Row, *entrants: int) -> Row:
    return {no: values[no] for no in entrants}


BH = row("12.5 13.0 15.5 15.0 8.5 12.0 14.5 13.5 9.0 13.0 13.5 11.5 14.0 11.0 12.0 12.5")
BH_C1 = row("11.0 12.0 13.0 11.5 7.5 11.0 12.5 12.0 7.5 11.5 12.0 9.5 12.0 9.0 11.0 11.0")
AOB = row("12.60 13.60 13.40 13.38 13.40 13.25 11.90 13.00 12.75 10.90 12.75 15.00 12.10 13.17 12.20 13.30")
FB = row("13.5 13.5 15.0 15.5 10.0 12.0 13.5 12.5 9.5 12.5 12.5 11.5 13.5 10.5 12.0 13.5")
SB = row("8.00 9.50 10.50 9.75 4.25 6.50 3.25 5.25 2.25 1.50 5.75 4.00 4.25 4.50 3.50 7.25")
SB_C1 = row("7.25 8.50 9.25 8.00 3.25 5.50 1.25 3.75 2.25 0.00 4.25 4.00 4.25 3.00 2.50 5.75")
ARO = row("1820 1880 1940 1888 1690 1813 1760 1730 1975 1880 1863 2050 1930 1800 1860 1820")
ARO_C1 = row("1900 1988 2000 1983 1738 1900 1838 1800 2200 1975 2000 0 2025 1900 1963 1900")
TPR = row("1969 2120 2089 2081 1690 1813 1611 1730 1175 1640 1776 1250 1781 1925 1788 1969")
WIN = row("2 3 2 2 2 3 1 2 1 1 2 2 1 2 2 3")
WON = row("2 3 2 2 2 2 1 2 0 1 1 0 1 2 2 3")
BPG = row("2 3 2 2 2 2 3 2 1 3 2 0 3 2 3 2")
BWG = row("1 1 1 1 0 1 0 0 0 1 0 0 1 1 1 1")
GE = row("5 5 5 4 5 5 5 5 3 5 5 3 5 3 5 5")
PS = row("11.0 13.0 11.0 11.5 5.0 6.0 6.0 8.5 2.5 4.0 5.5 7.0 7.0 6.0 7.0 10.5")
PS_C1 = row("10.0 12.0 10.5 10.5 5.0 6.0 5.0 8.0 2.5 4.0 5.0 7.0 6.0 5.0 7.0 10.0")

VALUES = [
    (1, SWISS_5, "BH/V2024", only(BH, 2)),
    (2, SWISS_5, "BH/V2024", only(BH, 1, 3)),
    (3, SWISS_5, "BH/V2024", only(BH, 5, 8, 11)),
    (4, SWISS_5, "BH/V2024", only(BH, 1, 3, 4, 16)),
    (5, SWISS_5, "BH/C1/V2024", only(BH_C1, 5, 8, 11)),
    (6, SWISS_5, "BH/C1/V2024", only(BH_C1, 7, 9, 13)),
    (7, SWISS_5, "BH/C1/V2024", only(BH_C1, 1, 3, 4, 16)),
    (8, SWISS_5, "BH/C1/V2024", only(BH_C1, 12, 14, 15)),
    (9, SWISS_5, "AOB/V2024", AOB),
    (10, SWISS_5, "FB/V2024", FB),
    (11, SWISS_5, "SB/V2024", only(SB, 1, 3, 4, 16)),
    (12, SWISS_5, "SB/V2024", SB),
    (13, SWISS_5, "SB/C1/V2024", SB_C1),
    (14, ROUND_ROBIN, "SB", row("9.25 6.25 6.25 4.25 3.25 2.25")),
    (15, ROUND_ROBIN, "SB-C1", row("9.25 4.75 4.75 4.25 3.25 1.50")),
    (16, ROUND_ROBIN, "KS", row("2.0 0.5 0.5 1.0 0.5 0.0")),
    (17, SWISS_5, "ARO", ARO),
    (18, SWISS_5, "ARO-C1", ARO_C1),
    (19, SWISS_5, "TPR", only(TPR, 2, 6, 12)),
    (20, SWISS_5, "TPR", TPR),
    (21, SWISS_5, "APRO", {1: "1789", 3: "1904", 4: "1772", 16: "1805"}),
    (22, SWISS_5, "PTP", {3: "2112"}),
    (27, SWISS_5, "WIN", WIN),
    (28, SWISS_5, "WON", WON),
    (29, SWISS_5, "BPG", BPG),
    (30, SWISS_5, "BWG", BWG),
    (31, SWISS_5, "GE", GE),
    (32, SWISS_5, "PS", PS),
    (33, SWISS_5, "PS-C1", PS_C1),
]


@pytest.mark.parametrize(("exercise", "example", "code", "expected"), VALUES, ids=lambda value: str(value)[:12])
def test_a_tie_break_has_the_value_that_the_exercise_gives(
    exercise: int, example: str, code: str, expected: Row
) -> None:
    assert printed(stage(example), code, expected) == expected


DIRECT_ENCOUNTERS = [
    (23, SWISS_5, {1: 2, 3: 2, 4: 2, 16: 2}),
    (24, SWISS_5, {5: 7, 8: 7, 11: 7}),
    (25, SWISS_9, dict(enumerate([3, 5, 1, 3, 9, 2, 6, 6, 14, 9, 13, 14, 16, 9, 9, 6], 1))),
    (26, ROUND_ROBIN, {1: 1, 2: 2, 3: 2, 4: 6, 5: 5, 6: 4}),
]


@pytest.mark.parametrize(("exercise", "example", "expected"), DIRECT_ENCOUNTERS, ids=lambda value: str(value)[:12])
def test_direct_encounters_rank_as_the_exercise_says(exercise: int, example: str, expected: dict[int, int]) -> None:
    found = ranks(stage(example), "DE")
    assert {no: found[no] for no in expected} == expected


CHANGED_BY_THE_CAPS = [
    (3, "BH", {5: "8.5", 8: "13.5", 11: "12.5"}),
    (4, "BH", {1: "12.5", 3: "15.5", 4: "14.0", 16: "12.5"}),
    (5, "BH-C1", {5: "7.5", 8: "12.0", 11: "11.0"}),
    (
        9,
        "AOB",
        AOB
        | {1: "12.40", 3: "12.90", 5: "13.20", 7: "11.70", 8: "12.90", 10: "10.80", 12: "14.00", 13: "11.90"}
        | {14: "13.00", 16: "13.10"},
    ),
    (10, "FB", FB | {4: "14.5", 11: "12.0", 12: "11.0"}),
    (12, "SB", SB | {4: "9.25", 6: "6.00", 11: "4.75"}),
    (13, "SB-C1", SB_C1 | {4: "7.75", 6: "5.00", 11: "3.25"}),
]


@pytest.mark.parametrize(("exercise", "code", "expected"), CHANGED_BY_THE_CAPS, ids=lambda value: str(value)[:12])
def test_the_dummy_of_2026_is_no_stronger_than_its_cap(exercise: int, code: str, expected: Row) -> None:
    assert printed(stage(SWISS_5), code, expected) == expected
