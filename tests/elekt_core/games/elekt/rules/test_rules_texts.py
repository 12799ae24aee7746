"""The rules texts that players read: complete, in both languages, with their sources, and citable."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from elekt_core.games.elekt.decisions import CODES
from elekt_core.games.elekt.rules import rule as text_of
from elekt_core.games.elekt.rules import rulebook, rules
from elekt_core.messages import LANGUAGES
from elekt_core.rulebook import Rule, Rulebook

from .marks import rule
from .numbers import AMBIGUOUS, CHAPTERS, LISTS, MARKS, NUMBERS, TERMS

BOOKS = {language: rulebook(language) for language in LANGUAGES}
languages = pytest.mark.parametrize("language", LANGUAGES)


def sentences(found: Rule) -> list[str]:
    asked = found.open
    return [found.text, *((asked.question, asked.answer, asked.why) if asked else ())]


def figures(text: str) -> list[str]:
    return sorted(re.findall(r"\d+", text))


@languages
def test_the_texts_have_exactly_the_numbers_of_the_specification(language: str) -> None:
    assert tuple(found.number for chapter in rules(language) for found in chapter.rules) == NUMBERS
    assert [chapter.id for chapter in rules(language)] == list(CHAPTERS)


@languages
@rule("E0.1")
def test_every_rule_says_where_it_comes_from(language: str) -> None:
    for chapter in rules(language):
        marks = [" ".join(found.marks) for found in chapter.rules]
        assert marks == [mark for mark in MARKS.get(chapter.id, "").split("; ") if mark], chapter.id
        assert all(found.sources and all(found.sources) for found in chapter.rules)


@languages
@rule("E0.3", "E25")
def test_every_question_that_the_rulebooks_leave_open_is_registered(language: str) -> None:
    asked = BOOKS[language].questions
    assert [found.number for found, _ in asked] == AMBIGUOUS
    for found, question in asked:
        assert question.question.endswith("?"), found.number
        assert question.answer.endswith((".", ".)")), found.number
        assert question.why.endswith("."), found.number
        assert question.source, found.number
        assert question.confidence, found.number


@languages
@rule("E26")
def test_the_glossary_has_every_term_in_the_order_of_its_alphabet_with_a_rule_that_explains_it(language: str) -> None:
    book = BOOKS[language]
    assert len(book.terms) == TERMS
    assert all(book.rule(term.rule) for term in book.terms)
    alphabet = " -aąbcćdeęfghijklłmnńoópqrsśtuvwxyzźż"
    keys = [[alphabet.index(letter) for letter in term.word.lower()] for term in book.terms]
    assert all(one < two for one, two in pairwise(keys))


@rule("E26")
def test_each_term_has_its_word_in_the_other_language() -> None:
    words = {language: {term.id: term.word for term in book.terms} for language, book in BOOKS.items()}
    assert {term.id: term.abroad for term in BOOKS["pl"].terms} == {i: (word,) for i, word in words["en"].items()}
    assert words["pl"]["heat"] == "Żar"
    assert words["en"]["heat"] == "Heat"


@languages
def test_every_rule_is_a_sentence_in_its_language(language: str) -> None:
    names = "Powołanie|Wiedźmy|Spiż|Rubież"  # expansions keep their Polish names (E22.1)
    for found in BOOKS[language].by_number.values():
        for text in sentences(found):
            text = re.sub(names, "", text)
            assert text.endswith((".", "”.", "?", ".)")), found.number
            assert not re.search("[ąćęłńśźż]", text) or language == "pl", found.number
            assert not re.search(r"\b(the|of|and)\b", text) or language == "en", found.number


def test_the_two_languages_give_the_same_figures() -> None:
    for number in NUMBERS:
        polish, english = (sentences(BOOKS[language].by_number[number]) for language in ("pl", "en"))
        assert [figures(text) for text in polish] == [figures(text) for text in english], number


@languages
def test_a_rule_names_only_rules_that_there_are(language: str) -> None:
    book = BOOKS[language]
    for found in book.by_number.values():
        for text in sentences(found):
            for number in re.findall(r"\b[EC]\d+(?:\.\d+)?\b", text):
                assert book.has(number), f"{found.number} names {number}"


def test_a_rule_knows_who_names_it() -> None:
    def naming(book: Rulebook, number: str) -> set[str]:
        return {found.number for found in book.mentions(number)}

    for book in BOOKS.values():
        assert "E8.10" in naming(book, "E9.17"), "it names E9.15 to E9.18"
        assert {"E21.27", "E21.30"}.isdisjoint(naming(book, "E21.27"))
        assert "E21.40" in naming(book, "E21.27")


@languages
def test_a_table_row_stands_in_cells_and_in_words(language: str) -> None:
    for chapter in rules(language):
        for found in chapter.rules:
            assert not found.cells or len(found.cells) == len(chapter.columns), found.number
            assert all(cell.rstrip(".") in found.text for cell in found.cells), found.number


def test_every_rule_that_a_refusal_cites_can_be_read() -> None:
    for cited in CODES.values():
        for language in LANGUAGES:
            assert text_of(cited, language), cited


def test_an_unknown_number_has_no_text() -> None:
    assert text_of("E99.1", "en") == ""
    assert not BOOKS["en"].has("E99")
    assert all(BOOKS["en"].has(number) for number in LISTS)
