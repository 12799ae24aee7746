"""Corrections of rated games, for who runs the platform."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from web import edit_conflicts
from web.decoding import from_form
from web.errors import Refused
from web.request import signed_in

from .. import rulings, services
from . import correcting
from .correcting import Written


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """A POST does what is ``correcting.Written``; asked with GET and ``look``, it says what would follow."""
    me = signed_in(request)
    if not rulings.is_entitled(me):
        raise PermissionDenied
    written = from_form(Written, request.POST if request.method == "POST" else request.GET)
    filled, status = correcting.form(game_id, written), 200
    try:
        if request.method == "POST":
            rulings.change(correcting.asked(filled), by=me, **edit_conflicts.sent(request.POST).how)
            return redirect("players:rated_game", filled.game.game)
        if written.look:
            filled = replace(filled, foreseen=correcting.foreseen(filled))
    except Refused as refused:
        filled = replace(filled, refused=correcting.sentence(refused))
        status = 409 if refused.code == edit_conflicts.STALE else 422
    opened = edit_conflicts.opened(services.version_of(filled.game), [])
    return render(request, "players/ratings/correct.html", {"form": filled, "opened": opened}, status=status)
