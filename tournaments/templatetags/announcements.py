"""What is said about an event, for its page."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import template

from tournaments.announcements import queries
from tournaments.announcements.about import Kind, event
from web.request import asker

register = template.Library()


@register.inclusion_tag("tournaments/announcements/_announced.html", takes_context=True)
def announced(context: dict[str, Any], kind: str, event_id: UUID) -> dict[str, Any]:
    """The words, and for those who may write them a link to their form."""
    one = event(Kind(kind), event_id, asker(context["request"]))
    return {"event": one, "said": queries.announced(one)}
