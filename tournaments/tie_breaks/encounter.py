"""Direct encounter: the results of tied players against each other (FIDE C.07, article 6).

The value is how many of those tied with an entrant are ranked behind it by their encounters. A number of points
would not do: one may be alone at the top before all encounters are played (6.2), and those who are still tied are
compared once more by the encounters among themselves alone (6.3).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from tournaments.formats.contract import EntrantNo, HalfPoints
from tournaments.scoring import Game, Kind

from .field import Field
from .modifiers import Modifiers
from .parts import Part, Tally

Group = Sequence[EntrantNo]


class Row(NamedTuple):
    """One line of the separate standings."""

    points: HalfPoints
    most: HalfPoints
    """With all encounters that are missing won."""


def direct_encounter(field: Field, no: EntrantNo, modifiers: Modifiers) -> Tally:
    """DE: one part for each tied player whom the encounters rank below this entrant."""
    group = field.tied.get(no, ())
    if len(group) < 2:
        return Tally(())
    places = _places(field, group, modifiers)
    met = {other: game.round for game in field.games[no] for other in game.opponents}
    return Tally([Part(met.get(other, 0), (other,), 1) for other in group if places[other] > places[no]])


def _places(field: Field, group: Group, modifiers: Modifiers) -> dict[EntrantNo, int]:
    key = ("encounter", tuple(group), modifiers)
    if key not in field.known:
        classes = _order(field, group, modifiers)
        field.known[key] = {no: place for place, one in enumerate(classes) for no in one}
    places: dict[EntrantNo, int] = field.known[key]
    return places


def _order(field: Field, group: Group, modifiers: Modifiers) -> list[Group]:
    """The group in classes that the encounters cannot separate, best first."""
    if len(group) < 2:
        return [group]
    rows = _separate_standings(field, group, modifiers)
    if all(row.points == row.most for row in rows.values()):
        best_first = sorted(group, key=lambda no: rows[no].points, reverse=True)
        classes: list[Group] = [list(tied) for _, tied in groupby(best_first, key=lambda no: rows[no].points)]
    else:
        classes = _alone_at_the_top(group, rows)
    if len(classes) == 1:
        return classes
    return [final for one in classes for final in _order(field, one, modifiers)]


def _alone_at_the_top(group: Group, rows: dict[EntrantNo, Row]) -> list[Group]:
    """6.2: who is first whatever the missing encounters bring, then second, and so on; the rest stay together."""
    rest = sorted(group, key=lambda no: (rows[no].points, rows[no].most), reverse=True)
    classes: list[Group] = []
    while len(rest) > 1 and rows[rest[0]].points > max(rows[no].most for no in rest[1:]):
        classes.append([rest.pop(0)])
    return [*classes, rest]


def _separate_standings(field: Field, group: Group, modifiers: Modifiers) -> dict[EntrantNo, Row]:
    members = set(group)
    as_played = modifiers.played or field.predetermined
    rows = {}
    for no in group:
        won: dict[EntrantNo, list[HalfPoints]] = {}
        for game in _encounters(field.games[no], as_played):
            for other, points in zip(game.opponents, field.against(game), strict=True):
                if other in members:
                    won.setdefault(other, []).append(points)
        points = sum([_mean(several) for several in won.values()], start=Fraction(0))
        rows[no] = Row(points, points + (len(group) - 1 - len(won)) * _best(field))
    return rows


def _encounters(games: Iterable[Game], as_played: bool) -> Iterable[Game]:
    for game in games:
        if game.kind is Kind.PLAYED or (as_played and game.opponents and game.kind is not Kind.UNDER_WAY):
            yield game


def _mean(several: list[HalfPoints]) -> Fraction:
    """6.1.2: players who met more than once get the mean of those encounters."""
    return Fraction(sum(several)) / len(several)


def _best(field: Field) -> HalfPoints:
    return field.win if field.plan.seats == 2 else 2
