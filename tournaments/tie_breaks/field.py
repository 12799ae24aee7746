"""A stage as tie-breaks see it: whole numbers instead of fractions, and adjusted scores computed once."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import cached_property
from math import lcm
from typing import Any, NamedTuple

from tournaments.formats.contract import EntrantNo, HalfPoints
from tournaments.scoring import Game, History, Kind, draw_points, win_points

PREDETERMINED = frozenset({"groups", "round_robin"})
"""Formats in which everybody's opponents are known from the start (FIDE C.07, article 15)."""
REQUESTED = frozenset({Kind.HALF_BYE, Kind.ZERO_BYE})
"""Byes that somebody asked for, or took by staying away (16.1.1)."""
VOLUNTARY = REQUESTED | {Kind.FORFEIT_LOSS}
"""Voluntary unplayed rounds (16.1.2)."""


class Adjusted(NamedTuple):
    scores: Mapping[EntrantNo, int]
    """Scaled."""
    changed: frozenset[EntrantNo]
    """Those whose score is another one in the standings."""


class Field:
    """``tied`` is each entrant's group of those still tied; the caller updates it after each tie-break."""

    def __init__(self, history: History) -> None:
        self.history = history
        self.stage = history.stage
        self.plan = history.stage.plan
        self.games = history.games
        self.rounds = len(self.stage.rounds)
        self.tied: Mapping[EntrantNo, tuple[EntrantNo, ...]] = {}
        self.known: dict[Hashable, Any] = {}
        """What tie-breaks have worked out and may need again."""

    @cached_property
    def scale(self) -> int:
        """All scores, with their means and products, are whole numbers of 1/scale half-points."""
        games = [game for own in self.games.values() for game in own]
        grain = lcm(*{game.points.denominator for game in games})
        others = max([len(game.opponents) for game in games], default=1)
        return 2 * grain * grain * lcm(*range(1, max(others, 1) + 1))

    def scaled(self, value: HalfPoints) -> int:
        return int(value * self.scale)

    @cached_property
    def points(self) -> Mapping[EntrantNo, int]:
        """Everybody's points, scaled."""
        return {no: self.scaled(points) for no, points in self.history.points.items()}

    @cached_property
    def draw(self) -> HalfPoints:
        return draw_points(self.plan.scoring, self.plan.seats)

    @cached_property
    def win(self) -> HalfPoints:
        return win_points(self.plan.scoring, self.plan.seats)

    @cached_property
    def predetermined(self) -> bool:
        return self.plan.format in PREDETERMINED

    @cached_property
    def last(self) -> int:
        """The number of the stage's last round; 0 while more are to come."""
        return self.stage.rounds[-1].no if self.rounds and self.rounds >= self.plan.rounds else 0

    @cached_property
    def ratings(self) -> Mapping[EntrantNo, int]:
        return {entrant.no: entrant.rating for entrant in self.stage.entrants}

    def against(self, game: Game) -> tuple[HalfPoints, ...]:
        """Half-points against each of ``game.opponents``, in the same order.

        In a duel what the game was worth; at a larger table 2, 1 or 0 for a place above, beside or below theirs.
        """
        if len(game.opponents) == 1 and game.pairing is not None and len(game.pairing.seats) == 2:
            return (game.points,)
        return game.won

    def standard(self, game: Game) -> int:
        """2, 1 or 0 for a round without an opponent: worth more than a draw, a draw, or less (C.07, 7.7)."""
        return 2 if game.points > self.draw else 1 if game.points == self.draw else 0

    def adjusted(self, fore: bool) -> Adjusted:
        """Everybody's adjusted score, for their opponents' tie-breaks (C.07, 16.3; ``fore``: 8.3)."""
        key = ("adjusted", fore)
        if key not in self.known:
            scores = {no: self._adjusted(no, games, fore) for no, games in self.games.items()}
            changed = frozenset(no for no, score in scores.items() if score != self.points[no])
            self.known[key] = Adjusted(scores, changed)
        found: Adjusted = self.known[key]
        return found

    def _adjusted(self, no: EntrantNo, games: list[Game], fore: bool) -> int:
        score = self.points[no]
        for game in reversed(games):
            if fore and self.is_fore(game):
                return score + self.scaled(self.draw - game.points)
            if game.kind not in VOLUNTARY or self.predetermined:
                return score
            if game.kind in REQUESTED:
                score += self.scaled(self.draw - game.points)
        return score

    def is_fore(self, game: Game) -> bool:
        """A paired game of the last round, which Fore Buchholz treats as a draw."""
        return game.round == self.last and bool(game.opponents)
