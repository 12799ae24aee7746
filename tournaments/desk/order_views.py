"""What an arbiter orders at a match, from its table or its replay."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from players.ratings.rulings import is_entitled
from tournaments import commands, queries, running, services
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
    ref, sent = reading.table_ref(request), posted.read(request, Ordered)
    if sent.do == "annul" and is_entitled(signed_in(request)):
        asked = queries.tournament(tournament_id=tournament_id, player=signed_in(request))
    else:
        asked = arbiters(request, tournament_id)
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
    if asked.state.role_of(asked.asker) is None:  # who is of the platform's staff alone sees no match that goes on
        return redirect("tournaments:table", tournament_id, ref.stage, ref.round, ref.table)
    return answer(request, tournament_id) if opened is None else redirect("matches:table", opened)
