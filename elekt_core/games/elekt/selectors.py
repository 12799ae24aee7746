"""The Units and players that an effect can concern (C1.27, C1.28), for one use of an ability."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .active import passes
from .agenda import USED, Ability, Do, HousesChoice
from .state import NOWHERE, State
from .tables import Compiled, Op, Tables
from .vocabulary import CHOSEN_SELECTORS, NONE

Target = tuple[str, int]
"""``(word, value)``, see ``decisions.TARGETS``."""


class Use:
    """One use of an ability: who acts, with which card, about which Zone and Unit (the arguments of an ``Ability``
    step)."""

    __slots__ = ("ability", "actor", "by", "card", "other", "seats", "state", "tables", "unit", "zone")

    tables: Tables
    state: State
    actor: int
    card: int
    zone: int
    unit: int
    by: int
    other: int
    seats: int
    """A mask: the tied seats for ``on_tie``, the attributes attached by this win for ``win_extend``."""
    ability: Compiled


def use_of(tables: Tables, state: State, step: Ability | Do | HousesChoice) -> Use:
    """The use that a step stands for. (An ``__init__`` would take twice the time.)"""
    use = Use()
    use.tables = tables
    use.state = state
    use.actor, card, use.zone, use.unit, use.by, use.other, use.seats = step if type(step) is Ability else step[:USED]
    use.card = card
    use.ability = tables.abilities[card]
    return use


CHOSEN = CHOSEN_SELECTORS


def units(use: Use, selector: str, op: Op, chosen: Sequence[Target] = ()) -> Sequence[int]:
    """The Units that the selector allows now, by court order, Zone and position; ``chosen`` are the targets so far."""
    found = _select(use, selector, chosen)
    if op.filter is None:
        return found
    passing = []
    for unit in found:
        if passes(use.tables, use.state, op.filter, unit):
            passing.append(unit)
    return passing


def _select(use: Use, selector: str, chosen: Sequence[Target]) -> Sequence[int]:
    s = use.state
    if selector == "this":
        return (use.card,) if s.where[use.card] != NOWHERE else ()
    if selector == "subject":  # E7.14: it must still stand in that Zone
        return (use.unit,) if s.zone(use.unit) == use.zone else ()
    return _select_among(use, selector, chosen)


def _select_among(use: Use, selector: str, chosen: Sequence[Target]) -> Sequence[int]:
    s, actor, card = use.state, use.actor, use.card
    match selector:
        case "same":
            found = [value for word, value in chosen if word in ("unit", "from")][-1:]
            return found if found and s.where[found[0]] != NOWHERE else ()
        case "own":
            return s.row(use.zone, actor)
        case "other_own":
            return [unit for unit in s.row(use.zone, actor) if unit != card]
        case "other":
            return [unit for unit in s.all_units_in(use.zone) if unit != card]
        case "any" | "all":
            return s.all_units_in(use.zone)
        case "swapped":
            return [unit for unit in (use.unit, use.other) if unit != NONE and s.where[unit] != NOWHERE]
        case "own_other_zone":
            return [unit for zone in range(3) if zone != use.zone for unit in s.row(zone, actor)]
        case "own_any_zone":
            return [unit for zone in range(3) for unit in s.row(zone, actor) if unit != card]
        case "any_zone_unit":
            return [unit for zone in range(3) for unit in s.all_units_in(zone)]
        case "unit_of_annihilator":
            return s.row(use.zone, use.by) if use.by != NONE else ()
        case _:  # hand_unit
            return s.hands[actor]


IN_ITS_ZONE: Final = frozenset({"own", "other_own", "other", "any", "unit_of_annihilator"})
OF_ITS_OWNER: Final = frozenset({"own", "other_own", "own_other_zone", "own_any_zone"})
ANOTHER_ONE: Final = frozenset({"other_own", "other", "own_any_zone"})


def why_left_out(use: Use, selector: str, op: Op, unit: int) -> str:
    """The code of the first reason why ``units`` leaves out a Unit that stands in a Zone; ``""`` if it does not."""
    s = use.state
    if selector in IN_ITS_ZONE and s.zone(unit) != use.zone:
        return "ability_elsewhere"
    if selector == "own_other_zone" and s.zone(unit) == use.zone:
        return "ability_other_zones"
    if selector in OF_ITS_OWNER and s.owner(unit) != use.actor:
        return "ability_own_units"
    if selector in ANOTHER_ONE and unit == use.card:
        return "ability_another_unit"
    if op.filter is not None and not passes(use.tables, s, op.filter, unit):
        return "not_a_target"
    return ""


def players(use: Use, selector: str) -> list[int]:
    """The seats that the selector allows or names, in court order."""
    s, actor = use.state, use.actor
    match selector:
        case "controller":
            return [actor]
        case "choose_opponent" | "each_opponent":
            return [seat for seat in s.order if seat != actor]
        case "choose_opponent_in_zone" | "each_opponent_in_zone":
            return [seat for seat in s.order if seat != actor and s.row(use.zone, seat)]
        case _:  # assigner, acquirer, winner, annihilator: who caused it
            return [use.by] if use.by != NONE else []


def value_of(targets: Sequence[Target], word: str, default: int = NONE) -> int:
    """The value of the first target with this word."""
    for name, value in targets:
        if name == word:
            return value
    return default
