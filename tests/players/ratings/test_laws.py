"""Random histories of games, corrections and annulments: what is written step by step is what a rebuild writes, and
what is known now is what rating only the true games would give."""

from __future__ import annotations

from dataclasses import dataclass, field
from uuid import UUID

import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger import projections
from players.ratings import queries
from players.ratings.course import Standing, play
from players.ratings.elo import START
from players.ratings.errors import RatingRefused
from players.ratings.outcome import bot, places_of

from .factories import LADDER, annulled, corrected, people, played, result

PLAYERS = 6
Step = tuple[str, int, list[int], list[int]]


@st.composite
def steps(draw: st.DrawFn) -> Step:
    """What happens, to which of the games so far, who sits where, and their places (one 1 and 0s: only the winner)."""
    act = draw(st.sampled_from(["play", "play", "play", "correct", "annul"]))
    seats = draw(st.permutations(range(PLAYERS)))[: draw(st.integers(2, 4))]
    first = draw(st.integers(0, len(seats) - 1))
    if draw(st.integers(0, 3)) == 0:
        return act, draw(st.integers(0, 30)), list(seats), [int(seat == first) for seat in range(len(seats))]
    places = draw(st.lists(st.integers(1, len(seats)), min_size=len(seats), max_size=len(seats)))
    places[first] = 1
    return act, draw(st.integers(0, 30)), list(seats), places


@dataclass
class History:
    """The games as they are known to have been, in their order; None for those that do not count."""

    whos: list[str]
    games: list[UUID] = field(default_factory=list)
    truth: list[tuple[list[str], list[int]] | None] = field(default_factory=list)

    def take(self, step: Step) -> None:
        act, which, numbers, places = step
        seats = [self.whos[number] for number in numbers]
        if act == "play" or not self.games:
            self.games.append(played(seats, places))
            self.truth.append((seats, places))
            return
        which %= len(self.games)
        try:
            if act == "annul":
                annulled(self.games[which])
                self.truth[which] = None
            else:
                corrected(self.games[which], seats, places)
                self.truth[which] = (seats, places)
        except RatingRefused as refused:
            assert refused.code in {"game_annulled", "same_result", "other_number_of_players"}  # noqa: PT017

    def from_nothing(self) -> dict[str, tuple[int, int]]:
        standings = {who: Standing(number, START, 0) for number, who in enumerate(self.whos)}
        for game in self.truth:
            if game is not None:
                seats, places = game
                play(0, [standings[who] for who in seats], places_of(len(seats), **result(places)))
        return {who: (now.value, now.games) for who, now in standings.items() if now.games}


@pytest.mark.django_db
@settings(max_examples=25)
@given(st.lists(steps(), min_size=1, max_size=14))
def test_a_rebuild_gives_what_was_written_step_by_step(history: list[Step]) -> None:
    with transaction.atomic():
        told = History([*people(PLAYERS - 1), bot("greedy")])
        for step in history:
            told.take(step)
        known = {rung.who: (rung.value, rung.games) for rung in queries.ladder(LADDER)}
        assert known == told.from_nothing()
        for who in told.whos:
            _check_published(who, known.get(who, (START, 0))[0])
        done = projections.rebuild(projections.named("ratings"), compare=True)
        assert (done.differences, done.parked) == ([], 0)
        transaction.set_rollback(True)


def _check_published(who: str, now: int) -> None:
    """What was published of somebody has no gap, and ends where they stand."""
    value = START
    for entry in queries.history(LADDER, who):
        assert entry.before == value
        value = entry.after
    assert value == now
