"""Club mode: one Elo update for a table of two to four, from places, ties, or only a winner. Whole numbers throughout.

Ratings are kept in thousandths of a point. A difference is taken between ratings as they are shown, in whole points, so
that anyone can check a line by hand; and since no float is involved, the same games give the same ratings everywhere.

The model is Luce's (1959): each player has a strength 10^(rating/400), and comes before any others with the share that
theirs has in the sum. For two it is Elo's logistic curve.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from functools import cache
from itertools import pairwise

START = 1_500_000
"""Where everybody begins: 1500 points."""
POINT = 1000
"""Thousandths."""
MAX_APART = 2000
"""Points: a larger difference counts as this one, at which the weaker wins one duel in 100,000."""
ONE = 1_000_000
"""A certainty: chances and scores are in millionths."""
SCHEDULE = ((0, 88), (5, 80), (10, 72), (20, 56), (30, 32), (45, 22), (60, 18))
"""From so many games on, this K. Chosen by measurement, see docs/ratings.md."""
PROVISIONAL = 15
"""A rating from fewer games is provisional, and shown so."""

_K = [k for (begin, k), (end, _) in pairwise(SCHEDULE) for _ in range(begin, end)]
_ALL_STEPS, _LAST_K = SCHEDULE[-1]


def k_factor(games: int) -> int:
    """The K of somebody who has played that many games."""
    return _K[games] if games < _ALL_STEPS else _LAST_K


def ks_at_table(games: Sequence[int]) -> list[int]:
    """The K of each player of a table, from the numbers of games that they have played.

    Those who are no longer provisional have the mean of their Ks together: what one of them gains, another loses.
    """
    if min(games) >= _ALL_STEPS:
        return [_LAST_K] * len(games)
    ks = [k_factor(played) for played in games]
    settled = [k for k, played in zip(ks, games, strict=True) if played >= PROVISIONAL]
    if not settled:
        return ks
    mean = _divided(sum(settled), len(settled))
    return [mean if played >= PROVISIONAL else k for k, played in zip(ks, games, strict=True)]


def shown(value: int) -> int:
    """A rating in whole points, rounded half up."""
    return (value + 500) // 1000


def rate(values: Sequence[int], ks: Sequence[int], places: Sequence[int]) -> list[int]:
    """What each of two to four players gains, in thousandths of a point, seat by seat.

    ``places`` count from 1 and are equal for a tie. ``(1, 0, 0)``: only the winner is known. Between equal Ks the gains
    sum to nothing. Each pair of players counts as a duel, for a K shared among the opponents; where only the winner is
    known, they win against the field, and take from each opponent what that one's chance to win was.
    """
    if 0 in places:
        return _by_winner(values, ks, places.index(1))
    whole = [(value + 500) // 1000 for value in values]
    try:
        return _by_places(whole, ks, places)
    except KeyError:  # somebody is beyond the tables
        least = max(whole) - MAX_APART
        return _by_places([max(points, least) for points in whole], ks, places)


def _by_places(whole: Sequence[int], ks: Sequence[int], places: Sequence[int]) -> list[int]:
    size = len(whole)
    gains = [0] * size
    tables = _WINS[size]
    beaten, tied = _duels(tuple(places))
    if ks.count(ks[0]) == size:  # nearly always: then one look serves both
        won = tables[ks[0]]
        for one, two in beaten:
            gain = won[whole[one] - whole[two]]
            gains[one] += gain
            gains[two] -= gain
    else:
        for one, two in beaten:
            apart = whole[one] - whole[two]
            gains[one] += tables[ks[one]][apart]
            gains[two] -= tables[ks[two]][apart]
    for one, two in tied:
        apart = whole[one] - whole[two]
        gains[one] += _ties(ks[one], size)[apart]
        gains[two] -= _ties(ks[two], size)[apart]
    return gains


@cache
def _duels(places: tuple[int, ...]) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Pairs of seats: who finished ahead of whom, and who tied."""
    seats = range(len(places))
    beaten = [(one, two) for one in seats for two in seats if places[one] < places[two]]
    return beaten, [(one, two) for two in seats for one in range(two) if places[one] == places[two]]


def _by_winner(values: Sequence[int], ks: Sequence[int], winner: int) -> list[int]:
    weights = strengths(values)
    total = sum(weights)
    gains = [0] * len(values)
    for seat, weight in enumerate(weights):
        if seat != winner:
            gains[winner] += _divided(ks[winner] * POINT * weight, total)
            gains[seat] -= _divided(ks[seat] * POINT * weight, total)
    return gains


def expected(values: Sequence[int], places: Sequence[int]) -> list[int]:
    """What ``rate`` expects of each player, in millionths: of duels with the others, or of winning if places say no
    more."""
    if 0 in places:
        weights = strengths(values)
        return [_divided(ONE * weight, sum(weights)) for weight in weights]
    table = _expectations()
    points = [sum(table[_apart(one, two)] for two in values) for one in values]
    return [sum_ - ONE // 2 for sum_ in points]  # without the duel with oneself


def scored(places: Sequence[int]) -> list[int]:
    """What each player has scored of what was expected, in millionths: 1 for a win, a half for a tie."""
    if 0 in places:
        return [ONE * place for place in places]
    return [sum(ONE * ((one < two) + (one <= two)) // 2 for two in places) - ONE // 2 for one in places]


def strengths(values: Sequence[int]) -> list[int]:
    """The strengths of these players, in proportion to one another, as whole numbers."""
    best = shown(max(values))
    table = _strengths()
    return [table[min(best - shown(value), MAX_APART)] for value in values]


def _apart(one: int, two: int) -> int:
    return max(-MAX_APART, min(MAX_APART, shown(one) - shown(two)))


def _divided(value: int, by: int) -> int:
    """The nearest whole number, halves rounded up; for numbers that are not negative."""
    return (2 * value + by) // (2 * by)


# --- tables by difference in points, from -2000 to 2000 -------------------------------------------------------------

Table = dict[int, int]


@cache
def _strengths() -> list[int]:
    return [int(Decimal(10) ** (15 - Decimal(points) / 400)) for points in range(MAX_APART + 1)]


@cache
def _chances() -> Table:
    """The chance to win a duel, in parts of 10^12; the other player's chance makes it whole."""
    table = {}
    for points in range(MAX_APART + 1):
        table[points] = round(_WHOLE / (1 + Decimal(10) ** (-Decimal(points) / 400)))
        table[-points] = _WHOLE - table[points]
    return table


@cache
def _expectations() -> Table:
    """The same, in millionths."""
    table = {}
    for points in range(MAX_APART + 1):
        table[points] = _divided(_chances()[points] * ONE, _WHOLE)
        table[-points] = ONE - table[points]
    return table


class _Wins(dict[int, Table]):
    """By K: what a win over one opponent gives, and a loss takes, in thousandths of a point. Computed when needed."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self._share = size - 1

    def __missing__(self, k: int) -> Table:
        whole, parts = k * POINT, self._share * _WHOLE
        table = {points: _divided(whole * (_WHOLE - chance), parts) for points, chance in _chances().items()}
        self[k] = table
        return table


_WHOLE = 10**12
_WINS = {size: _Wins(size) for size in (2, 3, 4)}


@cache
def _ties(k: int, size: int) -> Table:
    """What a tie gives, in thousandths of a point: the stronger player loses what the weaker one gains."""
    table, parts = {}, 2 * (size - 1) * _WHOLE
    for points in range(MAX_APART + 1):
        table[-points] = _divided(k * POINT * (2 * _chances()[points] - _WHOLE), parts)
        table[points] = -table[-points]
    return table
