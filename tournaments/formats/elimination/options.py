"""The settings of an elimination, and the bracket for a plan and a field."""

from __future__ import annotations

import json
from functools import lru_cache

from ..contract import BadPlan, Pairing, Plan, Reason
from ..settings import check_field, check_seats, choice, flag, number, only, refuse
from . import duels, tables
from .bracket import Bracket

MAX_FIELD = 1024
MAX_LENGTH = 99
SINGLE = "single_elimination"
DOUBLE = "double_elimination"
_COMMON = ("length", "lengths", "draws", "seeding", "protected", "through")
_OWN = {SINGLE: ("third_place", "consolation", "winners"), DOUBLE: ("reset",)}


def check(plan: Plan, entrants: int) -> None:
    """Raises BadPlan: fields from 2 (tables: ``least``) to 1,024, tables that lead to a final, known settings."""
    only(plan, *_COMMON, *_OWN[plan.format])
    check_seats(plan)
    check_field(entrants, plan.least, MAX_FIELD)
    if plan.rounds:
        refuse("rounds", "format_knows_its_rounds")
    _check_settings(plan, entrants)
    bracket(plan, entrants)


def _check_settings(plan: Plan, entrants: int) -> None:
    number(plan, "through", 1, 1, 2)
    if through(plan) >= plan.least:
        refuse("settings.through", "nobody_is_beaten", least=plan.least)
    if plan.seats > 2 and flag(plan, "third_place"):
        refuse("settings.third_place", "the_final_decides_it")
    if plan.seats > 2 and flag(plan, "reset"):
        refuse("settings.reset", "for_duels_only")
    for name in ("third_place", "consolation", "reset"):
        flag(plan, name)
    choice(plan, "draws", "refuse", "replay", "seed", "titles")
    choice(plan, "seeding", "standard", "drawn")
    number(plan, "protected", 0, 0, entrants)
    number(plan, "length", 1, 1, MAX_LENGTH)
    _check_lengths(plan)
    _check_winners(plan, entrants)


def _check_winners(plan: Plan, entrants: int) -> None:
    """``winners`` must be a power of two so small that everybody plays, without matches for places among them."""
    wanted = winners(plan)
    if wanted > 1 and plan.seats > 2:
        refuse("settings.winners", "for_duels_only")
    if wanted > 1 and (flag(plan, "third_place") or flag(plan, "consolation")):
        refuse("settings.winners", "out_of_range", least=1, most=1)
    allowed = [1 << level for level in range(entrants.bit_length() - 1)]
    if wanted not in allowed:
        refuse("settings.winners", "not_one_of", allowed=allowed)


def winners(plan: Plan) -> int:
    """How many remain at the end of a single elimination: 1, or several who each win just a place."""
    return number(plan, "winners", 1, 1, MAX_FIELD)


def _check_lengths(plan: Plan) -> None:
    lengths = plan.settings.get("lengths", {})
    if not isinstance(lengths, dict):
        refuse("settings.lengths", "not_a_table")
    for group, games in lengths.items():
        if not isinstance(games, int) or isinstance(games, bool) or not 1 <= games <= MAX_LENGTH:
            refuse(f"settings.lengths.{group}", "out_of_range", least=1, most=MAX_LENGTH)


def through(plan: Plan) -> int:
    """How many of a table advance."""
    return number(plan, "through", 1, 1, 2)


def length(plan: Plan, pairing: Pairing) -> int:
    """The length of a series: set for the round (``W3``, ``L2``, ``F``), for its part (``W``), or for all."""
    lengths = plan.settings.get("lengths", {})
    group = pairing.slot.partition("-")[0]
    part = group if group in ("F2", "3rd") else group[:1]
    default = lengths.get("F", plan.settings.get("length", 1)) if group == "F2" else plan.settings.get("length", 1)
    return int(lengths.get(group, lengths.get(part, default)))


def bracket(plan: Plan, entrants: int) -> Bracket:
    """The bracket for that many. Cached: the same plan and field give the same object. Raises BadPlan."""
    found = _kept(plan.format, plan.seats, plan.least, json.dumps(dict(plan.settings), sort_keys=True), entrants)
    if isinstance(found, BadPlan):
        raise BadPlan(found.field, found.reason)
    return found


@lru_cache(maxsize=32)
def _kept(form: str, seats: int, least: int, settings: str, entrants: int) -> Bracket | BadPlan:
    plan = Plan(form, seats, least, settings=json.loads(settings))
    built = _build(plan, entrants)
    if built is None:
        without = Plan(form, seats, least, settings={**plan.settings, "consolation": False})
        field = "settings.consolation" if _build(without, entrants) else "entrants"
        return BadPlan(field, Reason("no_tables_fit", {"entrants": entrants, "seats": seats, "least": least}))
    return built


def _build(plan: Plan, entrants: int) -> Bracket | None:
    if plan.seats == 2 and plan.format == SINGLE:
        return duels.single(entrants, flag(plan, "third_place"), flag(plan, "consolation"), winners(plan))
    if plan.seats == 2:
        return duels.double(entrants, flag(plan, "reset", True))
    shape = tables.Shape(plan.seats, plan.least, through(plan))
    if plan.format == SINGLE:
        return tables.single(shape, entrants, flag(plan, "consolation"))
    return tables.double(shape, entrants)
