"""The rules texts that players read: complete, in both languages, and citable."""

from __future__ import annotations

import re

import pytest

from elekt_core.games.elekt.decisions import CODES
from elekt_core.games.elekt.rules import LANGUAGES, rule, rules

from .numbers import CHAPTERS, NUMBERS


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_texts_have_exactly_the_numbers_of_the_specification(language: str) -> None:
    assert tuple(number for section in rules(language) for number, _ in section.rules) == NUMBERS
    assert [section.id for section in rules(language)] == list(CHAPTERS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_is_a_sentence_in_its_language(language: str) -> None:
    for number in NUMBERS:
        text = rule(number, language)
        assert text.endswith((".", "”.")), number
        assert not re.search("[ąćęłńśźż]", text) or language == "pl", number
        assert not re.search(r"\b(the|of|and)\b", text) or language == "en", number


def test_the_two_languages_give_the_same_numbers() -> None:
    for number in NUMBERS:
        found = [sorted(re.findall(r"\d+", rule(number, language))) for language in LANGUAGES]
        assert found[0] == found[1], number


def test_every_rule_that_a_refusal_cites_can_be_read() -> None:
    for cited in CODES.values():
        for language in LANGUAGES:
            assert rule(cited, language), cited


def test_an_unknown_number_has_no_text() -> None:
    assert rule("E99.1", "en") == ""
