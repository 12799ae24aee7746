"""The guided first game: followed, it shows everything it promises; left, it goes on; and its words are whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from elekt_core.chance import SeededChance
from elekt_core.contract import Decision, SeatNo
from elekt_core.games.elekt import game
from elekt_core.games.elekt.decisions import KINDS
from elekt_core.games.elekt.events import KINDS as EVENT_KINDS
from elekt_core.games.elekt.lessons import lessons
from elekt_core.games.elekt.lessons.course import Course
from elekt_core.games.elekt.rules import rule
from elekt_core.lesson import Coaching
from elekt_core.record.match import Play
from elekt_core.registry import bots_of, get_bot

ME, TUTOR = SeatNo(0), SeatNo(1)


def first_game() -> Course:
    lesson = lessons()[0]
    assert isinstance(lesson, Course)
    return lesson


class Learner:
    """Plays the lesson against its tutor: takes what is suggested, and the default where nothing is."""

    def __init__(self, seed: int, follow: bool = True) -> None:
        self.lesson = first_game()
        self.play = Play.begin(game, self.lesson.setup, SeededChance(bytes([seed]) * 32))
        self.seed = seed
        self.follow = follow
        self.heard: list[Coaching] = []

    def coaching(self, language: str = "en") -> Coaching:
        view = game.view(self.play.state, ME)
        events = [game.redact(event, ME) for event in self.play.events]
        return self.lesson.coach(game, events, view, game.options(view, ME), language)

    def asked(self) -> SeatNo | None:
        return next((question.seat for question in game.awaiting(self.play.state) if not question.optional), None)

    def run(self, most: int = 400) -> Learner:
        for _ in range(most):
            seat = self.asked()
            if seat is None:
                return self
            self.play.decide(self._mine() if seat == ME else self._tutors())
        raise AssertionError("the lesson has no end")

    def _mine(self) -> Decision:
        said = self.coaching()
        self.heard.append(said)
        view = game.view(self.play.state, ME)
        options = game.options(view, ME)
        path = said.advice.path if said.advice and self.follow else ()
        if path:
            return next(option for option in options if game.parts(option)[: len(path)] == path)
        return options[SeededChance(bytes([self.seed]) * 32).pick(len(self.play.events), len(options))]

    def _tutors(self) -> Decision:
        view = game.view(self.play.state, TUTOR)
        chance = SeededChance(bytes([self.seed, len(self.play.events) % 256]) * 16)
        return self.lesson.tutor.choose(game, view, game.options(view, TUTOR), chance)


@pytest.mark.parametrize("seed", range(6))
def test_who_follows_the_coach_sees_every_topic_within_the_first_round(seed: int) -> None:
    learner = Learner(seed).run()
    before_round_two = [said for said in learner.heard if said.advice and "give_sceptre" not in said.advice.path]
    assert before_round_two
    started = next(i for i, said in enumerate(learner.heard) if said.advice and not said.advice.hint)
    assert started >= 12
    assert learner.heard[started].learned == 5
    assert learner.play.state.ended is not None


@pytest.mark.parametrize("seed", range(6))
def test_every_suggestion_of_the_first_round_is_made(seed: int) -> None:
    heard = Learner(seed).run().heard
    made = {said.advice.path for said in heard if said.advice and said.advice.path}
    written = {tuple(moment["try"].split()) for moment in first_game().data["moment"] if "try" in moment}
    assert made == written


@pytest.mark.parametrize("seed", range(12))
def test_who_does_something_else_still_gets_to_the_end_and_is_always_told_something(seed: int) -> None:
    learner = Learner(seed, follow=False).run()
    assert all(said.advice is not None for said in learner.heard)


def test_each_thing_is_explained_once_in_the_order_in_which_it_happens() -> None:
    heard = Learner(1).run().heard
    titles = [tip.title for said in heard for tip in said.tips]
    assert len(titles) == len(set(titles))
    assert titles.index("Assignment phase") < titles.index("Confrontation phase") < titles.index("End of the round")


def test_the_end_is_explained_too() -> None:
    said = Learner(2).run().coaching()
    assert "The end" in [tip.title for tip in said.tips]
    assert said.advice is not None
    assert said.advice.rules == ("E11.7",)


def test_there_is_advice_for_every_question_of_a_duel() -> None:
    general = {moment["question"] for moment in first_game().data["moment"] if "round" not in moment}
    with_position = {"set_direction"}
    assert set(KINDS) - {"concede", "houses_lose", "houses_choice"} <= general | with_position


def test_the_tutor_sits_only_at_lessons() -> None:
    lesson = first_game()
    assert lesson.bot not in bots_of(game)
    assert get_bot(game, lesson.bot) is lesson.tutor


def texts(data: Any) -> Iterator[Mapping[str, str]]:
    if isinstance(data, Mapping):
        if "en" in data:
            yield data
        else:
            for value in data.values():
                yield from texts(value)
    elif isinstance(data, list):
        for value in data:
            yield from texts(value)


def test_every_text_stands_in_both_languages() -> None:
    found = list(texts(first_game().data))
    assert len(found) > 50
    for text in found:
        assert set(text) == {"en", "pl"}
        assert all(words.strip() for words in text.values())


def test_every_rule_and_event_that_the_lesson_names_exists() -> None:
    data = first_game().data
    for part in ("first", "moment", "topic"):
        for entry in data[part]:
            assert all(rule(number, "pl") for number in entry["rules"]), entry
    assert all(entry["event"] in EVENT_KINDS for entry in data["first"])
