"""Clocks and time controls in pages (``matches.clocks``)."""

from __future__ import annotations

from typing import Any

from django import template
from django.template.loader import render_to_string

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


@register.simple_tag(takes_context=True)
def clock(context: template.Context, seat: int) -> str:
    """The clock of a seat, for its strip on any game's board; empty if there are no clocks."""
    position: Any = context.get("position")
    clocks = getattr(position, "clocks", None)
    if clocks is None or (found := clocks.of(seat)) is None:
        return ""
    shown = {"clock": found, "at": clocks.at, "mine": position.match.seats[seat].mine}
    return render_to_string("matches/clocks/_clock.html", shown)
