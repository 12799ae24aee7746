"""Who asks for a page, and what is said of every answer that is meant for one person."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse

from .errors import BadRequest


def asker(request: HttpRequest) -> UUID | None:
    """The player who is logged in, or None."""
    return request.user.pk if request.user.is_authenticated else None


def signed_in(request: HttpRequest) -> UUID:
    """The player who is logged in. Raises BadRequest where nobody is."""
    player = asker(request)
    if player is None:
        raise BadRequest("not_signed_in")
    return player


def is_htmx(request: HttpRequest) -> bool:
    """Whether a script asks, which wants a fragment and not a page."""
    return bool(getattr(request, "htmx", False))


def private(response: HttpResponse) -> HttpResponse:
    """What one person may see must not be kept for another."""
    response["Cache-Control"] = "private, no-store"
    return response
