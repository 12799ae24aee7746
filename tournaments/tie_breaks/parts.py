"""The parts that make up a tie-break's value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from tournaments.formats.contract import EntrantNo, HalfPoints
from tournaments.scoring import normal


class PartKind(StrEnum):
    COUNTED = "counted"
    ADJUSTED = "adjusted"  # the opponent's score is not its real one (FIDE C.07, 16.3; 8.3)
    DUMMY = "dummy"  # a round that was not played, against the dummy opponent (16.4)
    CUT = "cut"  # left out by a modifier (14.1-14.4)
    BELOW_LIMIT = "below_limit"  # left out because the opponent has too few points (9.2)
    PENALTY = "penalty"


LEFT_OUT = frozenset({PartKind.CUT, PartKind.BELOW_LIMIT})


class Part(NamedTuple):
    """What one round, or one opponent, contributes."""

    round: int
    """0 where it belongs to no round."""
    opponents: tuple[EntrantNo, ...]
    worth: HalfPoints
    """What it brings, or would if it were not left out."""
    kind: PartKind = PartKind.COUNTED
    strength: HalfPoints = 0
    """The opponent's score or rating, by which parts are cut."""
    voluntary: bool = False
    """A voluntary unplayed round (16.1), which is cut before others (16.5)."""

    @property
    def value(self) -> HalfPoints:
        """What it adds: 0 if it is left out."""
        return 0 if self.kind in LEFT_OUT else self.worth


@dataclass(frozen=True, slots=True)
class Explained:
    """``value``: the sum of the parts' values over ``divisor``, rounded if ``whole``, plus ``plus``."""

    value: HalfPoints
    parts: tuple[Part, ...]
    divisor: int = 1
    whole: bool = False
    plus: int = 0

    @property
    def sum(self) -> HalfPoints:
        return normal(Fraction(sum(part.value for part in self.parts)))


class Tally(NamedTuple):
    """A value in the making: parts as whole numbers of 1/``scale``."""

    parts: Sequence[Part]
    scale: int = 1
    divisor: int = 1
    """How many parts are averaged."""
    whole: bool = False
    """Rounded to a whole number, a half up."""
    plus: int = 0
    """Added after the division."""

    def value(self) -> HalfPoints:
        total = sum([part[2] for part in self.parts if part[3] not in LEFT_OUT])
        below = self.scale * self.divisor
        if self.whole:
            return half_up(total, below) + self.plus
        if below == 1:
            return total + self.plus
        if isinstance(total, int) and not total % below:
            return total // below + self.plus
        return normal(Fraction(total) / below) + self.plus

    def explained(self) -> Explained:
        def real(value: HalfPoints) -> HalfPoints:
            return normal(Fraction(value) / self.scale)

        parts = tuple(part._replace(worth=real(part.worth), strength=real(part.strength)) for part in self.parts)
        return Explained(self.value(), parts, self.divisor, self.whole, self.plus)


def half_up(total: HalfPoints, below: int) -> int:
    """``total / below`` to the nearest whole number, halves up."""
    return int((2 * total + below) // (2 * below))


def cut(parts: Sequence[Part], low: int, high: int) -> list[Part]:
    """The parts without the ``low`` least and the ``high`` most significant ones (FIDE C.07, 14.1-14.4).

    The least significant is what the weakest opponent brings; the least that a voluntary unplayed round brings goes
    in its place if it is not less (16.5).
    """
    order = sorted(range(len(parts)), key=lambda at: (parts[at][4], parts[at][2]))
    gone: list[int] = []
    for _ in range(min(low, len(order))):
        at = _least(parts, order)
        order.remove(at)
        gone.append(at)
    if high:
        gone += order[-high:]
    result = list(parts)
    for at in gone:
        result[at] = result[at]._replace(kind=PartKind.CUT)
    return result


def _least(parts: Sequence[Part], order: list[int]) -> int:
    unplayed = [at for at in order if parts[at].voluntary]
    if unplayed:
        lowest = min(unplayed, key=lambda at: (parts[at].worth, parts[at].strength))
        if parts[lowest].worth >= parts[order[0]].worth:
            return lowest
    return order[0]
