"""Clocks and time controls in pages (``matches.clocks``)."""

from __future__ import annotations

from typing import Any

from django import template

from matches.clocks import words
from matches.clocks.controls import TimeControl
from matches.watching.rules import SpectatorRule
from matches.watching.words import delay_told, rule_told

register = template.Library()


@register.filter
def time_told(control: TimeControl | None) -> str:
    return words.time_told(control)


@register.filter
def flag_told(control: TimeControl | None) -> str:
    return words.flag_told(control)


@register.filter(name="delay_told")
def told_delay(rule: SpectatorRule | None) -> str:
    return delay_told(rule)


@register.filter
def spectators_told(rule: SpectatorRule | None) -> str:
    return rule_told(rule)


@register.inclusion_tag("matches/clocks/_clock_at.html", takes_context=True)
def clock(context: template.Context, seat: int) -> dict[str, Any]:
    """The clock of a seat, for its strip on any game's board; empty if there are no clocks."""
    position: Any = context.get("position")
    clocks = getattr(position, "clocks", None)
    found = None if clocks is None else clocks.of(seat)
    mine = found is not None and position.match.seats[seat].mine
    return {"clock": found, "at": clocks.at if clocks else 0, "mine": mine}
