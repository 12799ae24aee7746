"""What may be settled ahead: plans are answers to the question that comes, and when passing ends is public."""

from __future__ import annotations

from typing import Any

import pytest

from elekt_core.bots import RANDOM, bot_chance, derive
from elekt_core.chance import SeededChance
from elekt_core.contract import Event, Game, SeatNo, Setup
from elekt_core.games.elector_counts import game as counts
from elekt_core.games.elekt import events as e
from elekt_core.games.elekt import game as elekt
from elekt_core.games.enclave import game as enclave
from elekt_core.record.match import Play
from tests.sampling import sample

DECISIONS = sample(150, 600)
GAMES = (elekt, enclave, counts)


def played(game: Game[Any], seed: int) -> Play[Any]:
    """Of which the random players have not made a decision yet."""
    setup = Setup(game.name, game.ruleset().name, 3, game.ruleset().agreed(3, {}))
    return Play.begin(game, setup, SeededChance(seed.to_bytes(32, "big")))


def go_on(game: Game[Any], play: Play[Any]) -> tuple[Event, ...]:
    seat = game.awaiting(play.state)[0].seat
    view = game.view(play.state, seat)
    play.decide(RANDOM.choose(game, view, game.options(view, seat), bot_chance(b"ahead", len(play.batches))))
    return play.batches[-1].events


@pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
def test_what_is_expected_is_a_question_to_that_seat_which_often_comes(game: Game[Any]) -> None:
    play, plans, came = played(game, 5), 0, 0
    expected: dict[int, str] = {}
    for _ in range(DECISIONS):
        asked = {question.seat: question.kind for question in game.awaiting(play.state)}
        if not asked:
            break
        for seat in map(SeatNo, range(3)):
            if seat in asked:
                came += expected.pop(seat, "") == asked[seat]
                continue
            view = game.view(play.state, seat)
            before = game.fingerprint(view)
            ahead = game.expected(view, seat)
            assert game.fingerprint(view) == before, "the view was changed"
            if ahead is None:
                continue
            (question,) = [one for one in game.awaiting(ahead) if one.seat == seat]
            options = game.options(ahead, seat)
            assert options
            assert game.words("en", ("A", "B", "C")).decision(options[0], ahead)
            game.what_if(ahead, options[0], "en", ("A", "B", "C"))
            expected[seat], plans = question.kind, plans + 1
        go_on(game, play)
    assert plans > 5
    assert came > 2


@pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
def test_whether_one_may_pass_does_not_tell_of_the_hand(game: Game[Any]) -> None:
    play, offered = played(game, 8), 0
    for number in range(DECISIONS):
        asked = game.awaiting(play.state)
        if not asked:
            break
        other = game.redeal(game.view(play.state, None), SeededChance(derive("ahead", game.name, number)))
        for question in asked:
            passes = [game.is_pass(option) for option in game.options(play.state, question.seat)]
            elsewhere = [game.is_pass(option) for option in game.options(other, question.seat)]
            assert any(passes) == any(elsewhere), question
            offered += any(passes)
        go_on(game, play)
    assert offered or game is counts, "its only pass answers a conflict"


def test_in_elekt_an_opponent_in_my_zone_concerns_me_and_one_elsewhere_does_not() -> None:
    play, found = played(elekt, 2), set()
    for _ in range(DECISIONS):
        if not elekt.awaiting(play.state):
            break
        before = play.state.copy()
        facts = go_on(elekt, play)
        if isinstance(facts[0], e.UnitAssigned):
            seat, _, zone, _ = facts[0]
            for other in {0, 1, 2} - {seat}:
                seen = elekt.view(before, None)
                concerned = elekt.concerns(elekt.redact(facts[0], None), seen, SeatNo(other))
                assert concerned == bool(before.rows[zone * 3 + other])
                found.add(concerned)
    assert found == {True, False}
