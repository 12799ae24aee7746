"""The QR code and the short address under which one comes in, for pages that show them."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import template
from django.urls import reverse

from tournaments.arrivals import queries
from tournaments.queries import Asked
from web.qr import qr
from web.short_codes import code_of

register = template.Library()


@register.inclusion_tag("tournaments/arrivals/_code.html", takes_context=True)
def coming_in_code(context: dict[str, Any], where: UUID | str, table: int = 0) -> dict[str, Any]:
    """``where`` is a tournament, a club, or a code; ``table`` the number of a table there."""
    code = where if isinstance(where, str) else code_of(where)
    path = reverse("tournaments:arrive", args=[code]) + (f"{table}/" if table else "")
    address = context["request"].build_absolute_uri(path)
    return {"qr": qr(address), "address": address, "shown": address.partition("://")[2].rstrip("/"), "table": table}


@register.filter
def short_code(where: UUID) -> str:
    return code_of(where)


@register.simple_tag
def arrivals_at(asked: Asked) -> dict[str, Any]:
    """For the desk: who waits for a look, and how many without an account are not checked in."""
    return {"waiting": queries.waiting(asked), "names": queries.not_checked_in(asked)}
