"""The opponents and their strength: what Buchholz and Sonneborn-Berger add up (FIDE C.07, 8, 9, 16)."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.formats.contract import EntrantNo
from tournaments.scoring import Game, Kind, normal

from .field import VOLUNTARY, Adjusted, Field
from .modifiers import Modifiers
from .parts import Part, PartKind


def strengths(field: Field, no: EntrantNo, modifiers: Modifiers, fore: bool = False) -> list[tuple[Game, Part]]:
    """Each round with the opponent's adjusted score; at a larger table, the mean of all opponents.

    ``worth`` and ``strength`` of the parts are that score, scaled. A round without an opponent is played against a
    dummy (16.4); where the opponents are known from the start it brings nothing.
    """
    key = ("strengths", no, modifiers.played, modifiers.rules, fore)
    known: list[tuple[Game, Part]] | None = field.known.get(key)
    if known is None:
        known = field.known[key] = list(_strengths(field, no, modifiers, fore))
    return known


def _strengths(field: Field, no: EntrantNo, modifiers: Modifiers, fore: bool) -> list[tuple[Game, Part]]:
    adjusted = field.adjusted(fore)
    as_played = modifiers.played or field.predetermined
    found = []
    for game in field.games[no]:
        over = game.kind is not Kind.UNDER_WAY
        scheduled = (as_played and over) or (fore and field.is_fore(game))
        if game.kind is Kind.PLAYED or (scheduled and game.opponents):
            found.append((game, _met(game, adjusted)))
        elif over and not field.predetermined:
            found.append((game, _dummy(field, no, game, adjusted, modifiers, fore)))
    return found


def _met(game: Game, adjusted: Adjusted) -> Part:
    opponents = game.opponents
    mean = sum([adjusted.scores[other] for other in opponents]) // len(opponents)
    kind = PartKind.COUNTED if adjusted.changed.isdisjoint(opponents) else PartKind.ADJUSTED
    return Part(game.round, opponents, mean, kind, mean)


def _dummy(field: Field, no: EntrantNo, game: Game, adjusted: Adjusted, modifiers: Modifiers, fore: bool) -> Part:
    """The dummy opponent has the entrant's own score; since 2026 at most the scheduled opponent's (16.4.1), and
    for a bye at most the score of a draw in every round (16.4.2)."""
    strength = field.points[no]
    if fore and (last := next((one for one in field.games[no] if field.is_fore(one)), None)):
        strength += field.scaled(field.draw - last.points)
    if modifiers.rules >= 2026:
        cap = _met(game, adjusted).worth if game.opponents else field.scaled(field.draw * field.rounds)
        strength = min(strength, int(cap))
    return Part(game.round, game.opponents, strength, PartKind.DUMMY, strength, game.kind in VOLUNTARY)


def products(field: Field, no: EntrantNo, modifiers: Modifiers) -> list[Part]:
    """Each round with the opponent's adjusted score times the points won against it (9.1), scaled.

    At a larger table: the mean over the opponents of their score, its half, or nothing for who was placed below,
    beside or above.
    """
    scores = field.adjusted(False).scores
    return [part._replace(worth=_product(field, game, part, scores)) for game, part in strengths(field, no, modifiers)]


def _product(field: Field, game: Game, part: Part, scores: Mapping[EntrantNo, int]) -> int:
    pod = field.plan.seats > 2
    if part.kind is PartKind.DUMMY:
        points = (min(game.won) if game.opponents else field.standard(game)) if pod else game.points
        return int(normal(part.strength * points / 2) if not isinstance(points, int) else part.strength * points // 2)
    if len(game.opponents) == 1:
        points = field.against(game)[0]
        return int(part.strength * points // 2)
    won = zip(game.opponents, field.against(game), strict=True)
    return int(sum([scores[other] * points for other, points in won]) // (2 * len(game.opponents)))
