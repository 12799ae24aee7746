"""How what can be entered is named, and what a board calls it: each answer can be told from the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from elekt_core.bots import derive
from elekt_core.chance import SeededChance
from elekt_core.contract import Decision, SeatNo, Viewer
from elekt_core.record.match import Play
from elekt_core.registry import get_bot
from elekt_core.scribe import Choice, Session

from .witness import NAMES, answers, played, seen


class Recorded:
    """A game of three as ``viewer`` enters it; a bot plays it elsewhere."""

    def __init__(self, game: str, viewer: Viewer = None) -> None:
        self.play: Play[Any] = played(game, b"words")
        self.session = Session(self.play.game, self.play.setup, viewer, "words")
        self.viewer = viewer

    def enter(self, decision: Decision | None = None) -> None:
        self.session.enter(answers(self.session, decision, seen(self.play, self.viewer)))

    def decide_until(self, kind: str, seat: int | None = None) -> None:
        """Up to the next question of this kind (to this seat)."""
        game, made = self.play.game, 0
        while (asked := game.awaiting(self.play.state)[0]).kind != kind or seat not in (None, asked.seat):
            options, view = game.options(self.play.state, asked.seat), game.view(self.play.state, asked.seat)
            decision = get_bot(game, "greedy").choose(game, view, options, SeededChance(derive("words", made)))
            self.play.decide(decision)
            self.enter(decision)
            made += 1

    def choices(self, *picks: str) -> Sequence[Choice]:
        return self.session.question(picks, "en", NAMES).choices


def test_the_scribes_own_sealed_action_is_told_from_the_others_and_lies_in_their_hand() -> None:
    recorded = Recorded("enclave", SeatNo(0))
    recorded.enter()
    recorded.decide_until("choose_action")
    choices = recorded.choices("seat:0")
    six = {"Shepherd", "Oracle", "Glizda's Office", "Knife Square", "Boarding the Enclave", "Towards the Tree"}
    assert {one.label for one in choices} == six  # the rulebook's six action cards
    assert {one.places[0].partition(":")[0] for one in choices} == {"action"}
    assert len({one.places for one in choices}) == len(six)


@pytest.mark.parametrize(("game", "picks"), [("elekt", 2), ("enclave", 11)])
def test_a_card_that_is_turned_up_is_offered_by_its_name(game: str, picks: int) -> None:
    recorded = Recorded(game)
    given = answers(recorded.session, None, seen(recorded.play, None))[:picks]
    question = recorded.session.question(given, "en", NAMES)
    names = {face.words.name for face in recorded.play.game.gallery("en")}
    assert {one.label for one in question.choices} <= names
    assert "…" in question.text


def test_what_was_answered_so_far_is_told_with_its_place() -> None:
    recorded = Recorded("elekt")
    recorded.enter()
    recorded.decide_until("assign_or_pass")
    unit = next(one for one in recorded.choices() if one.key.startswith("unit:"))
    question = recorded.session.question([unit.key], "en", NAMES)
    assert [(one.label, one.places) for one in question.taken] == [(unit.label, (unit.key,))]
    assert {place for one in question.choices for place in one.places} == {
        "zone:missions",
        "zone:influences",
        "zone:court",
    }


def test_copies_that_look_the_same_are_one_choice_with_all_their_places() -> None:
    recorded = Recorded("enclave", SeatNo(0))
    recorded.enter()
    recorded.decide_until("market")
    places = [place for one in recorded.choices() for place in one.places]
    offered = [key.key for key in recorded.session.asking(()).offers if key.sort == "part"]
    assert sorted(places) == sorted(offered)
