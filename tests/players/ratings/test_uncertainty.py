"""How far a rating is usually off: less with each game, and about what simulated players show."""

from __future__ import annotations

from benchmarks.rating_accuracy import deviations
from players.ratings.elo import PROVISIONAL
from players.ratings.uncertainty import MEASURED, deviation


def test_more_games_make_a_rating_surer() -> None:
    points = [deviation(games) for games in range(200)]
    assert points == sorted(points, reverse=True)
    assert (points[0], points[-1]) == (MEASURED[0][1], MEASURED[-1][1])
    assert deviation(PROVISIONAL - 1) > deviation(PROVISIONAL)


def test_the_table_is_what_simulated_players_show() -> None:
    """Another seed than the one it was made with."""
    for games, points in deviations(1, 200, 200.0).items():
        assert abs(points - deviation(games)) < 0.2 * deviation(games), games
