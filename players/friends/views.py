"""The page of your friends, and what people ask about one another."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from web import posted
from web.request import onwards, page_number, private, signed_in

from . import queries, services
from .commands import Command


@login_required
@require_safe
def friends(request: HttpRequest) -> HttpResponse:
    return private(render(request, "players/friends.html", {"shown": queries.friends(signed_in(request))}))


@login_required
@require_safe
def requests(request: HttpRequest) -> HttpResponse:
    shown = queries.requests(signed_in(request), page_number(request))
    return private(render(request, "players/friend_requests.html", {"shown": shown}))


def change(command: type[Command]) -> Callable[..., HttpResponse]:
    """A view that does what its form asks, and goes back to where it was sent from."""

    @login_required
    @require_POST
    def view(request: HttpRequest) -> HttpResponse:
        services.change(posted.read(request, command), by=signed_in(request))
        back = posted.fields(request).get("back", "")
        return onwards(request, back, reverse("players:friends"))

    return view
