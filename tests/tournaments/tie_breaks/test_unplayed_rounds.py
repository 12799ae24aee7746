"""Unplayed rounds (C.07, article 16) in a tournament full of them, as FIDE's tie-break server answers."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.tournaments.stages import stage_of
from tournaments.formats.contract import Bye, Result
from tournaments.tie_breaks import Part, PartKind
from tournaments.tie_breaks.parts import cut

from .examples import GOLDEN, printed, stage

EXAMPLE = "many_unplayed_rounds"


def columns(edition: str) -> list[tuple[str, dict[int, str]]]:
    rows = [line.split("\t") for line in (GOLDEN / f"{EXAMPLE}.{edition}.tsv").read_text("utf-8").splitlines()]
    return [(code, {int(row[0]): row[at] for row in rows[1:]}) for at, code in enumerate(rows[0]) if at]


@pytest.mark.parametrize(("code", "expected"), columns("2026"), ids=lambda value: str(value)[:5])
def test_every_value_is_that_of_the_edition_of_2026(code: str, expected: dict[int, str]) -> None:
    assert printed(stage(EXAMPLE), code) == expected


@pytest.mark.parametrize(("code", "expected"), columns("2024"), ids=lambda value: str(value)[:5])
def test_every_value_is_that_of_the_edition_of_2024_where_it_is_asked_for(code: str, expected: dict[int, str]) -> None:
    assert printed(stage(EXAMPLE), f"{code}/V2024") == expected


def test_ratings_say_nothing_where_somebody_is_unrated_unless_a_rating_is_named() -> None:
    example = stage(EXAMPLE)
    for code in ("ARO", "TPR", "PTP", "APRO", "APPO"):
        assert set(printed(example, code).values()) == {"0"}
    assert printed(example, "ARO/U1400", [13]) == {13: "1535"}  # 1734, 1400, 1388, 1752 and 1400: 7674 in 5 games


# Five players, one of whom withdraws after round 1: `tests/test_tiebreak_cut.py` of the same server.
WON, LOST, DRAWN = Result((1, 2)), Result((2, 1)), Result((1, 1))
PAB, OUT = Bye.PAIRING, Bye.ZERO
WITHDRAWN = stage_of(
    [
        [((2, 5), WON), ((3, 4), DRAWN)],
        [((1, 2), WON)],
        [((3, 1), LOST)],
        [((1, 4), DRAWN), ((2, 3), WON)],
        [((4, 2), WON)],
    ],
    byes=[{1: PAB}, {3: PAB, 4: PAB, 5: OUT}, {2: PAB, 4: PAB, 5: OUT}, {5: OUT}, {1: PAB, 3: PAB, 5: OUT}],
)
ROUND_ROBIN = replace(WITHDRAWN, plan=replace(WITHDRAWN.plan, format="round_robin"))


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("BH", "9.5 11.0 11.5 10.0 3.0"),
        ("BH-C1", "7.0 11.0 8.5 7.5 0.0"),
        ("BH-C2", "4.0 8.5 4.5 4.5 0.0"),
        ("BH-M1", "3.0 6.5 4.0 3.0 0.0"),
        ("BH-C5", "0.0 0.0 0.0 0.0 0.0"),
        ("SB-C2", "2.00 0.00 0.00 2.25 0.00"),
        ("SB-M1", "3.00 2.50 2.00 3.00 0.00"),
    ],
)
def test_in_a_round_robin_rounds_without_an_opponent_bring_nothing(code: str, expected: str) -> None:
    assert printed(ROUND_ROBIN, code) == dict(enumerate(expected.split(), 1))


def test_fore_buchholz_waits_for_the_last_round() -> None:
    """4 beat 2 in the last round. As a draw it gives 2 half a point more (3.5) and 4 half a point less (3.5)."""
    going_on = replace(WITHDRAWN, plan=replace(WITHDRAWN.plan, rounds=7))
    assert printed(going_on, "FB") == printed(going_on, "BH")
    over = replace(WITHDRAWN, plan=replace(WITHDRAWN.plan, rounds=5))
    assert printed(over, "BH", [1, 5]) == {1: "14.5", 5: "3.0"}
    assert printed(over, "FB", [1, 5]) == {1: "14.5", 5: "3.5"}


def test_the_least_of_unplayed_rounds_is_cut_only_if_it_is_not_less() -> None:
    """The cases that the server's tests spell out: 0.00 stays and 2.50 goes; of 1.00 and 1.00 the unplayed one goes."""

    def left(*parts: tuple[int, float, float, bool]) -> list[int]:
        made = [
            Part(no, (), Fraction(worth), PartKind.COUNTED, Fraction(strength), vur)
            for no, strength, worth, vur in parts
        ]
        return [part.round for part in cut(made, 1, 0) if part.kind is not PartKind.CUT]

    assert left((1, 5.5, 2.75, True), (4, 6, 0, True), (10, 2.5, 2.5, False), (2, 5, 5, False)) == [1, 4, 2]
    assert left((1, 1, 1, False), (2, 4, 1, True)) == [1]
