"""Whatever is refused is said in one sentence, in the language of who asked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.utils import translation

import matches
from elekt_core.errors import (
    BadSetup,
    CoreError,
    IllegalDecision,
    MalformedDecision,
    MatchOver,
    NotYourTurn,
    UnknownGame,
)
from matches.sentences import SENTENCES as OWN
from tests.elekt_core import toy
from web import error_words, errors

SENTENCES = {code: said for code, said in (*error_words.OWN_SENTENCES.items(), *OWN.items()) if "." not in code}
NAMED = [code.removesuffix(".named") for code in OWN if code.endswith(".named")]
SOURCES = [path.read_text() for path in Path(matches.__file__).parent.rglob("*.py")]


def test_every_code_that_is_raised_has_a_sentence() -> None:
    raised = {
        code
        for text in SOURCES
        for code in re.findall(r'(?:NotFound|BadRequest|NotAllowed|Conflict)\(\s*"(\w+)"', text)
    }
    assert len(raised) > 15
    assert raised <= set(error_words.sentences())


@pytest.mark.parametrize("code", sorted(SENTENCES))
def test_every_sentence_is_there_in_polish_and_in_english(code: str) -> None:
    data = dict.fromkeys(re.findall(r"%\((\w+)\)", SENTENCES[code]), "X")
    said = []
    for language in ("en", "pl"):
        with translation.override(language):
            said.append(error_words.explain(errors.BadRequest(code, **data)).sentence)
    assert said[0] != said[1]
    assert "%" not in "".join(said)
    assert all(sentence.count("X") == len(data) for sentence in said)


@pytest.mark.parametrize("code", sorted(NAMED))
def test_who_sits_on_the_seat_is_named_and_no_seat_is_counted(code: str) -> None:
    """Pages count seats from 1, programs from 0: a number in a sentence would be wrong for one of them."""
    for language in ("en", "pl"):
        with translation.override(language):
            named = error_words.explain(errors.Conflict(code, seat=1), names=("Alice", "Bob")).sentence
            others = [
                error_words.explain(errors.Conflict(code, seat=seat), names=names).sentence
                for seat, names in ((1, ("Alice", "")), (1, ()), (7, ("Alice", "Bob")), (-1, ("Alice", "Bob")))
            ]
        assert "Bob" in named
        assert not any("Alice" in sentence or "Bob" in sentence for sentence in others)
    assert not [code for code, sentence in SENTENCES.items() if "%(seat)s" in sentence]


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (MalformedDecision("malformed", field="card"), 400),
        (BadSetup("wrong_seats", seats=9), 400),
        (UnknownGame("unknown_game", game="go", nearest=""), 404),
        (NotYourTurn("not_your_turn", seat=0), 409),
        (MatchOver("match_over"), 409),
        (IllegalDecision("not_in_hand", "T1", card=3), 422),
        (errors.StaleVersion(3, 4), 409),
        (errors.NotAllowed("foreign_seat", seat=1), 403),
    ],
)
def test_each_kind_of_refusal_has_its_status(error: CoreError | errors.Refused, status: int) -> None:
    explained = error_words.explain(error, toy.game, ("Alice", "Bob"))
    assert (explained.status, explained.code) == (status, error.code)
    assert explained.rule == getattr(error, "rule", "")
    assert explained.sentence
