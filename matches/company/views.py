"""Pages beside a match: each parses, calls a service, and redirects back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from players.friends import shunning
from web import limits, posted
from web.request import is_htmx, private, signed_in

from ..models import Match
from ..play import queries
from . import chat, rematch, takebacks
from . import takeback_rules as c


@login_required
@require_POST
def play_again(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """To the rematch's table, which leads on to its match once everybody is there."""
    me = signed_in(request)
    limits.OPENED_TABLES.take(str(me))
    changed = rematch.ask(match_id, by=me)
    return redirect("matches:table", changed.table)


def takeback(command: type[c.Command]) -> Callable[..., HttpResponse]:
    """A view that does what its form asks, and redirects to the match."""

    @login_required
    @require_POST
    def view(request: HttpRequest, match_id: UUID) -> HttpResponse:
        takebacks.change(match_id, posted.read(request, command), by=signed_in(request))
        return redirect("matches:match", match_id)

    return view


@login_required
@require_safe
def next_table(request: HttpRequest, match_id: UUID) -> HttpResponse:
    me = signed_in(request)
    queries.match(match_id=match_id, player=me)
    found = rematch.next_of(me, match_id)
    if found is None:
        return redirect("matches:home")
    return redirect("matches:match" if isinstance(found, Match) else "matches:table", found.pk)


@login_required
@require_POST
def say(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Say one line; scripts get an empty answer, since the stream brings it."""
    chat.say(match_id, posted.read(request, chat.Say), by=signed_in(request))
    return HttpResponse(status=204) if is_htmx(request) else redirect("matches:match", match_id)


@dataclass(frozen=True, slots=True)
class AboutLine:
    """What somebody does about a line: ``line`` is its id."""

    line: int
    what: Literal["report", "remove", "mute", "block", "silence"]


@login_required
@require_POST
def about_line(request: HttpRequest, match_id: UUID) -> HttpResponse:
    me, asked = signed_in(request), posted.read(request, AboutLine)
    match asked.what:
        case "report":
            chat.report(match_id, asked.line, by=me)
            messages.success(request, _("Reported. The host of the table and those who run this site can see it."))
        case "remove":
            chat.remove(match_id, asked.line, by=me, staff=request.user.is_staff)
        case "silence":
            chat.silence(match_id, asked.line, by=me, staff=request.user.is_staff)
            messages.success(request, _("They can say nothing more at this table."))
        case "mute" | "block":
            shunning.shun(by=me, other=chat.author(match_id, asked.line, by=me), blocked=asked.what == "block")
            messages.success(request, _("You do not see their lines any more. You can change that under Friends."))
    back = posted.fields(request).get("back", "")
    return redirect("matches:reports") if back == "reports" else redirect("matches:match", match_id)


@login_required
@require_safe
def reports(request: HttpRequest) -> HttpResponse:
    """Reported lines, for the hosts of the tables and for staff."""
    found = chat.reported(signed_in(request), staff=bool(request.user.is_staff))
    return private(render(request, "matches/reports.html", {"reports": found}))
