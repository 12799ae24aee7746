"""Pages beside a match: each parses, calls a service, and leads back."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from web import limits
from web.decoding import from_form
from web.request import signed_in

from ..models import Match
from ..play import queries
from . import rematch, takebacks
from . import takeback_rules as c


@login_required
@require_POST
def play_again(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """To the table of the rematch, which leads on to its match once all are there."""
    me = signed_in(request)
    limits.OPENED_TABLES.take(str(me))
    changed = rematch.ask(match_id, by=me)
    return redirect("matches:table", changed.table)


def takeback(command: type[c.Command]) -> Callable[..., HttpResponse]:
    """A view that asks for what its form says, and leads back to the match."""

    @login_required
    @require_POST
    def view(request: HttpRequest, match_id: UUID) -> HttpResponse:
        takebacks.change(match_id, from_form(command, request.POST), by=signed_in(request))
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
