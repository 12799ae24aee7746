"""Every rule and every card has a test, and the table in docs/ says which."""

from __future__ import annotations

import pytest

from elekt_core.games.elekt import game

from . import marks
from .marks import TABLE, marked, missing, table
from .numbers import LISTS, NUMBERS


def test_no_rule_and_no_card_is_without_a_test() -> None:
    assert missing() == []


def test_the_table_of_rules_and_tests_is_up_to_date() -> None:
    assert TABLE.read_text(encoding="utf-8") == table(), "run python -m tests.elekt_core.games.elekt.rules.marks"


@pytest.mark.parametrize(
    ("marker", "known"), [("rule", (*NUMBERS, *LISTS)), ("card", [card.id for card in game.cards.cards])]
)
def test_markers_name_rules_and_cards_that_exist(marker: str, known: list[str]) -> None:
    others = {number for number in marked(marker) if number not in known}
    assert {number for number in others if not number.startswith("C4.6.")} == set()


def test_a_gap_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    gaps, every = ["E7.4", "E21.28", "E26", "symbiont"], marks.marked
    monkeypatch.setattr(marks, "marked", lambda marker: {k: v for k, v in every(marker).items() if k not in gaps})
    assert missing() == gaps
