"""The desk's field: who enters, is here, leaves, comes back, is warned."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournaments import services
from tournaments.formats.contract import Bye
from web.errors import BadRequest
from web.request import signed_in

from . import reading
from .asking import answer, officers, show
from .changing import bots as bots_of
from .changing import pasted_of


@login_required
@require_POST
def enter(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """A pasted list: the lines that can be entered are, the others stay in the field with what is wrong with each."""
    asked = officers(request, tournament_id)
    pasted = pasted_of(request.POST, asked)
    if pasted.lines:
        services.enter_names(
            tournament_id=tournament_id,
            by=signed_in(request),
            newcomers=[(line.name, line.newcomer) for line in pasted.lines],
        )
        many = len(pasted.lines)
        messages.success(request, ngettext("%(n)d player entered.", "%(n)d players entered.", many) % {"n": many})
    if not pasted.flaws:
        return answer(request, tournament_id)
    return show(request, officers(request, tournament_id), pasted, status=422)


@login_required
@require_POST
def bots(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    services.make(tournament_id=tournament_id, by=signed_in(request), wish=bots_of(request.POST))
    return answer(request, tournament_id)


@login_required
@require_POST
def entrant(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """``do``: ``check_in``, ``check_out``, ``withdraw``, ``bring_back``, ``substitute``, ``change``, ``warn``,
    ``lift``, ``bye``, ``note``."""
    me, no, reason = signed_in(request), reading.number(request.POST, "no"), request.POST.get("reason", "")
    stage = request.POST.get("stage", "")
    match request.POST.get("do"):
        case "check_in" | "check_out" as what:
            services.check_in(tournament_id=tournament_id, by=me, numbers=[no], here=what == "check_in")
        case "withdraw":
            services.withdraw(tournament_id=tournament_id, by=me, no=no, reason=reason)
        case "bring_back":
            services.bring_back(tournament_id=tournament_id, by=me, no=no)
        case "substitute":
            player = reading.account(request.POST)
            services.substitute(tournament_id=tournament_id, by=me, no=no, player=player, reason=reason)
        case "change":
            rating, division = reading.number(request.POST, "rating"), request.POST.get("division", "").strip()
            services.change_entrant(tournament_id=tournament_id, by=me, no=no, rating=rating, division=division)
        case "warn":
            points = reading.half_points(request.POST, "points")
            services.penalise(tournament_id=tournament_id, by=me, no=no, stage=stage, points=points, reason=reason)
        case "lift":
            index = reading.number(request.POST, "index")
            services.lift_penalty(tournament_id=tournament_id, by=me, stage=stage, index=index, reason=reason)
        case "bye":
            _bye(request, tournament_id, me, no, stage)
        case "note":
            services.add_note(tournament_id=tournament_id, by=me, text=reason, entrant=no)
        case _:
            raise BadRequest("bad_field", field="do")
    return answer(request, tournament_id)


def _bye(request: HttpRequest, tournament_id: UUID, me: UUID, no: int, stage: str) -> None:
    """``bye`` is one of ``Bye``, or ``""`` to take it back."""
    text, round_no = request.POST.get("bye", ""), reading.number(request.POST, "bye_round")
    try:
        bye = Bye(text) if text else None
    except ValueError:
        raise BadRequest("bad_field", field="bye") from None
    services.grant_bye(tournament_id=tournament_id, by=me, no=no, stage=stage, round_no=round_no, bye=bye)


@login_required
@require_POST
def check_in_all(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    asked = officers(request, tournament_id)
    numbers = [no for no, entry in asked.state.entries.items() if not entry.withdrawn]
    services.check_in(tournament_id=tournament_id, by=signed_in(request), numbers=numbers)
    messages.success(request, _("Everybody is checked in."))
    return answer(request, tournament_id)
