"""Standings of a report file as plain JSON: exact numbers, as texts if they may be fractions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.formats.contract import Stage, Standing
from tournaments.tie_breaks import Explained, TieBreak, Unit, find
from tournaments.tie_breaks.modifiers import RULES
from tournaments.tie_breaks.shown import exact

from .document import Flaw, Parsed
from .sentences import sentence


def report(
    parsed: Parsed, stage: Stage, rows: Sequence[Standing], explained: Mapping[str, tuple[TieBreak, Explained]]
) -> dict[str, Any]:
    """``explained``: one entrant's values by tie-break code."""
    tie_breaks = [find(code) for code in stage.plan.tie_breaks]
    found: dict[str, Any] = {
        "tournament": parsed.header.name,
        "rounds": len(stage.rounds),
        "rules": f"FIDE C.07 {RULES}",
        "tie_breaks": list(stage.plan.tie_breaks),
        "standings": [
            {
                "rank": row.rank,
                "entrant": row.entrant,
                "name": parsed.people[row.entrant].name,
                "points": exact(row.points, Unit.HALF_POINTS),
                "tie_breaks": {
                    one.code: exact(value, one.family.unit)
                    for one, value in zip(tie_breaks, row.tie_breaks, strict=True)
                },
            }
            for row in rows
        ],
        "flaws": [_flaw(flaw) for flaw in parsed.flaws],
    }
    if explained:
        found["explained"] = {code: _opened(*both) for code, both in explained.items()}
    return found


def _flaw(flaw: Flaw) -> dict[str, Any]:
    return {"line": flaw.line, "code": flaw.code, "data": dict(flaw.data), "text": sentence(flaw)}


def _opened(tie_break: TieBreak, explained: Explained) -> dict[str, Any]:
    unit = tie_break.family.unit
    return {
        "value": exact(explained.value, unit),
        "divisor": explained.divisor,
        "rounded": explained.whole,
        "plus": explained.plus,
        "parts": [
            {
                "round": part.round,
                "opponents": list(part.opponents),
                "worth": exact(part.worth, unit),
                "value": exact(part.value, unit),
                "kind": part.kind,
            }
            for part in explained.parts
        ],
    }
