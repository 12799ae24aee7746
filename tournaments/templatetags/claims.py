"""Claims of entries on an entrant's page and at the desk."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import template

from tournaments.claims import services
from tournaments.state import Entry, State

register = template.Library()


@register.inclusion_tag("tournaments/claims/_mine.html", takes_context=True)
def claim_of(context: template.Context, state: State, entry: Entry) -> dict[str, Any]:
    """What the reader can say about an entrant who is only a name."""
    user = getattr(context.get("request"), "user", None)
    player = user.pk if user is not None and user.is_authenticated else None
    return {
        "tournament": state,
        "entry": entry,
        "can": services.can_be_claimed(state, entry.no, player),
        "asked": services.asked(state.id, entry.player, player),
        "waiting": services.count(state.id) if services.may_answer(state, player) else 0,
        "csrf_token": context.get("csrf_token"),
    }


@register.simple_tag
def claims_waiting(tournament_id: UUID) -> int:
    return services.count(tournament_id)
