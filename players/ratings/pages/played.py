"""Somebody's games as known now, and statistics on them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from ..elo import ONE
from ..models import Line, RatedGame, Rating, RatingChange, RevisedChange
from ..one_game import SEAT_BITS
from ..queries import published_of, wanted_and_got

AT_ONCE = 200
"""Games whose lines are asked for together."""


@dataclass(frozen=True, slots=True)
class Met:
    """An opponent in one game. ``score`` against them: 1 a win, a half a tie; None where only the winner is known and
    it was neither of the two."""

    rating: int
    value: int
    score: float | None


@dataclass(frozen=True, slots=True)
class Played:
    """A game as known now. ``expected`` and ``scored`` are as the rating counts them."""

    row: RatedGame
    seat: int
    size: int
    place: int
    before: int
    after: int
    expected: float
    scored: float
    met: tuple[Met, ...]

    @property
    def game(self) -> UUID:
        return self.row.game


def played(rating: Rating) -> list[Played]:
    """In the order in which they were rated."""
    keys = {line.game_key for line in published_of(rating)}
    corrected = RatedGame.objects.filter(ladder=rating.ladder_id, corrected_by__isnull=False)
    keys |= set(corrected.values_list("id", flat=True))  # somebody else may have been told of first
    rows = {row.pk: row for row in _found(sorted(keys)) if not row.annulled}
    tables: dict[int, dict[int, Line]] = defaultdict(dict)
    for model in (RatingChange, RevisedChange):
        for line in _lines(model, sorted(rows)):
            tables[line.game_key][line.seat] = line
    mode = rating.ladder.mode
    games = (
        _game(rows[key], rating.pk, [lines[seat] for seat in sorted(lines)], mode) for key, lines in tables.items()
    )
    return sorted((game for game in games if game is not None), key=lambda game: game.row.number)


def _found(keys: Sequence[int]) -> Iterable[RatedGame]:
    for first in range(0, len(keys), AT_ONCE):
        yield from RatedGame.objects.filter(id__in=keys[first : first + AT_ONCE])


def _lines(model: type[RatingChange] | type[RevisedChange], games: Sequence[int]) -> Iterable[Line]:
    for first in range(0, len(games), AT_ONCE):
        keys = [game << SEAT_BITS | seat for game in games[first : first + AT_ONCE] for seat in range(1 << SEAT_BITS)]
        yield from model._default_manager.filter(id__in=keys)


def _game(row: RatedGame, me: int, lines: Sequence[Line], mode: str) -> Played | None:
    own = next((seat for seat, line in enumerate(lines) if line.rating_id == me), None)
    if own is None:
        return None
    places, values = [line.place for line in lines], [line.before for line in lines]
    met = tuple(
        Met(line.rating_id, line.before, _score(places[own], line.place))
        for seat, line in enumerate(lines)
        if seat != own
    )
    mine = lines[own]
    wanted, got = (some[own] / ONE for some in wanted_and_got(values, places, mode))
    return Played(row, own, len(lines), mine.place, mine.before, mine.after, wanted, got, met)


def _score(own: int, other: int) -> float | None:
    if 0 in (own, other):
        return None if own == other else float(own != 0)
    return (own < other) + (own == other) / 2


@dataclass(frozen=True, slots=True)
class Tally:
    """The results of some games: how many were won (first, alone or tied), and the score against the expected score."""

    key: Hashable
    games: int
    first: int
    scored: float
    expected: float


def tallied(games: Iterable[Played], by: Callable[[Played], Hashable]) -> list[Tally]:
    groups: dict[Hashable, list[Played]] = defaultdict(list)
    for game in games:
        groups[by(game)].append(game)
    return [
        Tally(
            key,
            len(some),
            sum(game.place == 1 for game in some),
            sum(game.scored for game in some),
            sum(game.expected for game in some),
        )
        for key, some in sorted(groups.items(), key=lambda item: str(item[0]))
    ]


@dataclass(frozen=True, slots=True)
class Against:
    """Results against one opponent, at all tables where both sat."""

    rating: int
    games: int
    won: int
    tied: int
    lost: int

    @property
    def score(self) -> float:
        return self.won + self.tied / 2


def against(games: Iterable[Played]) -> list[Against]:
    """Each opponent, the most frequent first."""
    scores: dict[int, list[float | None]] = defaultdict(list)
    for game in games:
        for one in game.met:
            scores[one.rating].append(one.score)
    rows = [Against(rating, len(got), got.count(1.0), got.count(0.5), got.count(0.0)) for rating, got in scores.items()]
    return sorted(rows, key=lambda row: (-row.games, row.rating))


def best_wins(games: Iterable[Played], most: int = 5) -> list[tuple[Played, Met]]:
    """The highest rated opponents whom they finished ahead of; each opponent once."""
    beaten = [(game, one) for game in games for one in game.met if one.score == 1]
    beaten.sort(key=lambda pair: -pair[1].value)
    once: dict[int, tuple[Played, Met]] = {}
    for game, one in beaten:
        once.setdefault(one.rating, (game, one))
    return list(once.values())[:most]
