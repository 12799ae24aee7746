"""Best of N: from the games of a pairing to its result."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from ..contract import Result


class LevelSeries(StrEnum):
    """What happens if all games of a series are played and nobody is ahead."""

    REPLAY = "replay"  # one game more, until somebody is
    DRAW = "draw"  # the table is drawn: the bracket's own rule decides


def series(games: Sequence[Result], length: int, seats: int, level: LevelSeries = LevelSeries.REPLAY) -> Result | None:
    """The result of a best-of-``length``, or None while it is undecided. ``scores`` are games won.

    ``games`` in order of play, each by the seats of the pairing (whoever has White in a single game, ``places[0]``
    is the pairing's first seat). A game that ends level at the top is played and won by nobody.

    A duel ends as soon as one side is further ahead than games are left. A table of 3-4 plays all its games (any
    of them can change who is second); places are by games won, then by the lower sum of places.
    A game that somebody did not turn up for is lost; who missed every game forfeits, and so do all where nobody turns
    up for a game that was to break a tie.
    """
    won = [0] * seats
    sums = [0] * seats
    missed = frozenset.intersection(*(game.forfeited for game in games)) if games else frozenset[int]()
    for number, game in enumerate(games, 1):
        best = [seat for seat in range(seats) if game.places[seat] == 1 and seat not in game.forfeited]
        if len(best) == 1:
            won[best[0]] += 1
        for seat in range(seats):
            sums[seat] += game.places[seat]
        if _decided(won, length - number):
            break
    else:
        if level is LevelSeries.REPLAY and len(games) > length and len(games[-1].forfeited) == seats:
            return Result((1,) * seats, tuple(won), frozenset(range(seats)))
        played_on = level is LevelSeries.REPLAY and len(missed) < seats
        if len(games) < length or (played_on and _tied(won, sums)):
            return None
    keys = [(-won[seat], sums[seat] if seats > 2 else 0) for seat in range(seats)]
    places = tuple(1 + sum(other < key for other in keys) for key in keys)
    return Result(places, tuple(won), missed)


def _decided(won: Sequence[int], left: int) -> bool:
    """Whether the lead in a duel cannot be caught up. Beyond its length (``left`` < 0) the first lead decides."""
    return len(won) == 2 and abs(won[0] - won[1]) > max(left, 0)


def _tied(won: Sequence[int], sums: Sequence[int]) -> bool:
    """Whether two share first place."""
    keys = sorted((-count, sums[seat] if len(won) > 2 else 0) for seat, count in enumerate(won))
    return keys[0] == keys[1]
