"""The desk's field: who enters, is here, leaves, comes back, is warned."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournaments import commands, services
from tournaments.commands import Command
from web.errors import BadRequest
from web.request import signed_in

from . import reading
from .asking import answer, ask, officers, show
from .changing import bots as bots_of
from .changing import pasted_of


@login_required
@require_POST
def enter(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """A pasted list: the lines that can be entered are, the others stay in the field with what is wrong with each."""
    asked = officers(request, tournament_id)
    pasted = pasted_of(request.POST, asked)
    if pasted.lines:
        entering = commands.Enter(commands.named((line.name, line.newcomer) for line in pasted.lines))
        services.change(tournament_id, entering, by=signed_in(request))
        many = len(pasted.lines)
        messages.success(request, ngettext("%(n)d player entered.", "%(n)d players entered.", many) % {"n": many})
    if not pasted.flaws:
        return answer(request, tournament_id)
    return show(request, officers(request, tournament_id), pasted, status=422)


@login_required
@require_POST
def bots(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    return ask(request, tournament_id, bots_of(request.POST))


@login_required
@require_POST
def entrant(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """What ``do`` says becomes of the entrant ``no``."""
    return ask(request, tournament_id, _of_entrant(request.POST))


def _of_entrant(form: QueryDict) -> Command:
    """Raises BadRequest, NotFound."""
    match form.get("do"):
        case "check_in" | "check_out" as what:
            return commands.CheckIn((reading.number(form, "no"),), here=what == "check_in")
        case "withdraw":
            return reading.command(commands.Withdraw, form)
        case "bring_back":
            return reading.command(commands.BringBack, form)
        case "substitute":
            return reading.command(commands.Substitute, form, player=reading.account(form), bot="")
        case "change":
            rating, division = reading.number(form, "rating"), form.get("division", "").strip()
            return reading.command(commands.ChangeEntrant, form, rating=rating, division=division)
        case "warn":
            return reading.command(commands.Penalise, form, points=reading.half_points(form, "points"))
        case "lift":
            return reading.command(commands.LiftPenalty, form)
        case "bye":  # left empty, it is taken back
            return reading.command(
                commands.GrantBye, form, round_no=reading.number(form, "bye_round"), bye=reading.bye(form)
            )
        case "note":
            return commands.AddNote(form.get("reason", ""), entrant=reading.number(form, "no"))
    raise BadRequest("bad_field", field="do")


@login_required
@require_POST
def check_in_all(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    asked = officers(request, tournament_id)
    numbers = tuple(no for no, entry in asked.state.entries.items() if not entry.withdrawn)
    services.change(tournament_id, commands.CheckIn(numbers), by=signed_in(request))
    messages.success(request, _("Everybody is checked in."))
    return answer(request, tournament_id)
