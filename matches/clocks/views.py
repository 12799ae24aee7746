"""Pages of time: what people at a table ask of one another, and when one's own time does not count."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from web.decoding import from_form
from web.request import is_htmx, signed_in

from . import asking, services


def ask(command: type[asking.Command]) -> Callable[..., HttpResponse]:
    """A view that asks for what its form says; for a script nothing comes back, since the streams bring it."""

    @login_required
    @require_POST
    def view(request: HttpRequest, match_id: UUID) -> HttpResponse:
        services.ask(match_id, from_form(command, request.POST), by=signed_in(request))
        return HttpResponse(status=204) if is_htmx(request) else redirect("matches:match", match_id)

    return view
