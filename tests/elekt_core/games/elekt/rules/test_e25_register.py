"""E25: the register of ambiguities. Each row points to the tests, and the scenarios, of its rule."""

from __future__ import annotations

import pytest

from elekt_core.games.elekt.rules import rulebook

from .marks import TABLE, marked, rule
from .numbers import AMBIGUOUS

MEDIUM = """
    E4.4 E6.3 E6.5 E6.7 E7.14 E8.15 E8.18 E9.3 E11.4 E12.4 E14.6 E14.7 E15.8 E15.13 E16.2 E18.13
    E15.12 E16.5 E19.3 E19.4 E21.2 E21.19 E21.23 E21.24 E21.28 E21.33 E21.41
"""
CONFIDENCE = {"medium": MEDIUM.split(), "ours": ["E11.8", "E16.3"]}
"""What is not of high confidence."""


@rule("E25")
@pytest.mark.parametrize("number", AMBIGUOUS)
def test_the_answer_to_every_open_question_is_shown_by_a_test(number: str) -> None:
    assert marked("rule").get(number), number


@rule("E25", "E0.3")
def test_the_register_says_how_sure_each_answer_is() -> None:
    for found, asked in rulebook("en").questions:
        expected = next((word for word, numbers in CONFIDENCE.items() if found.number in numbers), "high")
        assert asked.confidence == {"ours": "our own decision"}.get(expected, expected), found.number


@rule("E25")
def test_the_table_of_coverage_has_a_row_for_each_of_them() -> None:
    _, _, register = TABLE.read_text(encoding="utf-8").partition("## E25")
    register, _, _ = register.partition("## E26")
    rows = [line for line in register.splitlines() if line.startswith("| E") and not line.startswith("| E25")]
    assert [row.split(" | ")[0].removeprefix("| ") for row in rows] == AMBIGUOUS
