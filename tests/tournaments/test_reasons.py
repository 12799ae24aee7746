"""Every reason that a format gives is said in whole sentences, in both languages, with names and points."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.utils import translation

from tournaments import formats, plans
from tournaments.formats.contract import EntrantNo, Plan, Reason
from tournaments.formats.dutch.reasons import CRITERIA, ENGLISH, RULES
from tournaments.reasons import SENTENCES, WHY, said
from tournaments.rehearsal import Rates, rehearse
from tournaments.settings import StagePlan

NAMES = {EntrantNo(no): f"Player {no}" for no in range(1, 33)}
SOURCES = [path.read_text() for path in Path(formats.__file__).parent.rglob("*.py")]
PREFIXED = r'"((?:pods|club_swiss|dutch)_\w+)"'
"""Codes of tables and byes are chosen before they are put into a Reason."""


def given_codes() -> set[str]:
    text = "\n".join(SOURCES)
    refused = set(re.findall(r'(?:CannotPair|BadPlan\([^()]*)\(?Reason\(\s*"(\w+)"', text))
    refused |= set(re.findall(r'BadPlan\([^\n]*Reason\("(\w+)"', text))
    direct = set(re.findall(r'(?<!CannotPair\()Reason\(\s*"(\w+)"', text)) - refused
    return direct | (set(re.findall(PREFIXED, text)) - {"club_swiss"})


def test_every_reason_has_a_sentence() -> None:
    codes = given_codes()
    assert len(codes) > 40
    assert codes <= set(SENTENCES)
    assert set(ENGLISH) <= set(SENTENCES)
    assert set(CRITERIA) | set(RULES) == set(WHY)


@pytest.mark.parametrize("code", sorted(SENTENCES))
def test_each_is_said_in_polish_and_in_english(code: str) -> None:
    words = re.findall(r"%\((\w+)\)", SENTENCES[code])
    data = {word: [[1, 2, 1]] if word == "pairs" else 1 for word in words if word != "why"}
    told = []
    for language in ("en", "pl"):
        with translation.override(language):
            told.append(said(Reason(code, data), NAMES))
    assert told[0] != told[1]
    assert not [text for text in told if "%" in text or code == text]


@pytest.mark.parametrize("code", sorted(WHY))
def test_each_criterion_is_said_in_polish_and_in_english(code: str) -> None:
    data = {"entrant": 1, "other": 2, "criterion": code}
    told = []
    for language in ("en", "pl"):
        with translation.override(language):
            told.append(said(Reason("dutch_passed", data), NAMES))
    assert told[0] != told[1]
    assert all("Player 2" in text and code in text for text in told)


def test_what_else_there_is_to_say_follows() -> None:
    reason = Reason(
        "repaired",
        {
            "scores": {
                "code": "pods_near_scores",
                "data": {
                    "highest": 7,
                    "lowest": "20/3",
                    "also": [{"code": "pods_repeat", "data": {"pairs": [[3, 5, 2]]}}],
                },
            }
        },
    )
    with translation.override("en"):
        assert said(reason, NAMES) == (
            "Seated again when the round was repaired. Scores at this table: 3⅓ to 3½ points. "
            "They have met before: Player 3 – Player 5 (2×). No round without a repeat was found."
        )


@pytest.mark.parametrize(
    "plan",
    [
        Plan("pods", 4, 3, 4),
        Plan("dutch", rounds=4),
        Plan("club_swiss", rounds=4),
    ],
    ids=lambda plan: str(plan.format),
)
def test_the_reasons_of_a_whole_tournament_are_all_in_words(plan: Plan) -> None:
    """None comes out as a bare code."""
    done = rehearse([StagePlan("main", plans.plain(plan))], 11, seed=5, rates=Rates(draws=0.5))
    given = [table.pairing.reason for table in done.state.stages["main"].tables() if table.pairing.reason]
    with translation.override("en"):
        told = [said(reason, NAMES) for reason in given]
    assert told
    assert not [text for text in told if not text.endswith(".") or "_" in text or "%" in text]
