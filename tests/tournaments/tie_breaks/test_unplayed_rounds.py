"""Unplayed rounds (C.07, article 16) in a tournament full of them, as FIDE's tie-break server answers."""

from __future__ import annotations

import pytest

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
