"""The rules by number: the same ones in both languages, each with a test, and every fact with its rules."""

from __future__ import annotations

import random
import re

from elekt_core.games.elector_counts import events as e
from elekt_core.games.elector_counts.decisions import CODES
from elekt_core.games.elector_counts.game import game
from elekt_core.games.elector_counts.play import QUESTIONS
from elekt_core.games.elector_counts.rules import CITED, ENDS, OURS
from elekt_core.rulebook import NUMBER

from .builders import fresh
from .fuzz import any_decision
from .marks import CHAPTERS, rules

BOOKS = [game.rulebook(language) for language in ("pl", "en")]
TECHNICAL = {e.GameCreated, e.SupportDiscarded, e.ConflictEnded, e.Awaiting}


def test_both_languages_have_every_rule() -> None:
    for book in BOOKS:
        assert list(book.by_number) == rules()
        assert len(book.chapters) == len(CHAPTERS) + 2
        assert all(rule.text.endswith((".", "!")) for rule in book.by_number.values())


def test_figures_and_references_are_the_same_in_both_languages() -> None:
    polish, english = BOOKS
    for number in rules():
        texts = [book.by_number[number].text for book in (polish, english)]
        figures = [sorted(re.findall(r"\d+", NUMBER.sub("", text))) for text in texts]
        assert figures[0] == figures[1], number
        assert set(NUMBER.findall(texts[0])) == set(NUMBER.findall(texts[1])), number


def test_open_questions_and_words_are_told_in_both_languages() -> None:
    polish, english = BOOKS
    asked = [{number for number, rule in book.by_number.items() if rule.open} for book in BOOKS]
    assert asked == [set(OURS), set(OURS)]
    for number in OURS:
        one, other = (book.by_number[number].open for book in BOOKS)
        assert one is not None
        assert other is not None
        assert all(text.endswith((".", "?", "!")) for q in (one, other) for text in (q.question, q.answer, q.why))
        assert one.question != other.question
    assert {term.id for term in polish.terms} == {term.id for term in english.terms}
    assert all(book.has(term.rule) for book in BOOKS for term in book.terms)
    assert [chapter.kind for chapter in english.chapters[-2:]] == ["questions", "words"]


def test_every_number_that_is_cited_is_a_rule() -> None:
    book = BOOKS[1]
    asking = [question.rule for question in QUESTIONS.values()]
    cited = {*CODES.values(), *asking, *ENDS, *OURS, *(n for numbers in CITED.values() for n in numbers)}
    assert [number for number in cited if not book.has(number)] == []
    for rule in book.by_number.values():
        assert all(book.has(number) for number in NUMBER.findall(rule.text)), rule


def test_every_fact_of_whole_games_names_its_rules() -> None:
    told = {e.GameEnded, e.CardsDrawn, *CITED}
    assert set(e.KINDS.values()) - told == TECHNICAL
    table, citer, draw = fresh(3), game.citer(), random.Random("cited")
    state = game.initial()
    while True:
        for event in table.events:
            game.evolve(state, event)
            numbers = citer.rules(event, state)
            assert bool(numbers) != (type(event) in TECHNICAL), event
            assert all(BOOKS[0].has(number) for number in numbers)
        if not table.state.question:
            break
        decision = any_decision(table.state, draw, 0, True)
        table.decide(decision.seat, decision.kind, *decision.choice)


def test_cards_show_the_rules_of_their_keywords() -> None:
    assert game.shown_by("K11.3") == ("support_rallying_horn",)
    assert len(game.shown_by("K9.3")) == 4
    for card in game.gallery("en"):
        page = game.card(card.id, "en")
        assert page is not None
        assert all(BOOKS[0].has(number) for number in page.rules)
        assert page.origin
        assert [language for language, _ in page.texts] == ["en", "pl"]
    assert game.card("end_of_game", "en") is None
