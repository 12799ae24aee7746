"""What the effect primitives share: the shape of their choices, and which Units may be touched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .active import BANS, all_in_force, barred
from .selectors import Target, Use
from .vocabulary import NONE

Choice = tuple[Target, ...]
"""The targets of one effect."""

Pool = Sequence[int]
"""Tokens in the pool, by attribute."""

NO_CHOICE: Final[list[Choice]] = [()]
"""The effect can be carried out, and leaves nothing to choose."""


def each(word: str, values: Sequence[int]) -> list[Choice]:
    return [((word, value),) for value in values]


def able_units(use: Use, action: str, among: Sequence[int]) -> Sequence[int]:
    """Those of the Units on which this action is allowed (E16.2)."""
    s = use.state
    if not use.tables.statics[BANS[action]].reach[NONE] & all_in_force(s):
        return among
    found = []
    for unit in among:
        if allowed(use, action, unit):
            found.append(unit)
    return found


def allowed(use: Use, action: str, unit: int) -> bool:
    """E16.2: whether no card of the same or an earlier class forbids it."""
    zone, owner = divmod(use.state.where[unit], use.state.seats)
    return barred(use.tables, use.state, action, use.ability.rank, zone, unit, owner) == NONE
