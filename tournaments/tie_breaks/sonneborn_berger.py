"""Points weighted by the opponents they were won against (FIDE C.07, article 9)."""

from __future__ import annotations

from fractions import Fraction

from tournaments.formats.contract import EntrantNo, HalfPoints
from tournaments.scoring import Game, Kind

from .field import Field
from .modifiers import Modifiers
from .opposition import products
from .parts import Part, PartKind, Tally, cut


def sonneborn_berger(field: Field, no: EntrantNo, modifiers: Modifiers) -> Tally:
    """SB, 9.1: each opponent's score times the points won against it."""
    parts = products(field, no, modifiers)
    if modifiers.low or modifiers.high:
        parts = cut(parts, modifiers.low, modifiers.high)
    return Tally(parts, field.scale)


def koya(field: Field, no: EntrantNo, modifiers: Modifiers) -> Tally:
    """KS, 9.2: points won against opponents with at least half of the maximum score.

    The best possible is a win in each round that a regular entrant plays: one less for each time that an odd field
    of a round robin leaves everybody out once.
    """
    limit = _limit(field, modifiers)
    parts = [
        part
        for game in field.games[no]
        if game.opponents and game.kind is not Kind.UNDER_WAY
        for part in _of_table(field, game, limit)
    ]
    return Tally(parts, field.scale)


def _of_table(field: Field, game: Game, limit: Fraction) -> list[Part]:
    each = len(game.opponents)
    return [
        Part(
            game.round,
            (other,),
            field.scaled(won) // each,
            PartKind.COUNTED if field.points[other] >= limit else PartKind.BELOW_LIMIT,
            field.points[other],
        )
        for other, won in zip(game.opponents, field.against(game), strict=True)
    ]


def _limit(field: Field, modifiers: Modifiers) -> Fraction:
    """Scaled."""
    if "limit" not in field.known:
        entrants = len(field.games)
        rounds = field.rounds
        if field.predetermined and entrants % 2:
            rounds -= rounds // entrants
        best: HalfPoints = field.win * rounds
        field.known["limit"] = Fraction(best)
    best_possible: Fraction = field.known["limit"]
    return (best_possible * modifiers.percent / 100 + modifiers.above) * field.scale
