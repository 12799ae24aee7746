"""Tournaments on pages of floors below, which know nothing of them."""

from __future__ import annotations

from typing import Any

from django import template

from tournaments.pages.mine import called

register = template.Library()


@register.inclusion_tag("tournaments/_called.html", takes_context=True)
def tables_called(context: template.Context) -> dict[str, Any]:
    """The tables at which the reader is waited for."""
    user = context.get("user")
    return {"called": called(user.pk) if user is not None and user.is_authenticated else []}
