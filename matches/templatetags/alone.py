"""Games for one person, each with a ladder by level."""

from __future__ import annotations

from django import template

from elekt_core.registry import game_names
from matches.solo import queries
from matches.solo.shapes import SoloOffered

register = template.Library()


@register.simple_tag
def playing_alone() -> list[SoloOffered]:
    return [one for game in game_names() for one in queries.offered(game=game)]
