"""Claiming an entry, and the page on which the tournament's officers answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID, uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments import queries
from web import edit_conflicts, posted
from web.error_words import explain
from web.errors import Conflict, Refused
from web.request import private, signed_in

from . import services


@dataclass(frozen=True, slots=True)
class Pressed:
    """``what``: ``take_back`` a claim; ``answer``: ``confirm``, or anything else to decline it."""

    what: str = ""
    answer: str = ""


@login_required
@require_POST
def claim(request: HttpRequest, tournament_id: UUID, no: int) -> HttpResponse:
    """``what=take_back`` takes it back."""
    me = signed_in(request)
    if posted.read(request, Pressed).what == "take_back":
        services.take_back(tournament_id=tournament_id, player=me, no=no)
    else:
        services.claim(tournament_id=tournament_id, player=me, no=no)
        messages.success(request, _("The tournament’s organisers will answer."))
    return redirect("tournaments:entrant", tournament_id, no)


@login_required
@require_safe
def claims(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    return _claims(request, tournament_id)


def _claims(request: HttpRequest, tournament_id: UUID, since: Sequence[str] = (), status: int = 200) -> HttpResponse:
    """``since``: what others have changed, if the answer came too late."""
    me = signed_in(request)
    first, more = services.waiting(tournament_id=tournament_id, by=me)
    context = {
        "claims": first,
        "more": more,
        "tournament": queries.tournament(tournament_id=tournament_id, player=me).state,
        "decision": uuid4(),
        "since": since,
    }
    return private(render(request, "tournaments/claims/claims.html", context, status=status))


@login_required
@require_POST
def answer(request: HttpRequest, tournament_id: UUID, merger: UUID) -> HttpResponse:
    confirmed = posted.read(request, Pressed).answer == "confirm"
    how = edit_conflicts.sent(request).how_for(merger, confirmed)
    try:
        services.answer(tournament_id=tournament_id, merger=merger, by=signed_in(request), confirmed=confirmed, **how)
    except Refused as refused:
        if refused.code not in (edit_conflicts.STALE, "not_asked"):
            raise
        return _claims(request, tournament_id, [explain(Conflict("not_asked")).sentence], status=409)
    messages.success(request, _("The results belong to this player now.") if confirmed else _("The claim is declined."))
    return redirect("tournaments:claims", tournament_id)
