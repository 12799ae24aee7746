"""Numbers and results as people write them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tournaments.formats.contract import HalfPoints, Pairing, Result
from tournaments.tie_breaks import TieBreak, Unit

VULGAR = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
    Fraction(1, 6): "⅙",
    Fraction(5, 6): "⅚",
}


def points(value: HalfPoints) -> str:
    """Half-points as points: 3 is ``1½``."""
    return number(Fraction(value) / 2)


def number(value: HalfPoints) -> str:
    """A whole number with a vulgar fraction behind it, ``7/12`` where there is no sign for it."""
    exact = Fraction(value)
    sign, exact = ("−" if exact < 0 else ""), abs(exact)
    whole, part = divmod(exact, 1)
    if not part:
        return f"{sign}{whole}"
    written = VULGAR.get(part) or f"{part.numerator}/{part.denominator}"
    apart = " " if whole and part not in VULGAR else ""
    return f"{sign}{whole or ''}{apart}{written}"


def share(value: HalfPoints) -> str:
    """A share of 1 in per cent, rounded to a hundredth for display; comparisons use the exact value."""
    hundredths = round(Fraction(value) * 10_000)
    return f"{hundredths // 100}.{hundredths % 100:02} %"


def tie_break(one: TieBreak, value: HalfPoints) -> str:
    """A value in the tie-break's own unit."""
    match one.family.unit:
        case Unit.HALF_POINTS:
            return points(value)
        case Unit.SHARE:
            return share(value)
        case _:
            return number(value)


def duel(pairing: Pairing) -> str:
    """``1–0``, ``½–½``, ``+ –`` for a forfeit, ``""`` without a result."""
    result = pairing.result
    if result is None or len(result.places) != 2:
        return ""
    if result.forfeited:
        return " ".join("–" if seat in result.forfeited else "+" for seat in (0, 1))
    first, second = result.places
    if first == second:
        return "0–0" if result.is_lost_by_all else "½–½"
    return "1–0" if first < second else "0–1"


def seat_result(result: Result, seat: int) -> str:
    """A seat's place, with its score if noted: ``1. (5)``; ``–`` for a player who did not appear."""
    if seat in result.forfeited:
        return "–"
    score = f" ({result.scores[seat]})" if result.scores else ""
    return f"{result.places[seat]}.{score}"


def place(result: Result, seat: int) -> str:
    """A seat's place alone: ``1.``; ``–`` for a player who did not appear."""
    return "–" if seat in result.forfeited else f"{result.places[seat]}."


def joined(names: Sequence[str]) -> str:
    return " · ".join(names)
