"""The page of a club's circle: with whom it shares its roster, and what its owners do about it."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from web import limits, posted
from web.errors import NotFound
from web.request import private, signed_in

from ..clubs import queries as clubs
from ..clubs.state import Role
from . import commands as c
from . import queries, services
from .book import shared_people
from .commands import Command

MAX_SHOWN = 300
ACTS: dict[str, type[Command]] = {
    "begin": c.BeginCircle,
    "invite": c.InviteToCircle,
    "accept": c.AcceptCircle,
    "decline": c.DeclineCircle,
    "refuse": c.RefuseClub,
    "leave": c.LeaveCircle,
}


@dataclass(frozen=True, slots=True)
class Find:
    find: str = ""


@login_required
@require_safe
def circle(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """``?find=`` is part of a club's name or place."""
    me = signed_in(request)
    shown, head = queries.circle(club=club_id, player=me), clubs.head(club_id=club_id, player=me)
    owns = head.role is Role.OWNER
    text = " ".join(posted.read(request, Find).find.split())[: clubs.MAX_QUERY]
    found: list[clubs.Line] = []
    if owns and text:
        limits.SEARCHES.take(str(me))
        known = {one.club for one in shown.clubs} | {club_id}
        found = [line for line in clubs.clubs(player=None, text=text) if line.id not in known]
    people = shared_people(club_id) if head.runs else []
    context = {"circle": shown, "club": head, "owns": owns, "find": text, "found": found, "people": people[:MAX_SHOWN]}
    context["more"] = max(0, len(people) - MAX_SHOWN)
    return private(render(request, "players/circles/circle.html", context))


@login_required
@require_POST
def act(request: HttpRequest, club_id: UUID, what: str) -> HttpResponse:
    """``what``: one of ``ACTS``."""
    if what not in ACTS:
        raise NotFound("unknown_address", path=request.path)
    services.change(club_id, posted.read(request, ACTS[what]), by=signed_in(request))
    messages.success(request, _("Done."))
    return redirect("players:circle", club_id)
