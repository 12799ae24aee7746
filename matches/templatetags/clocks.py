"""Clocks and time controls in pages (``matches.clocks``)."""

from __future__ import annotations

from typing import Any

from django import template

from matches.clocks import words
from matches.clocks.controls import TimeControl

register = template.Library()


@register.filter
def time_told(control: TimeControl | None) -> str:
    return words.time_told(control)


@register.inclusion_tag("matches/clocks/_clock_at.html", takes_context=True)
def clock(context: template.Context, seat: int) -> dict[str, Any]:
    """The clock of a seat, for its strip on any game's board; empty if there are no clocks."""
    position: Any = context.get("position")
    clocks = getattr(position, "clocks", None)
    found = None if clocks is None else clocks.of(seat)
    mine = found is not None and position.match.seats[seat].mine
    return {"clock": found, "at": clocks.at if clocks else 0, "mine": mine}
