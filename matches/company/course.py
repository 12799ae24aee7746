"""How a match came to its end: the score of each seat by round, as a small picture and as a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..play import queries
from ..play.shapes import MatchShown
from ..play.timeline import Timeline

WIDTH, HEIGHT = 300, 100
MEMO = "course"
MAX_ROUNDS = 60


@dataclass(frozen=True, slots=True)
class SeatCourse:
    """``points`` is a line of an SVG, ``last`` where it ends, ``scores`` the same in numbers."""

    seat: int
    name: str
    points: str
    last: tuple[int, int]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Course:
    seats: tuple[SeatCourse, ...]
    rounds: range
    width: int = WIDTH
    height: int = HEIGHT


def shown(match: MatchShown) -> Course | None:
    """None before the end, and if there is nothing to draw: the game scores only at its end, or had one round."""
    if not match.is_over:
        return None
    timeline = queries.timeline_of(match)
    if MEMO not in timeline.memo:
        timeline.memo[MEMO] = scores_by_round(timeline, match.version)
    scores: Sequence[tuple[int, ...]] = timeline.memo[MEMO]
    if len(scores) < 2 or len(scores) > MAX_ROUNDS or len(scores[0]) != len(match.seats):
        return None
    low, high = min(0, *map(min, scores)), max(1, *map(max, scores))
    across = WIDTH / (len(scores) - 1)
    seats = []
    for seat, name in enumerate(match.names):
        own = tuple(score[seat] for score in scores)
        up = HEIGHT / (high - low)
        dots = [(round(n * across), round(HEIGHT - (score - low) * up)) for n, score in enumerate(own)]
        seats.append(SeatCourse(seat, name, " ".join(f"{x},{y}" for x, y in dots), dots[-1], own))
    return Course(tuple(seats), range(1, len(scores) + 1))


def scores_by_round(timeline: Timeline, version: int) -> Sequence[tuple[int, ...]]:
    """Scores after each round, the last one as counted at the end. Shows everything: for finished matches only."""
    game, found = timeline.game, list[tuple[int, ...]]()
    state, began = game.initial(), False
    for event in timeline.in_force(version):
        if game.chapter(event) == 1:
            tally = game.tally(state) if began else None
            if tally is not None:
                found.append(tuple(tally))
            began = True
        game.evolve(state, event)
    outcome = game.outcome(state)
    if found and outcome is not None:
        found.append(tuple(outcome.scores))
    return found
