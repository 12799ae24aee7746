"""Counting symbols (E8.4, E8.5)."""

from __future__ import annotations

from .active import Found, applies, passes, statics
from .state import State
from .tables import Tables
from .vocabulary import NONE


def counts(t: Tables, s: State, zone: int, attribute: int) -> tuple[int, ...]:
    """Symbols of every seat in the Zone; NONE for a seat without a Unit there (E8.2, E8.3)."""
    added = statics(t, s, "add_symbols", zone)
    also = statics(t, s, "count_as", zone)
    if also:
        also = [f for f in also if f[2].attribute == attribute]
    if added and not also:
        added = [f for f in added if f[2].attribute == attribute]
    start = zone * s.seats
    rows = s.rows[start : start + s.seats]
    if not added and not also:
        symbols, tokens, totals = t.symbols, s.tokens, []
        for row in rows:
            total = 0 if row else NONE
            for unit in row:
                k = 4 * unit + attribute
                total += symbols[k] + tokens[k]
            totals.append(total)
        return tuple(totals)
    return tuple(
        sum(unit_count(t, s, unit, seat, attribute, added, also) for unit in row) if row else NONE
        for seat, row in enumerate(rows)
    )


def unit_count(t: Tables, s: State, unit: int, seat: int, attribute: int, added: Found, also: Found) -> int:
    """E8.5 for one Unit. ``added`` are the effects of step 2, ``also`` those of step 3 that end in this attribute."""
    total = _after_step_2(t, s, unit, seat, attribute, added)
    sources = {
        op.source for owner, card, op in also if applies(op, card, owner, unit, seat) and passes(t, s, op.filter, unit)
    }
    sources.discard(attribute)
    return total + sum(_after_step_2(t, s, unit, seat, source, added) for source in sources)


def _after_step_2(t: Tables, s: State, unit: int, seat: int, attribute: int, added: Found) -> int:
    k = 4 * unit + attribute
    total = t.symbols[k] + s.tokens[k]
    for owner, card, op in added:
        if op.attribute == attribute and applies(op, card, owner, unit, seat) and passes(t, s, op.filter, unit):
            total += op.amount
    return max(total, 0)


def symbols_of(t: Tables, s: State, unit: int) -> tuple[int, int, int, int]:
    """How many symbols of each attribute a Unit in a Zone counts for now, for whoever shows or weighs it."""
    zone, seat = divmod(s.where[unit], s.seats)
    added, also = statics(t, s, "add_symbols", zone), statics(t, s, "count_as", zone)
    o, c, v, p = (unit_count(t, s, unit, seat, a, added, [f for f in also if f[2].attribute == a]) for a in range(4))
    return o, c, v, p
