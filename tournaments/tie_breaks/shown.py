"""Tie-break values for people and other programs: points instead of half-points."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from tournaments.formats.contract import HalfPoints

from .families import Unit


def exact(value: HalfPoints, unit: Unit) -> str:
    """``12.5``, ``-3``, or ``40/3`` for endless decimals."""
    real = _real(value, unit)
    rest = real.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    if rest != 1:
        return str(real)
    return f"{(Decimal(real.numerator) / Decimal(real.denominator)).normalize():f}"


def rounded(value: HalfPoints, unit: Unit) -> str:
    """At most two decimals, halves up; shares as per cent: ``66.67%``."""
    share = unit is Unit.SHARE
    real = _real(value, unit) * (100 if share else 1)
    decimal = (Decimal(real.numerator) / Decimal(real.denominator)).quantize(Decimal("0.01"), ROUND_HALF_UP)
    text = f"{decimal:f}".rstrip("0").rstrip(".")
    return f"{text}%" if share else text


def _real(value: HalfPoints, unit: Unit) -> Fraction:
    return Fraction(value) / (2 if unit is Unit.HALF_POINTS else 1)
