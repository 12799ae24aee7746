"""Opponents' ratings, and the performance against them (FIDE C.07, article 10).

Only games that were played count, not even forfeits of a round robin (15.2). At a larger table each opponent counts
as one game. Where somebody of the field is unrated these tie-breaks say nothing (10: all values 0), unless the code
names a rating for such entrants: ``ARO/U1400``.
"""

from __future__ import annotations

from collections.abc import Callable

from tournaments.formats.contract import EntrantNo
from tournaments.scoring import Kind

from .field import Field
from .modifiers import Modifiers
from .parts import Part, Tally, cut, half_up
from .rating_tables import FARTHEST, difference, expected

Rated = list[tuple[Part, int]]
"""One part for each opponent met, worth its rating, and 2, 1 or 0 for the result against it."""
NOTHING = Tally(())


def own_rating(field: Field, no: EntrantNo, modifiers: Modifiers) -> Tally:
    """RTNG: the entrant's own rating."""
    return Tally([Part(0, (), field.ratings[no] or modifiers.unrated)])


def pairing_number(field: Field, no: EntrantNo, modifiers: Modifiers) -> Tally:
    """TPN: the seeding number; the lowest is best."""
    if "seeding" not in field.known:
        field.known["seeding"] = {entrant.no: at for at, entrant in enumerate(field.stage.entrants, 1)}
    return Tally([Part(0, (), field.known["seeding"][no])])


def average_rating(field: Field, no: EntrantNo, modifiers: Modifiers) -> Tally:
    """ARO, 10.1: the opponents' average rating, rounded, halves up."""
    parts = [part for part, _ in _rated(field, no, modifiers)]
    left = max(0, len(parts) - modifiers.low - modifiers.high)
    if modifiers.low or modifiers.high:
        parts = cut(parts, modifiers.low, modifiers.high)
    return Tally(parts, divisor=left, whole=True) if left else NOTHING._replace(parts=parts)


def performance(field: Field, no: EntrantNo, modifiers: Modifiers) -> Tally:
    """TPR, 10.2: the opponents' average rating plus the rating difference for the score against them."""
    rated = _rated(field, no, modifiers)
    if not rated:
        return NOTHING
    percent = half_up(50 * sum([won for _, won in rated]), len(rated))
    return Tally([part for part, _ in rated], divisor=len(rated), whole=True, plus=difference(percent))


def perfect_performance(field: Field, no: EntrantNo, modifiers: Modifiers) -> Tally:
    """PTP, 10.3: the lowest rating whose expected score against these opponents is at least the actual one.

    The parts are their ratings; ``plus`` is by how much the performance is above their average.
    """
    rated = _rated(field, no, modifiers)
    if not rated:
        return NOTHING
    tally = Tally([part for part, _ in rated], divisor=len(rated), whole=True)
    lowest = lowest_rating([int(part.worth) for part, _ in rated], sum([won for _, won in rated]))
    return tally._replace(plus=lowest - int(tally.value()))


def lowest_rating(ratings: list[int], half_points: int) -> int:
    """Searched in whole numbers. Without any points: 800 below the weakest opponent."""
    if not half_points:
        return min(ratings) - 800
    low, high = min(ratings) - FARTHEST - 1, max(ratings) + FARTHEST
    while high - low > 1:
        middle = (low + high) // 2
        if sum([expected(middle - rating) for rating in ratings]) >= 50 * half_points:
            high = middle
        else:
            low = middle
    return high


def average_of(value: Callable[[Field, EntrantNo, Modifiers], Tally]) -> Callable[[Field, EntrantNo, Modifiers], Tally]:
    """APRO, APPO (10.4, 10.5): the mean of the opponents' values, rounded, halves up."""

    def tally(field: Field, no: EntrantNo, modifiers: Modifiers) -> Tally:
        parts = [part._replace(worth=_known(field, part, modifiers)) for part, _ in _rated(field, no, modifiers)]
        return Tally(parts, divisor=len(parts), whole=True) if parts else NOTHING

    def _known(field: Field, part: Part, modifiers: Modifiers) -> int:
        other = part.opponents[0]
        key = (value, other, modifiers)
        if key not in field.known:
            field.known[key] = int(value(field, other, modifiers).value())
        found: int = field.known[key]
        return found

    return tally


def _rated(field: Field, no: EntrantNo, modifiers: Modifiers) -> Rated:
    key = ("rated", no, modifiers.unrated)
    if key not in field.known:
        field.known[key] = _met(field, no, modifiers.unrated) if modifiers.unrated or _all_rated(field) else []
    rated: Rated = field.known[key]
    return rated


def _met(field: Field, no: EntrantNo, unrated: int) -> Rated:
    found = []
    for game in field.games[no]:
        if game.kind is Kind.PLAYED:
            for other, won in zip(game.opponents, game.won, strict=True):
                rating = field.ratings[other] or unrated
                found.append((Part(game.round, (other,), rating, strength=rating), won))
    return found


def _all_rated(field: Field) -> bool:
    if "all_rated" not in field.known:
        field.known["all_rated"] = all(field.ratings.values())
    rated: bool = field.known["all_rated"]
    return rated
