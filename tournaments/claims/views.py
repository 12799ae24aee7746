"""Claiming an entry, and the page on which who runs the tournament answers."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from matches.asking import private, signed_in
from tournaments import queries

from . import services


@login_required
@require_POST
def claim(request: HttpRequest, tournament_id: UUID, no: int) -> HttpResponse:
    """``what=take_back`` takes it back."""
    me = signed_in(request)
    if request.POST.get("what") == "take_back":
        services.take_back(tournament_id=tournament_id, player=me, no=no)
    else:
        services.claim(tournament_id=tournament_id, player=me, no=no)
        messages.success(request, _("Those who run the tournament will answer."))
    return redirect("tournaments:entrant", tournament_id, no)


@login_required
@require_safe
def claims(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    me = signed_in(request)
    context = {
        "claims": services.waiting(tournament_id=tournament_id, by=me),
        "tournament": queries.tournament(tournament_id=tournament_id, player=me).state,
    }
    return private(render(request, "tournaments/claims/claims.html", context))


@login_required
@require_POST
def answer(request: HttpRequest, tournament_id: UUID, merger: UUID) -> HttpResponse:
    confirmed = request.POST.get("answer") == "confirm"
    services.answer(tournament_id=tournament_id, merger=merger, by=signed_in(request), confirmed=confirmed)
    messages.success(request, _("The results are theirs now.") if confirmed else _("The claim is declined."))
    return redirect("tournaments:claims", tournament_id)
