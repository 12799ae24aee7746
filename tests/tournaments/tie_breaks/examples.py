"""Published examples (``tests/tournaments/golden/README.md`` says whose), and values as they are printed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path

from tournaments.formats.contract import EntrantNo, Stage
from tournaments.scoring import History
from tournaments.standings import standings
from tournaments.tie_breaks import Field, Unit, find
from tournaments.trf import parse

GOLDEN = Path(__file__).parents[1] / "golden"
DECIMALS = {"BH": 1, "FB": 1, "PS": 1, "KS": 1, "PTS": 1, "STD": 1, "AOB": 2, "SB": 2}


@cache
def stage(name: str) -> Stage:
    return parse((GOLDEN / f"{name}.trf").read_text("utf-8")).stage


def printed(of: Stage, code: str, entrants: Iterable[int] = ()) -> dict[int, str]:
    """As FIDE's tables print them: points instead of half-points, averages with two decimals."""
    field = Field(History(of))
    tie_break = find(code)
    decimals = Decimal(1).scaleb(-DECIMALS.get(tie_break.family.code, 0))
    values = {}
    for no in entrants or field.games:
        value = Fraction(tie_break.value(field, EntrantNo(no)))
        if tie_break.family.unit is Unit.HALF_POINTS:
            value /= 2
        exact = Decimal(value.numerator) / Decimal(value.denominator)
        values[no] = str(exact.quantize(decimals, ROUND_HALF_UP))
    return values


def ranks(of: Stage, *tie_breaks: str) -> dict[int, int]:
    return {row.entrant: row.rank for row in standings(replace(of, plan=replace(of.plan, tie_breaks=tie_breaks)))}
