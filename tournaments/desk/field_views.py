"""The desk's field: enter, check in, withdraw, bring back and warn entrants."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournaments import commands, services
from tournaments.commands import Command
from web import posted
from web.errors import BadRequest
from web.posted import Whole
from web.request import signed_in

from . import reading
from .asking import answer, ask, officers, show
from .changing import bots as bots_of
from .changing import pasted_of


@login_required
@require_POST
def enter(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """A pasted list: good lines are entered, the others stay in the field with what is wrong with each."""
    asked = officers(request, tournament_id)
    pasted = pasted_of(request, asked)
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
    return ask(request, tournament_id, bots_of(request))


@login_required
@require_POST
def entrant(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """Do to the entrant ``no`` what the field ``do`` says."""
    return ask(request, tournament_id, _of_entrant(request))


@dataclass(frozen=True, slots=True)
class Change:
    no: Whole
    rating: Whole
    division: str = ""


@dataclass(frozen=True, slots=True)
class Points:
    points: str = ""


@dataclass(frozen=True, slots=True)
class ByeSent:
    bye_round: Whole
    bye: str = ""


def _of_entrant(request: HttpRequest) -> Command:
    """Raises BadRequest, NotFound."""
    pressed = posted.read(request, reading.Pressed)
    match pressed.do:
        case "check_in" | "check_out" as what:
            return commands.CheckIn((_no(request),), here=what == "check_in")
        case "withdraw":
            return reading.command(request, commands.Withdraw)
        case "bring_back":
            return reading.command(request, commands.BringBack)
        case "substitute":
            player = reading.account(posted.read(request, reading.Named).name)
            return reading.command(request, commands.Substitute, player=player, bot="")
        case "change":
            to = posted.read(request, Change)
            return commands.ChangeEntrant(to.no, rating=to.rating, division=to.division)
        case "warn":
            points = reading.half_points(posted.read(request, Points).points, "points")
            return reading.command(request, commands.Penalise, points=points)
        case "lift":
            return reading.command(request, commands.LiftPenalty)
        case "bye":  # left empty, it is taken back
            sent = posted.read(request, ByeSent)
            return reading.command(request, commands.GrantBye, round_no=sent.bye_round, bye=reading.bye(sent.bye))
        case "note":
            return commands.AddNote(pressed.reason, entrant=_no(request))
    raise BadRequest("bad_field", field="do")


def _no(request: HttpRequest) -> int:
    return posted.read(request, reading.OfEntrant).no


@login_required
@require_POST
def check_in_all(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    asked = officers(request, tournament_id)
    numbers = tuple(no for no, entry in asked.state.entries.items() if not entry.withdrawn)
    services.change(tournament_id, commands.CheckIn(numbers), by=signed_in(request))
    messages.success(request, _("Everybody is checked in."))
    return answer(request, tournament_id)
