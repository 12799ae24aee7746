"""The standings of a circuit: a pure function of the places in its tournaments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

Place = int
"""From 1; who shares a place has the same."""


@dataclass(frozen=True, slots=True)
class Rules:
    """``points`` for the places from the first on, ``present`` for every further one; the ``best`` results of each
    player count (0: all)."""

    points: tuple[int, ...] = (10, 8, 6, 5, 4, 3, 2, 1)
    present: int = 0
    best: int = 0

    def points_for(self, place: Place) -> int:
        """Whoever shares a place gets the points of that place."""
        return self.points[place - 1] if place <= len(self.points) else self.present


@dataclass(frozen=True, slots=True)
class Score:
    """One result of somebody. ``counts``: it is among the best ones."""

    place: Place
    points: int
    counts: bool


@dataclass(frozen=True, slots=True)
class Row:
    """``scores``: one for each tournament, in their order; None where this person did not play."""

    rank: int
    person: UUID
    points: int
    scores: tuple[Score | None, ...]

    @property
    def played(self) -> int:
        return sum(score is not None for score in self.scores)


def standings(results: Sequence[Mapping[UUID, Place]], rules: Rules) -> list[Row]:
    """``results``: of each tournament everybody's place. The best first.

    Equal points are decided by the best counted result, then the next; whoever is equal in all of them shares a rank.
    """
    people = {person for places in results for person in places}
    scored = {person: _scores([places.get(person) for places in results], rules) for person in people}
    keys = {person: _key(scores) for person, scores in scored.items()}
    order = sorted(people, key=lambda person: (keys[person], person), reverse=True)
    rows: list[Row] = []
    for at, person in enumerate(order, start=1):
        shares = bool(rows) and keys[rows[-1].person] == keys[person]
        rank = rows[-1].rank if shares else at
        rows.append(Row(rank, person, keys[person][0], scored[person]))
    return rows


def _scores(places: Sequence[Place | None], rules: Rules) -> tuple[Score | None, ...]:
    points = [None if place is None else rules.points_for(place) for place in places]
    played = [at for at, some in enumerate(points) if some is not None]
    best = sorted(played, key=lambda at: (-(points[at] or 0), at))
    counting = set(best[: rules.best] if rules.best else best)
    return tuple(
        None if place is None else Score(place, rules.points_for(place), at in counting)
        for at, place in enumerate(places)
    )


def _key(scores: Sequence[Score | None]) -> tuple[int, ...]:
    """The sum, then the counted results, the highest first."""
    counted = sorted((score.points for score in scores if score is not None and score.counts), reverse=True)
    return sum(counted), *counted
