"""The page of one's friends, and what one asks about somebody."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST, require_safe

from web import posted
from web.request import private, signed_in

from . import queries, services
from .commands import Command


@login_required
@require_safe
def friends(request: HttpRequest) -> HttpResponse:
    return private(render(request, "players/friends.html", {"shown": queries.friends(signed_in(request))}))


def change(command: type[Command]) -> Callable[..., HttpResponse]:
    """A view that asks for what its form says, and leads back to where it was asked."""

    @login_required
    @require_POST
    def view(request: HttpRequest) -> HttpResponse:
        services.change(posted.read(request, command), by=signed_in(request))
        back = posted.fields(request).get("back", "")
        safe = url_has_allowed_host_and_scheme(back, allowed_hosts=None) and back.startswith("/")
        return redirect(back if safe else "players:friends")

    return view
