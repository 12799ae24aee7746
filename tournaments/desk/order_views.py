"""What an arbiter orders at a match, from its table or its replay."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from tournaments import commands, running, services
from tournaments.decisions import results
from web import posted
from web.errors import BadRequest
from web.request import signed_in

from . import reading
from .asking import answer, arbiters


@dataclass(frozen=True, slots=True)
class Ordered:
    """What to do (``do``: ``rewind`` to event ``to``, ``rule``, ``annul``), and why."""

    do: str = "rewind"
    to: str = ""
    text: str = ""


@login_required
@require_POST
def order(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """Send the order and return to the table, where the order and its reason are shown."""
    asked = arbiters(request, tournament_id)
    ref, sent = reading.table_ref(request), posted.read(request, Ordered)
    opened = running.opened_for(tournament_id, ref)
    command: commands.Command
    match sent.do:
        case "rewind":
            command = commands.RewindMatch(ref, reading.number(sent.to, "to"), sent.text)
        case "rule":
            came = reading.result(request, len(results.table_at(asked.state, ref).pairing.seats))
            command = commands.RuleMatch(ref, came, sent.text)
        case "annul":
            command = commands.AnnulMatch(ref, sent.text)
        case _:
            raise BadRequest("bad_field", field="do")
    services.change(tournament_id, command, by=signed_in(request))
    return answer(request, tournament_id) if opened is None else redirect("matches:table", opened)
