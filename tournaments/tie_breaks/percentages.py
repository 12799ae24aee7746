"""Match-win percentages, as Magic's tournament rules define them (MTR, appendix C): shares of 1, exact."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import lcm

from tournaments.formats.contract import EntrantNo
from tournaments.scoring import Game, Kind

from .counting import is_win
from .field import Field
from .modifiers import Modifiers
from .parts import Part, Tally

FLOOR = Fraction(33, 100)
"""What a lower percentage counts as, where the modifier F asks for it."""
WIN, DRAW = 3, 1
"""Match points, whatever a win is worth in the standings."""


def match_wins(field: Field, no: EntrantNo, modifiers: Modifiers) -> Tally:
    """MWP: match points divided by the most possible in the rounds that the entrant took part in.

    A win, and a bye that is worth one, gives 3, a shared first place and a half-point bye 1. Rounds that somebody
    stayed away from do not count, lost forfeits do. ``F``: at least 0.33.
    """
    parts = [
        Part(game.round, game.opponents, _match_points(field, game))
        for game in field.games[no]
        if game.kind not in (Kind.UNDER_WAY, Kind.ZERO_BYE)
    ]
    tally = Tally(parts, 1, max(1, WIN * len(parts)))
    if modifiers.floor and tally.value() < FLOOR:
        return Tally([Part(0, (), FLOOR)])
    return tally


def opponents_match_wins(field: Field, no: EntrantNo, modifiers: Modifiers) -> Tally:
    """OMW: the mean match-win percentage of all paired opponents; byes do not count."""
    scale, shares = _everybodys(field, modifiers)
    parts = [
        Part(game.round, (other,), shares[other])
        for game in field.games[no]
        if game.kind is not Kind.UNDER_WAY
        for other in game.opponents
    ]
    return Tally(parts, scale, max(1, len(parts)))


def _match_points(field: Field, game: Game) -> int:
    if is_win(field, game):
        return WIN
    if game.kind is Kind.PLAYED:
        return DRAW if game.opponents and min(game.won) == 1 else 0
    return DRAW if game.kind is Kind.HALF_BYE else 0


def _everybodys(field: Field, modifiers: Modifiers) -> tuple[int, Mapping[EntrantNo, int]]:
    """All match-win percentages as whole numbers of 1/scale, with that scale."""
    key = ("match wins", modifiers.floor)
    if key not in field.known:
        values = {no: match_wins(field, no, modifiers).value() for no in field.games}
        scale = lcm(*{value.denominator for value in values.values()})
        field.known[key] = scale, {no: int(value * scale) for no, value in values.items()}
    found: tuple[int, Mapping[EntrantNo, int]] = field.known[key]
    return found
