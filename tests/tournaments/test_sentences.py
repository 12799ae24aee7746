"""Whatever a tournament refuses is a sentence, in both languages, whoever raises it and with whatever data."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.utils import translation

import tournaments
from tournaments.formats.contract import BadPlan, Plan, Reason
from tournaments.formats.registry import format_of, names
from tournaments.plans import check
from tournaments.sentences import SENTENCES
from web import error_words
from web.errors import BadRequest, Conflict

SOURCES = "\n".join(path.read_text() for path in Path(tournaments.__file__).parent.rglob("*.py"))
PATTERNS = (
    r'(?:NotFound|BadRequest|NotAllowed|Conflict|_Unreadable)\(\s*"(\w+)"',
    r'BadPlan\([^\n]*Reason\("(\w+)"',
    r'CannotPair\(Reason\("(\w+)"',
    r'refuse\([^,()]+,\s*"(\w+)"',
    r'\b_no\("(\w+)"',
)


def raised() -> set[str]:
    return {code for pattern in PATTERNS for code in re.findall(pattern, SOURCES)}


def test_every_code_that_is_raised_has_a_sentence() -> None:
    assert len(raised()) > 90
    assert raised() <= set(error_words.sentences())


@pytest.mark.parametrize("code", sorted(SENTENCES))
def test_every_sentence_is_there_in_polish_and_in_english(code: str) -> None:
    data = dict.fromkeys(re.findall(r"%\((\w+)\)", SENTENCES[code]), "X")
    told = []
    for language in ("en", "pl"):
        with translation.override(language):
            told.append(error_words.explain(BadRequest(code, **data)).sentence)
    assert told[0] != told[1]
    assert all(text.count("X") == len(data) and "%" not in text for text in told)


WRONG = [
    Plan("pods", 4, 3, settings={"byes": "often"}),
    Plan("pods", 5, 3),
    Plan("pods", 4, 3, 999),
    Plan("dutch", settings={"forbidden": [1]}),
    Plan("dutch", settings={"colour": "green"}),
    Plan("single_elimination", rounds=4),
    Plan("single_elimination", settings={"through": 9}),
    Plan("single_elimination", settings={"lengths": 3}),
    Plan("single_elimination", 4, 3, settings={"third_place": True}),
    Plan("double_elimination", 4, 3, settings={"reset": True}),
    Plan("round_robin", rounds=3),
    Plan("ladder", 3, 3),
    Plan("arena", rounds=3),
    Plan("dutch", tie_breaks=("XYZ",)),
    Plan("dutch", tie_breaks=("BH", "BH")),
    Plan("nothing"),
]


@pytest.mark.parametrize("plan", WRONG, ids=lambda plan: f"{plan.format}-{sorted(plan.settings)}")
def test_a_plan_that_cannot_be_played_is_refused_in_words(plan: Plan) -> None:
    with pytest.raises(BadPlan) as bad:
        check(plan, 16)
    _is_said(refused(bad.value))


@pytest.mark.parametrize("name", sorted(names()))
def test_a_field_that_is_too_small_is_refused_in_words(name: str) -> None:
    with pytest.raises(BadPlan) as bad:
        format_of(name).check(Plan(name), 0)
    _is_said(refused(bad.value))


def test_lists_are_read_out() -> None:
    with translation.override("en"):
        said = error_words.explain(Conflict("tables_without_result", tables=[3, 8])).sentence
    assert said == "These tables have no result yet: 3, 8."


def test_five_players_in_pods_are_told_what_would_do() -> None:
    reason = Reason("field_does_not_divide", {"entrants": 5, "seats": 4, "least": 3, "fewer": 4, "more": 6})
    with translation.override("en"):
        said = error_words.explain(refused(BadPlan("entrants", reason))).sentence
    assert said == "5 players do not fill tables of 3 to 4. With 4 or 6 players they do."


def refused(bad: BadPlan) -> Conflict:
    """As decisions refuse it."""
    return Conflict(bad.reason.code, **{**bad.reason.data, "field": bad.field})


def _is_said(error: Conflict) -> None:
    for language in ("en", "pl"):
        with translation.override(language):
            sentence = error_words.explain(error).sentence
        assert error.code not in sentence
        assert sentence[-1] in ".:" or ": " in sentence


def test_a_stage_is_named_and_not_called_by_its_key() -> None:
    with translation.override("en"):
        assert (
            error_words.explain(Conflict("stage_is_closed", stage="division-2")).sentence
            == "The stage “Division 2” is over."
        )
