"""The rules by number: alike in both languages, each open question with its answer, every fact with its rules."""

from __future__ import annotations

import random
import re

import pytest

from elekt_core.chance import SeededChance
from elekt_core.contract import Setup
from elekt_core.games.enclave import events as e
from elekt_core.games.enclave import game
from elekt_core.games.enclave.cards import CARDS
from elekt_core.games.enclave.play import QUESTIONS
from elekt_core.games.enclave.refusals import CODES
from elekt_core.games.enclave.rules import LISTS
from elekt_core.games.enclave.rules.cited import CITED, ENDS, PHASES, SOURCES, TECHNICAL
from elekt_core.rulebook import NUMBER

from .rules.marks import AMBIGUOUS, NUMBERS, RECONSTRUCTED

BOOKS = [game.rulebook(language) for language in ("pl", "en")]


def test_both_languages_have_every_rule() -> None:
    for book in BOOKS:
        assert list(book.by_number) == NUMBERS
        assert all(rule.text.endswith((".", "!")) for rule in book.by_number.values())
        assert book.glossary == "Z27"


def test_figures_and_references_are_the_same_in_both_languages() -> None:
    polish, english = BOOKS
    for number in NUMBERS:
        texts = [book.by_number[number].text for book in (polish, english)]
        figures = [sorted(re.findall(r"\d+", NUMBER.sub("", text))) for text in texts]
        assert figures[0] == figures[1], number
        assert set(NUMBER.findall(texts[0])) == set(NUMBER.findall(texts[1])), number


def test_every_number_that_is_cited_is_a_rule() -> None:
    book = BOOKS[1]
    cited = {*CODES.values(), *(question.rule for question in QUESTIONS.values()), *ENDS, *PHASES, *SOURCES}
    cited |= {number for numbers in CITED.values() for number in numbers}
    assert [number for number in cited if not book.has(number)] == []
    for rule in book.by_number.values():
        assert all(book.has(number) for number in NUMBER.findall(rule.text)), rule
    for term in book.terms:
        assert book.rule(term.rule), term


def test_what_the_rulebook_leaves_open_is_asked_and_answered() -> None:
    """The numbers come from the specification's marks, AMBIGUITY and RECONSTRUCTED."""
    for book in BOOKS:
        marks = {rule.number: rule.marks for rule, _ in book.questions}
        assert [number for number, mark in marks.items() if mark == ("ours",)] == AMBIGUOUS
        assert [number for number, mark in marks.items() if mark == ("lost",)] == RECONSTRUCTED
        assert all(asked.question.endswith("?") and asked.answer and asked.why for _, asked in book.questions)
    assert [kind for _, _, kind in LISTS["pl"]] == [kind for _, _, kind in LISTS["en"]] == ["words", "questions"]


@pytest.mark.parametrize("seed", range(3))
def test_every_fact_of_whole_games_names_its_rules(seed: int) -> None:
    draw, citer, chance = random.Random(seed), game.citer(), SeededChance(bytes([seed]))
    agreed = {"turn_order": "auction" if seed else "random"}
    state, batch = game.initial(), game.start(Setup("enclave", "", 2 + seed, agreed), chance)
    while True:
        for event in batch:
            game.evolve(state, event)
            numbers = citer.rules(event, state)
            assert bool(numbers) != isinstance(event, TECHNICAL), event
            assert all(BOOKS[0].has(number) for number in numbers)
        if not (options := game.options(state)):
            break
        batch = game.decide(state, draw.choice(options), chance)


def test_gains_at_the_tree_follow_from_the_card_that_is_used() -> None:
    citer = game.citer()
    used = citer.rules(e.TreeCardUsed(0, CARDS.ids["tree_alba_chryzostom"]), None)
    assert used == citer.rules(e.MoneyGained(0, 7, e.TREE_CARD), None) == ("Z18.6",)
    citer.rules(e.MarkerReturned(0, 6), None)
    assert citer.rules(e.MoneyGained(0, 5, e.SHEPHERD), None) == ("Z10.2",)


def test_cards_name_the_rules_about_them() -> None:
    for face in game.gallery("en"):
        page = game.card(face.id, "en")
        assert page is not None
        assert page.rules
        assert all(BOOKS[0].has(number) for number in page.rules)
        assert page.origin
        assert [language for language, _ in page.texts] == ["en", "pl"]
        assert all(face.id in game.shown_by(number) for number in page.rules)
    assert game.shown_by("Z18.2") == ("tree_loki",)
    assert game.card("nothing", "en") is None
