"""Who asks for a page, and for which; and what is said of every answer that is meant for one person."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse

from .errors import BadRequest
from .reading import whole

MOST_PAGES = 10_000
"""Nobody turns so many; a database would count on and on."""


def asker(request: HttpRequest) -> UUID | None:
    """The player who is logged in, or None."""
    return request.user.pk if request.user.is_authenticated else None


def signed_in(request: HttpRequest) -> UUID:
    """The player who is logged in. Raises BadRequest where nobody is."""
    player = asker(request)
    if player is None:
        raise BadRequest("not_signed_in")
    return player


def page_number(request: HttpRequest) -> int:
    """``?page=``, 1 where nothing is said; whoever shows pages says which there are. Raises BadRequest."""
    try:
        return min(max(whole(request.GET.get("page", "1")), 1), MOST_PAGES)
    except ValueError:
        raise BadRequest("bad_field", field="page") from None


def is_htmx(request: HttpRequest) -> bool:
    """Whether a script asks, which wants a fragment and not a page."""
    return bool(getattr(request, "htmx", False))


def private(response: HttpResponse) -> HttpResponse:
    """What one person may see must not be kept for another."""
    response["Cache-Control"] = "private, no-store"
    return response
