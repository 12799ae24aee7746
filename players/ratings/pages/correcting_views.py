"""Corrections of rated games, for who runs the platform."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID, uuid4

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from web import edit_conflicts
from web.errors import Refused

from .. import rulings, services
from . import correcting


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """``what``, ``place_1``..., ``reason``. Asked with GET and ``look``, it says what would follow."""
    player = request.user.pk
    assert player is not None, "login_required lets nobody else in"
    if not rulings.is_entitled(player):
        raise PermissionDenied
    given = {key: str(value) for key, value in (request.POST if request.method == "POST" else request.GET).items()}
    filled = correcting.form(game_id, given)
    decision, status = _decision(given.get("decision", "")), 200
    try:
        if request.method == "POST":
            rulings.make(
                correcting.asked(filled),
                player=player,
                reason=filled.reason,
                decision_id=decision,
                expected_version=edit_conflicts.sent(request.POST).version,
            )
            return redirect("players:rated_game", filled.game.game)
        if "look" in given:
            filled = replace(filled, foreseen=correcting.foreseen(filled))
    except Refused as refused:
        filled = replace(filled, refused=correcting.sentence(refused))
        status = 409 if refused.code == edit_conflicts.STALE else 422
    context = {"form": filled, "decision": decision, "version": services.version_of(filled.game)}
    return render(request, "players/ratings/correct.html", context, status=status)


def _decision(text: str) -> UUID:
    """Given out with the form, so that what is sent twice counts once."""
    try:
        return UUID(text)
    except ValueError:
        return uuid4()
