"""Tournaments on pages of lower floors, which do not know about them."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils import timezone

from tournaments import queries
from tournaments.pages.mine import called

register = template.Library()


@register.inclusion_tag("tournaments/_called.html", takes_context=True)
def tables_called(context: template.Context) -> dict[str, Any]:
    """The tables at which the reader is expected."""
    user = context.get("user")
    return {"called": called(user.pk) if user is not None and user.is_authenticated else []}


@register.inclusion_tag("tournaments/_coming.html", takes_context=True)
def next_events(context: template.Context) -> dict[str, Any]:
    """The tournaments that come next."""
    user = context.get("user")
    me = user.pk if user is not None and user.is_authenticated else None
    return {"coming": queries.coming(player=me, now=timezone.now()), "user": user}
