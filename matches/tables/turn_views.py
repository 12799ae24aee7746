"""Whose turn it is, for the head of every page: the count, which pages poll, and the way to the next match."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from players.friends.services import note_presence
from web.request import asker, private

from .turns import Turns, turns

EVERY = {"playing": 10, "idle": 60}
"""Seconds after which a page asks again: soon only where somebody has a match that goes on."""


def every(found: Turns) -> int:
    return EVERY["playing" if found.running else "idle"]


@require_safe
def count(request: HttpRequest) -> HttpResponse:
    """The number shown in the header, and when to ask again; 0 seconds (never) for visitors who are logged out."""
    me = asker(request)
    if me is not None:
        note_presence(me)
    found = turns(me)
    return private(JsonResponse({"count": found.count, "every": every(found) if me else 0}))


@require_safe
def next_turn(request: HttpRequest) -> HttpResponse:
    """To the match that waits, from another one (``?from=``) to the one after it; home if none waits."""
    try:
        here = UUID(request.GET.get("from", ""))
    except ValueError:
        here = None
    match = turns(asker(request)).after(here)
    return private(redirect("matches:home") if match is None else redirect("matches:match", match))
