"""Consent and objections on a tournament's pages. Forms post and are sent back."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments import commands, services
from tournaments.formats.contract import RoundNo
from tournaments.state import TableRef
from web.errors import BadRequest
from web.request import private, signed_in

from . import queries


@login_required
@require_safe
def objections(request: HttpRequest) -> HttpResponse:
    """The reader's own, and those on which they may rule."""
    found = queries.open_objections(signed_in(request))
    return private(render(request, "tournaments/consent/objections.html", {"objections": found}))


@login_required
@require_POST
def confirm_entry(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    services.change(tournament_id, commands.ConfirmEntry(), by=signed_in(request))
    messages.success(request, _("Confirmed. Results entered for you here are rated."))
    return redirect("tournaments:tournament", tournament_id)


@login_required
@require_POST
def confirm_result(request: HttpRequest, tournament_id: UUID, stage: str, round_no: int, table_no: int) -> HttpResponse:
    ref = TableRef(stage, RoundNo(round_no), table_no)
    try:
        places = [int(place) for place in request.POST["places"].split(",")] if "places" in request.POST else None
    except ValueError:
        raise BadRequest("bad_field", field="places") from None
    services.change(
        tournament_id,
        commands.ConfirmResult(ref, places=None if places is None else tuple(places)),
        by=signed_in(request),
    )
    messages.success(request, _("Confirmed."))
    return redirect("tournaments:table", tournament_id, stage, round_no, table_no)


@login_required
@require_POST
def object_to_rating(
    request: HttpRequest, tournament_id: UUID, stage: str, round_no: int, table_no: int
) -> HttpResponse:
    ref, text = TableRef(stage, RoundNo(round_no), table_no), request.POST.get("text", "")
    services.change(tournament_id, commands.ObjectToRating(ref, text), by=signed_in(request))
    messages.success(request, _("Your objection is recorded. The game is not rated until there is a ruling."))
    return redirect("tournaments:table", tournament_id, stage, round_no, table_no)


@login_required
@require_POST
def withdraw_objection(
    request: HttpRequest, tournament_id: UUID, stage: str, round_no: int, table_no: int
) -> HttpResponse:
    ref = TableRef(stage, RoundNo(round_no), table_no)
    services.change(tournament_id, commands.WithdrawObjection(ref), by=signed_in(request))
    messages.success(request, _("Your objection is withdrawn."))
    return redirect("tournaments:table", tournament_id, stage, round_no, table_no)


@login_required
@require_POST
def rule_objections(
    request: HttpRequest, tournament_id: UUID, stage: str, round_no: int, table_no: int
) -> HttpResponse:
    """``upheld``: ``yes`` or ``no``."""
    said = request.POST.get("upheld")
    if said not in ("yes", "no"):
        raise BadRequest("bad_field", field="upheld")
    services.change(
        tournament_id,
        commands.RuleObjections(
            TableRef(stage, RoundNo(round_no), table_no), upheld=said == "yes", reason=request.POST.get("reason", "")
        ),
        by=signed_in(request),
    )
    messages.success(request, _("Your ruling is recorded."))
    return redirect("tournaments:table", tournament_id, stage, round_no, table_no)
