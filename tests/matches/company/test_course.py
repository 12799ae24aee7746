"""The picture of how a match came to its end."""

from __future__ import annotations

import pytest

from matches.company import course
from matches.play import queries
from tests.sampling import sample

from ..factories import started

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("game", sample(["elector_counts"], ["elekt", "elector_counts", "enclave"]))
def test_what_stands_at_the_end_is_what_the_match_ended_with(game: str) -> None:
    table = started("bot:random", "bot:random", game=game, seed="course")
    assert course.shown(queries.match(match_id=table.match, player=None)) is None, "not before the end"
    table.play_out()
    match = queries.match(match_id=table.match, player=None)
    timeline = queries.timeline_of(match)
    tally = timeline.game.tally(timeline.state(match.version))
    assert tally is not None
    assert len(tally) == 2
    if game != "enclave":  # which adds a bonus at the end
        assert list(tally) == [seat.score for seat in match.seats]


def test_the_scores_by_round_end_with_those_of_the_match() -> None:
    table = started("bot:random", "bot:random", game="elekt", seed="course")
    table.play_out()
    match = queries.match(match_id=table.match, player=None)
    shown = course.shown(match)
    rounds = [line for line in queries.log(match_id=table.match, player=None) if line.chapter == 1]
    assert shown is not None
    assert [seat.scores[-1] for seat in shown.seats] == [seat.score for seat in match.seats]
    assert {len(seat.scores) for seat in shown.seats} == {len(shown.rounds)} == {len(rounds)}
    for seat in shown.seats:
        assert all(0 <= int(number) <= 300 for dot in seat.points.split() for number in dot.split(","))


def test_a_game_that_counts_at_the_end_only_has_no_picture() -> None:
    table = started("bot:random", "bot:random", seed="course")
    table.play_out()
    assert course.shown(queries.match(match_id=table.match, player=None)) is None
