"""What an arbiter orders at a match, from its table or its replay."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from tournaments import commands, running, services
from web import posted
from web.request import signed_in

from . import reading
from .asking import answer, arbiters


@dataclass(frozen=True, slots=True)
class Ordered:
    """Back to event ``to``, and why."""

    to: posted.Whole
    text: str = ""


@login_required
@require_POST
def order(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """Back to the table, where the order and its reason are to be seen."""
    arbiters(request, tournament_id)
    ref, sent = reading.table_ref(request), posted.read(request, Ordered)
    services.change(tournament_id, commands.RewindMatch(ref, sent.to, sent.text), by=signed_in(request))
    opened = running.opened_for(tournament_id, ref)
    return answer(request, tournament_id) if opened is None else redirect("matches:table", opened)
