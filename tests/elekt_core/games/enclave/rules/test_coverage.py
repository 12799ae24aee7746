"""Every rule of Enclave that can be shown is shown by a test, and the table says so."""

from __future__ import annotations

import re
from pathlib import Path

from elekt_core.games import enclave
from elekt_core.games.enclave.play import QUESTIONS
from elekt_core.games.enclave.refusals import CODES

from .marks import ABOUT, NUMBERS, TABLE, missing, shown, table


def test_every_rule_has_a_test_or_a_reason() -> None:
    assert missing() == []
    assert set(shown()) | set(ABOUT) == set(NUMBERS)


def test_the_table_is_up_to_date() -> None:
    assert TABLE.read_text(encoding="utf-8") == table(), "python -m tests.elekt_core.games.enclave.rules.marks"


def test_code_cites_rules_that_there_are() -> None:
    cited = set(CODES.values()) | {question.rule for question in QUESTIONS.values()}
    for path in Path(enclave.__file__).parent.rglob("*.py"):
        cited |= set(re.findall(r"\bZ\d+(?:\.\d+)+", path.read_text(encoding="utf-8")))
    known = set(NUMBERS) | {number.rpartition(".")[0] for number in NUMBERS}
    points = {"Z14.14.1", "Z14.14.3", "Z14.14.5", "Z14.14.6"}  # points of the list in Z14.14
    assert cited - known - points == set()
