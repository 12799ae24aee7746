"""The players to pair and what pairing needs of their earlier games: small integers in flat lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

from tournaments.formats.contract import EntrantNo, HalfPoints, Pairing, Stage
from tournaments.scoring import History, Kind

_UNEARNED = frozenset({Kind.PAIRING_BYE, Kind.FULL_BYE, Kind.FORFEIT_WIN})
MAX_MEETINGS = 200  # so that a byte holds them, those of the planned rounds included


@dataclass(frozen=True, slots=True)
class Field:
    """Players are the indices of these lists, in order of seeding."""

    numbers: tuple[EntrantNo, ...]
    points: tuple[HalfPoints, ...]
    levels: tuple[int, ...]
    """The points as whole numbers without a common divisor, the lowest is 0."""
    met: list[bytearray]
    """``met[p][q]``: at how many tables the two have played. Who did not appear has met nobody."""
    byes: list[int]
    """Rounds that were won or filled without playing."""
    shorts: list[int]
    """Rounds at a short table."""
    leans: list[int]
    """Rounds at a table whose others stood higher on the whole, less those whose others stood lower."""

    @property
    def fresh(self) -> bool:
        """Nobody has met anybody or had a bye or a score yet."""
        return not any(self.byes) and not any(self.levels) and not any(map(any, self.met))

    def part(self, players: Sequence[int]) -> Field:
        """Only these players, in this order."""
        return Field(
            numbers=tuple(self.numbers[p] for p in players),
            points=tuple(self.points[p] for p in players),
            levels=tuple(self.levels[p] for p in players),
            met=[bytearray(self.met[p][q] for q in players) for p in players],
            byes=[self.byes[p] for p in players],
            shorts=[self.shorts[p] for p in players],
            leans=[self.leans[p] for p in players],
        )


def field_of(stage: Stage) -> Field:
    """Everybody of the stage who is not absent."""
    present = tuple(entrant.no for entrant in stage.entrants if entrant.no not in stage.absent)
    history = History(stage)
    points = tuple(history.points[no] for no in present)
    field = Field(
        numbers=present,
        points=points,
        levels=levels_of(points),
        met=[bytearray(len(present)) for _ in present],
        byes=[sum(game.kind in _UNEARNED for game in history.games[no]) for no in present],
        shorts=[0] * len(present),
        leans=[0] * len(present),
    )
    _add_tables(field, stage, history)
    return field


def levels_of(points: Sequence[HalfPoints]) -> tuple[int, ...]:
    """The same distances as whole numbers from 0, divided by their greatest common divisor."""
    low = min(points, default=0)
    above = [Fraction(one - low) for one in points]
    scale = lcm(*(one.denominator for one in above))
    whole = [int(one * scale) for one in above]
    common = gcd(*whole) or 1
    return tuple(one // common for one in whole)


def _add_tables(field: Field, stage: Stage, history: History) -> None:
    index = {no: at for at, no in enumerate(field.numbers)}
    before: dict[EntrantNo, HalfPoints] = dict.fromkeys(history.games, 0)
    for at, one in enumerate(stage.rounds):
        for pairing in one.pairings:
            _add_table(field, pairing, index, before, stage.plan.seats)
        for no, games in history.games.items():
            before[no] += games[at].points


def _add_table(
    field: Field, pairing: Pairing, index: dict[EntrantNo, int], before: dict[EntrantNo, HalfPoints], full: int
) -> None:
    away = pairing.result.forfeited if pairing.result else frozenset()
    played = [no for seat, no in enumerate(pairing.seats) if seat not in away]
    players = [index[no] for no in played if no in index]
    total = sum(before[no] for no in played)
    for p in players:
        others = total - before[field.numbers[p]] * len(played)
        field.leans[p] += (others > 0) - (others < 0)
        field.shorts[p] += len(pairing.seats) < full
        row = field.met[p]
        for q in players:
            if q != p and row[q] < MAX_MEETINGS:
                row[q] += 1
