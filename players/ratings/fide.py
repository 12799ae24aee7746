"""FIDE mode: the arithmetic of the FIDE Rating Regulations (B.02) as in force since 1 March 2024, with the 400-point
rule as amended on 1 October 2025. Article numbers are those of that text.

Ratings are whole numbers, scores half-points, chances hundredths: exactly what the regulations calculate with.
The games of one rating period are rated together, against the ratings with which the period began. The lists for rapid
and blitz differ in 7.2.1 and 7.3.1 of their own regulations; that is not handled here.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

FLOOR = 1400
"""Below it a player is unrated (7.2.1), and a first rating is not published (7.1.4)."""
HIGHEST_FIRST = 2200
GAMES_FOR_FIRST = 5
CAP, UNCAPPED_FROM = 400, 2650
HYPOTHETICAL = (1800, 1800)
"""The two opponents with whom a first rating is thought to have drawn (8.2.2)."""

_UPTO = (
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179, 188),
    *(197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517),
    *(559, 619, 735),
)
"""Table 8.1.2: up to which difference the higher rated has 50, 51, 52... hundredths; 100 beyond the last."""
_ABOVE_HALF = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184),
    *(193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501),
    *(538, 589, 677, 800),
)
"""Table 8.1.1: the difference dp that belongs to 50, 51, 52... hundredths."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game against a rated opponent; ``score`` in half-points: 0, 1, 2."""

    opponent: int
    score: int


@dataclass(frozen=True, slots=True)
class Change:
    """What a rating period does to a rating. ``expected`` and ``scored`` in hundredths of a game.

    ``exact`` is K times their difference in hundredths of a point, ``rounded`` is what is added (8.3.4). ``rating`` is
    None where the player drops below the floor, and is unrated from then on.
    """

    k: int
    expected: int
    scored: int
    exact: int
    rounded: int
    rating: int | None


def chance(difference: int) -> int:
    """Hundredths that a player with this rating difference is expected to score (table 8.1.2)."""
    higher = 50 + bisect_left(_UPTO, abs(difference))
    return higher if difference >= 0 else 100 - higher


def performance(hundredths: int) -> int:
    """The rating difference dp for a score of 0 to 100 hundredths (table 8.1.1)."""
    return _ABOVE_HALF[hundredths - 50] if hundredths >= 50 else -_ABOVE_HALF[50 - hundredths]


def expected(rating: int, opponent: int) -> int:
    """Hundredths expected from a game. A difference above 400 counts as 400, except from 2650 (8.3.1)."""
    difference = rating - opponent
    if rating < UNCAPPED_FROM:
        difference = max(-CAP, min(CAP, difference))
    return chance(difference)


def k_factor(rating: int, games: int, *, highest: int = 0, age: int | None = None) -> int:
    """The development coefficient (8.3.3), before the limit of 700.

    ``highest`` is the highest rating ever published; ``age`` is what the player turns in the year. The article states
    no order of its lines: 10 stands before the others, as on FIDE's lists.
    """
    if max(rating, highest) >= 2400:
        return 10
    if games < 30 or (age is not None and age <= 18 and rating < 2300):
        return 40
    return 20


def limited(k: int, games: int) -> int:
    """The largest whole K whose product with the games of the period does not exceed 700 (8.3.3)."""
    return min(k, 700 // games) if games else k


def rate(rating: int, k: int, games: Sequence[Game]) -> Change:
    """All games of a rating period against rated opponents (8.3.2 to 8.3.4)."""
    k = limited(k, len(games))
    foreseen = sum(expected(rating, game.opponent) for game in games)
    scored = sum(50 * game.score for game in games)
    exact = k * (scored - foreseen)
    rounded = rounded_change(exact)
    new = rating + rounded
    return Change(k, foreseen, scored, exact, rounded, new if new >= FLOOR else None)


def rounded_change(hundredths: int) -> int:
    """To whole points, halves away from zero (8.3.4)."""
    whole = (abs(hundredths) + 50) // 100
    return whole if hundredths >= 0 else -whole


def first_rating(events: Iterable[Sequence[Game]]) -> int | None:
    """The first rating, from the games against rated opponents in all events so far; None while there is none yet.

    It needs five games and 1400 points (7.1.4); a first event without a point is disregarded (8.2.1); two draws with
    opponents of 1800 are added (8.2.2); at most 2200 (8.2.3). The score to two decimals and the rating to a whole
    number, halves upwards: the article says nearest, and not which way a half goes.
    """
    first, *others = [*events] or [()]
    pooled = [*first] if any(game.score for game in first) else []
    pooled += [game for event in others for game in event]
    if len(pooled) < GAMES_FOR_FIRST:
        return None
    games = len(pooled) + len(HYPOTHETICAL)
    average = Fraction(sum(game.opponent for game in pooled) + sum(HYPOTHETICAL), games)
    points = Fraction(sum(game.score for game in pooled) + len(HYPOTHETICAL), 2)
    new = min(_half_up(average + performance(_half_up(100 * points / games))), HIGHEST_FIRST)
    return new if new >= FLOOR else None


def _half_up(value: Fraction) -> int:
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)
