"""Counting symbols (E8.4, E8.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .active import concerned, statics
from .state import State
from .tables import Tables
from .vocabulary import NONE

Added = list[tuple[int, int, int]]
"""``(mask of Units, attribute, amount)``: E8.5 step 2."""

Also = list[tuple[int, int]]
"""``(mask of Units, source)``: their symbols of the source count too, E8.5 step 3."""


def counts(t: Tables, s: State, zone: int, attribute: int) -> tuple[int, ...]:
    """Symbols of every seat in the Zone; NONE for a seat without a Unit there (E8.2, E8.3)."""
    start = zone * s.seats
    rows = s.rows[start : start + s.seats]
    if t.counting[attribute][zone] & (s.active[zone] | t.wide):
        return _changed_counts(t, s, zone, attribute, rows)
    symbols, tokens, totals = t.symbols, s.tokens, []
    for row in rows:
        if row:
            total = 0
            for unit in row:
                k = 4 * unit + attribute
                total += symbols[k] + tokens[k]
            totals.append(total)
        else:
            totals.append(NONE)
    return tuple(totals)


def counts_of_zone(t: Tables, s: State, zone: int) -> list[tuple[int, ...]]:
    """The same for each attribute, counted in one go."""
    symbols, tokens, start = t.symbols, s.tokens, zone * s.seats
    rows = s.rows[start : start + s.seats]
    totals = []
    for row in rows:
        if row:
            o = c = v = p = 0
            for unit in row:
                k = 4 * unit
                o += symbols[k] + tokens[k]
                c += symbols[k + 1] + tokens[k + 1]
                v += symbols[k + 2] + tokens[k + 2]
                p += symbols[k + 3] + tokens[k + 3]
            totals.append((o, c, v, p))
        else:
            totals.append(NOBODY)
    found = list(zip(*totals, strict=True))
    in_force = s.active[zone] | t.wide
    for attribute, counting in enumerate(t.counting):
        if counting[zone] & in_force:
            found[attribute] = _changed_counts(t, s, zone, attribute, rows)
    return found


NOBODY: Final = (NONE, NONE, NONE, NONE)


def _changed_counts(t: Tables, s: State, zone: int, attribute: int, rows: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The same if cards in force may change how many symbols a Unit has."""
    added, also = _added(t, s, zone), _also(t, s, zone, attribute)
    return tuple(sum(_count(t, s, unit, attribute, added, also) for unit in row) if row else NONE for row in rows)


def _added(t: Tables, s: State, zone: int) -> Added:
    found = statics(t, s, "add_symbols", zone)
    return [(concerned(t, s, op, card, owner, zone), op.attribute, op.amount) for owner, card, op in found]


def _also(t: Tables, s: State, zone: int, attribute: int) -> Also:
    return [
        (concerned(t, s, op, card, owner, zone), op.source)
        for owner, card, op in statics(t, s, "count_as", zone)
        if op.attribute == attribute and op.source != attribute
    ]


def _count(t: Tables, s: State, unit: int, attribute: int, added: Added, also: Also) -> int:
    """E8.5 for one Unit; a symbol counts at most once, however many rules say so, and rules are not chained."""
    total = _after_step_2(t, s, unit, attribute, added)
    for source in {source for units, source in also if units >> unit & 1}:
        total += _after_step_2(t, s, unit, source, added)
    return total


def _after_step_2(t: Tables, s: State, unit: int, attribute: int, added: Added) -> int:
    k = 4 * unit + attribute
    total = t.symbols[k] + s.tokens[k]
    for units, kind, amount in added:
        if kind == attribute and units >> unit & 1:
            total += amount
    return max(total, 0)


def symbols_of(t: Tables, s: State, unit: int) -> tuple[int, int, int, int]:
    """How many symbols of each attribute a Unit in a Zone counts for now, for display and for bots."""
    zone = s.zone(unit)
    added = _added(t, s, zone)
    o, c, v, p = (_count(t, s, unit, a, added, _also(t, s, zone, a)) for a in range(4))
    return o, c, v, p
