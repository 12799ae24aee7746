"""E0: conventions."""

from __future__ import annotations

import random
from typing import Any

import pytest

from elekt_core.chance import SeededChance
from elekt_core.contract import Decision, Setup
from elekt_core.errors import BadSetup
from elekt_core.games.elekt import game
from elekt_core.kit.notation import kind_of

from ..builders import position
from .marks import rule

RULESET = "elekt-2e-r2"
CHANCE = SeededChance(b"conventions")


def start(seats: int = 2, **options: object) -> tuple[Any, ...]:
    return game.start(Setup("elekt", RULESET, seats, options), CHANCE)


@rule("E0.1")
def test_every_card_says_where_it_comes_from() -> None:
    for card in game.cards.cards:
        assert card.provenance in ("rulebook", "public", "completed", "original")
        assert bool(card.completed) == (card.provenance == "completed")


@rule("E0.2")
def test_the_second_edition_is_played_unless_the_first_is_agreed() -> None:
    assert start()[0].edition == 2
    assert start(edition=1)[0].edition == 1
    with pytest.raises(BadSetup):
        start(edition=3)


@rule("E0.3", "E24.5")
def test_a_game_names_its_ruleset_and_no_other_is_accepted() -> None:
    assert start()[0].ruleset == RULESET
    with pytest.raises(BadSetup) as caught:
        game.start(Setup("elekt", "elekt-2e-r0", 2, {}), CHANCE)
    assert caught.value.data["field"] == "ruleset"


@rule("E0.4", "E15.12")
def test_may_includes_declining_and_must_does_not() -> None:
    may = position(hands={0: ["acolyte"]}).assign("acolyte", "court")
    assert may.asked == (0, "use_instant")
    assert may.paths() == ["decline", "use"]
    must = position(hands={0: ["dignitary", "acolyte", "nameless"]}, face_up={"missions": "mechanical_staldorg"})
    must.assign("dignitary", "missions")
    assert must.asked == (0, "discard_from_hand")
    assert must.paths() == ["unit:acolyte.0", "unit:nameless.0"]


@rule("E0.5")
def test_a_player_is_a_seat_of_two_to_four() -> None:
    for seats in (2, 3, 4):
        assert start(seats)[0].seats == seats
    for seats in (0, 1, 5):
        with pytest.raises(BadSetup):
            start(seats)


@rule("E0.6")
def test_a_record_is_folded_without_drawing_again() -> None:
    batch = start(3)
    folded, again = game.initial(), game.initial()
    for event in batch:
        game.evolve(folded, event)
    for event in batch:  # ``evolve`` is given no chance to ask
        game.evolve(again, game.decode_event(_kind(event), 1, game.encode_event(event)))
    assert folded == again
    assert folded.decks[3]


@rule("E0.7")
def test_decisions_and_draws_determine_the_game_and_one_decision_is_open_at_a_time() -> None:
    def play(seats: int) -> list[object]:
        choose, log, state = random.Random(5), list[object](), game.initial()
        batch = start(seats)
        for _ in range(300):
            for event in batch:
                game.evolve(state, event)
            log += batch
            open_questions = game.awaiting(state)
            if not open_questions or open_questions[0].optional:
                break
            assert len(open_questions) == 1
            options = game.options(state)
            decision: Decision = options[choose.randrange(len(options))]
            batch = game.decide(state, decision, CHANCE)
        return log

    for seats in (2, 3, 4):
        assert play(seats) == play(seats)


def _kind(event: object) -> str:
    return kind_of(type(event))
