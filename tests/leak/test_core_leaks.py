"""No viewer's view, options, sentences or redacted facts change when what they cannot see is dealt anew (E4)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from elekt_core.bots import RANDOM, bot_chance
from elekt_core.chance import SeededChance
from elekt_core.contract import Event, SeatNo, Setup
from elekt_core.games.elekt import game
from elekt_core.games.elekt.state import State
from elekt_core.games.elekt.vocabulary import ZONES
from elekt_core.record.match import Play, fold
from tests.sampling import sample

from .redeal import Viewer, redeal_history, redeal_position

NAMES = ("Alice", "Bob", "Charlie", "Dana")


def played(seats: int, seed: int) -> Play[State]:
    """A whole game by random players."""
    play = Play.begin(game, Setup("elekt", game.ruleset().name, seats, {}), SeededChance(seed.to_bytes(32, "big")))
    while game.outcome(play.state) is None:
        seat = game.awaiting(play.state)[0].seat
        view = game.view(play.state, seat)
        chance = bot_chance(seed.to_bytes(8, "big"), len(play.batches))
        play.decide(RANDOM.choose(game, view, game.options(view, seat), chance))
    return play


def viewers(seats: int) -> Iterator[Viewer]:
    yield None
    yield from (SeatNo(seat) for seat in range(seats))


def what_is_sent(state: State, viewer: Viewer) -> list[Any]:
    """All that is ever made of a position for a viewer."""
    view = game.view(state, viewer)
    asked = game.awaiting(view)
    words = [game.words(language, NAMES[: state.seats]) for language in ("pl", "en")]
    mine = [question.seat for question in asked if question.seat == viewer]
    return [
        game.encode_state(view),
        game.fingerprint(view),
        asked,
        [w.question(question, view) for w in words for question in asked],
        [list(game.options(view, seat)) for seat in mine],
        [list(game.options(state, seat)) for seat in mine],
        [game.refusals(state, seat) for seat in mine],
        [game.default(state, seat) for seat in mine],
        [game.board(view, language) for language in ("pl", "en")],
        [foreseen(view, seat) for seat in mine],
        [game.terms(view, f"{zone}.0", "en", NAMES[: state.seats]) for zone in ZONES for seat in range(state.seats)],
        game.outcome(view),
    ]


def foreseen(view: State, seat: SeatNo) -> list[Any]:
    """What some of the choices would lead to: a question may have hundreds."""
    options = game.options(view, seat)
    every = max(1, len(options) // 4)
    return [game.what_if(view, option, "en", NAMES[: view.seats]) for option in options[::every]]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(sample(1, 2)))
def test_a_position_dealt_anew_looks_the_same_to_every_viewer(seats: int, seed: int) -> None:
    play = played(seats, seed)
    random = Random(seed)
    state, changed = game.initial(), 0
    for number, batch in enumerate(play.batches[:-1]):
        fold(game, state, batch.events)
        if number % sample(2, 1):
            continue
        for viewer in viewers(seats):
            other = redeal_position(state, viewer, random)
            changed += other != state
            assert what_is_sent(other, viewer) == what_is_sent(state, viewer)
    assert changed > len(play.batches) / sample(2, 1), "dealing anew must really exchange hidden cards"


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(sample(1, 2)))
def test_a_history_dealt_anew_reads_the_same_to_every_viewer(seats: int, seed: int) -> None:
    play = played(seats, 100 + seed)
    random = Random(seed)
    ends = [sum(len(b.events) for b in play.batches[: n + 1]) for n in range(len(play.batches) - 1)]
    for upto in random.sample(ends, sample(6, 12)):
        history = play.events[:upto]
        for viewer in viewers(seats):
            other = redeal_history(history, viewer, random)
            assert other != history
            assert told(other, viewer) == told(history, viewer)


def told(history: list[Event], viewer: Viewer) -> list[tuple[Any, ...]]:
    """The log as the viewer reads it: each fact encoded, in words and with its rules, and the position at the end."""
    state = game.initial()
    seats = history[0].seats  # type: ignore[attr-defined]  # game_created
    words = [game.words(language, NAMES[:seats]) for language in ("pl", "en")]
    citer = game.citer()
    lines: list[tuple[Any, ...]] = []
    for event in history:
        game.evolve(state, event)
        redacted = game.redact(event, viewer)
        view = game.view(state, viewer)
        said = (*(w.event(redacted, view) for w in words), *(w.pieces(redacted, view) for w in words))
        lines.append((type(redacted), game.encode_event(redacted), *said, citer.rules(redacted, view)))
    return [*lines, tuple(what_is_sent(state, viewer)[:1])]
