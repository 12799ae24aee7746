"""Readers of a plan's settings: each gives a checked value, or raises BadPlan that names the field."""

from __future__ import annotations

from typing import Any, NoReturn

from .contract import BadPlan, Plan, Reason


def refuse(field: str, code: str, **data: Any) -> NoReturn:
    """Raises BadPlan."""
    raise BadPlan(field, Reason(code, data))


def only(plan: Plan, *names: str) -> None:
    """Refuses a setting unknown to the format."""
    for name in plan.settings:
        if name not in names:
            refuse(f"settings.{name}", "unknown_setting", known=sorted(names))


def flag(plan: Plan, name: str, default: bool = False) -> bool:
    value = plan.settings.get(name, default)
    if not isinstance(value, bool):
        refuse(f"settings.{name}", "not_yes_or_no")
    return value


def number(plan: Plan, name: str, default: int, least: int, most: int) -> int:
    """A whole number from ``least`` to ``most``."""
    return in_range(f"settings.{name}", plan.settings.get(name, default), least, most)


def in_range(field: str, value: object, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        refuse(field, "out_of_range", least=least, most=most)
    return value


def choice(plan: Plan, name: str, *allowed: str) -> str:
    """One of ``allowed``; by default the first."""
    value = plan.settings.get(name, allowed[0])
    if not isinstance(value, str) or value not in allowed:
        refuse(f"settings.{name}", "not_one_of", allowed=list(allowed))
    return value


def check_seats(plan: Plan) -> None:
    """Tables of 2 to 4; a short one is not larger than a full one."""
    in_range("seats", plan.seats, 2, 4)
    in_range("least", plan.least, 2, plan.seats)


def check_field(entrants: int, least: int, most: int) -> None:
    if not least <= entrants <= most:
        refuse("entrants", "wrong_field_size", least=least, most=most, entrants=entrants)
