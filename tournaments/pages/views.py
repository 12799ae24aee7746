"""Pages of tournaments that everybody sees. A view parses, calls a query or a service, and renders."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from matches.asking import asker, private, signed_in
from matches.errors import BadRequest, NotFound
from matches.reading import whole
from tournaments import queries, services
from tournaments.queries import Asked
from tournaments.state import Status

from . import shapes

LISTED = 30


@require_GET
def tournaments(request: HttpRequest) -> HttpResponse:
    me = asker(request)
    context = {
        "mine": queries.tournaments(player=me, mine=True, limit=LISTED) if me else [],
        "open": queries.tournaments(player=me, status=[Status.OPEN], limit=LISTED),
        "running": queries.tournaments(player=me, status=[Status.RUNNING], limit=LISTED),
        "closed": queries.tournaments(player=me, status=[Status.CLOSED], limit=LISTED),
    }
    return private(render(request, "tournaments/list.html", context))


@require_GET
def tournament(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """``?stage=`` chooses a stage, ``?version=`` shows the tournament as it stood after that event."""
    asked = asked_for(request, tournament_id)
    key = shapes.current_stage(asked, request.GET.get("stage", ""))
    return private(render(request, "tournaments/tournament.html", page(asked, key)))


def page(asked: Asked, key: str) -> dict[str, Any]:
    stage = asked.state.stages.get(key)
    return {
        "asked": asked,
        "tournament": asked.state,
        "stages": shapes.stages_shown(asked, key),
        "stage": stage,
        "rounds": [] if stage is None else [shapes.round_shown(asked, stage, one) for one in stage.rounds][::-1],
        "rows": [] if stage is None else shapes.rows(asked, key),
        "field": shapes.field_shown(asked),
        "my_tables": shapes.my_tables(asked),
        "may_enter": asked.state.settings.open_entry and (asked.entry is None or asked.entry.withdrawn),
    }


def asked_for(request: HttpRequest, tournament_id: UUID) -> Asked:
    """The tournament now, or as it stood after ``?version=``. Raises NotFound, BadRequest."""
    me = asker(request)
    text = request.GET.get("version", "")
    if not text:
        return queries.tournament(tournament_id=tournament_id, player=me)
    try:
        return queries.as_it_stood(tournament_id=tournament_id, player=me, version=whole(text))
    except ValueError:
        raise BadRequest("bad_field", field="version") from None


@login_required
@require_POST
def enter(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    division = request.POST.get("division", "")
    services.enter_oneself(tournament_id=tournament_id, player=signed_in(request), division=division)
    return redirect("tournaments:tournament", tournament_id)


@login_required
@require_POST
def withdraw(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    me = signed_in(request)
    services.withdraw(tournament_id=tournament_id, by=me, no=_own_number(tournament_id, me))
    return redirect("tournaments:tournament", tournament_id)


@login_required
@require_POST
def check_in(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    me = signed_in(request)
    here = request.POST.get("here", "yes") == "yes"
    number = _own_number(tournament_id, me)
    services.check_in(tournament_id=tournament_id, by=me, numbers=[number], here=here)
    return redirect("tournaments:tournament", tournament_id)


def _own_number(tournament_id: UUID, player: UUID) -> int:
    """Raises NotFound."""
    entry = queries.tournament(tournament_id=tournament_id, player=player).entry
    if entry is None:
        raise NotFound("not_entered")
    return entry.no
