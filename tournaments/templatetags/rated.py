"""Results of a tournament that the ladder has not rated, for its desk."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template

from tournaments.formats.contract import EntrantNo
from tournaments.pages import consenting
from tournaments.queries import Asked
from tournaments.rating import unrated
from tournaments.state import State

register = template.Library()
TOLD = 10


@register.inclusion_tag("tournaments/_unrated.html")
def not_rated(state: State, names: Mapping[EntrantNo, str]) -> dict[str, Any]:
    """Results that should be rated and are not: how many, and the first of them; and those that wait for consent."""
    missing, waiting = unrated(state), consenting.waiting(state)
    return {
        "missing": len(missing),
        "tables": missing[:TOLD],
        "held": len(waiting),
        "waiting": [(ref, consenting.in_words(state, table, names)) for ref, table in waiting[:TOLD]],
        "tournament": state,
    }


@register.inclusion_tag("tournaments/consent/_entry.html", takes_context=True)
def entry_to_confirm(context: template.Context, asked: Asked) -> dict[str, Any]:
    """Asks an entrant whom somebody else entered whether typed results may be rated."""
    return {
        "tournament": asked.state,
        "ask": consenting.is_to_confirm(asked),
        "csrf_token": context.get("csrf_token"),
    }
