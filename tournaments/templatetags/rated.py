"""What the ladder has not taken of a tournament, for its desk."""

from __future__ import annotations

from typing import Any

from django import template

from tournaments.rating import unrated
from tournaments.state import State

register = template.Library()
TOLD = 10


@register.inclusion_tag("tournaments/_unrated.html")
def not_rated(state: State) -> dict[str, Any]:
    """The results that should count and do not: how many, and the first of them."""
    missing = unrated(state)
    return {"missing": len(missing), "tables": missing[:TOLD]}
