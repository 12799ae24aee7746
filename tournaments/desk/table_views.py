"""The desk's tables: start, results, rulings, corrections."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from tournaments import corrections, rating, running, services
from tournaments.decisions import results
from tournaments.formats.contract import Result, RoundNo
from tournaments.pages import consenting, words
from tournaments.pages import shapes as shown
from tournaments.state import TableRef
from web.errors import BadRequest
from web.request import private, signed_in

from . import reading, shapes
from .asking import answer, arbiters, officers
from .changing import again_address, changed_since
from .looking import looked_at


@login_required
@require_POST
def result(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """Write a result down, or (``do`` is ``rule``) decide a table that is disputed."""
    asked, ref = officers(request, tournament_id), reading.table_ref(request.POST)
    table = results.table_at(asked.state, ref)
    came = reading.result(request.POST, len(table.pairing.seats))
    if request.POST.get("do") == "rule":
        reason = request.POST.get("reason", "")
        services.rule(tournament_id=tournament_id, by=signed_in(request), ref=ref, result=came, reason=reason)
    else:
        services.enter_result(tournament_id=tournament_id, by=signed_in(request), ref=ref, result=came)
    return answer(request, tournament_id)


@login_required
@require_POST
def start_table(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    services.start_table(tournament_id=tournament_id, by=signed_in(request), ref=reading.table_ref(request.POST))
    return answer(request, tournament_id)


@login_required
@require_POST
def call(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """Open the tables of matches that should be open here and are not; at real tables call out who is not there: of one
    table, or of the whole round."""
    asked, me = officers(request, tournament_id), signed_in(request)
    if asked.state.settings.online:
        running.call_tables(tournament_id)
    elif "table" in request.POST:
        services.call_players(tournament_id=tournament_id, by=me, ref=reading.table_ref(request.POST))
    else:
        stage, round_no = request.POST.get("stage", ""), reading.number(request.POST, "round")
        services.call_round(tournament_id=tournament_id, by=me, stage=stage, round_no=round_no)
    return answer(request, tournament_id)


@login_required
@require_POST
def presence(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """A ``seat`` of a real table; ``do``: ``here``, ``away``, or ``forfeit``, since nobody came."""
    officers(request, tournament_id)
    me, ref, seat = signed_in(request), reading.table_ref(request.POST), reading.number(request.POST, "seat")
    match request.POST.get("do"):
        case "here" | "away" as what:
            here = what == "here"
            services.note_presence(tournament_id=tournament_id, by=me, ref=ref, seats=[seat], here=here)
        case "forfeit":
            services.forfeit(tournament_id=tournament_id, by=me, ref=ref, missing=[seat])
        case _:
            raise BadRequest("bad_field", field="do")
    return answer(request, tournament_id)


@login_required
@require_POST
def postpone(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """A table that has not begun is to be played ``until`` another moment."""
    arbiters(request, tournament_id)
    ref, until = reading.table_ref(request.POST), reading.moment(request.POST, "until")
    reason = request.POST.get("reason", "")
    services.postpone(tournament_id=tournament_id, by=signed_in(request), ref=ref, until=until, reason=reason)
    return answer(request, tournament_id)


@login_required
@require_POST
def challenge(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """On a ladder ``no`` challenges ``challenged``, as they have told the arbiter."""
    arbiters(request, tournament_id)
    services.challenge(
        tournament_id=tournament_id,
        by=signed_in(request),
        stage=request.POST.get("stage", ""),
        challenger=reading.number(request.POST, "no"),
        challenged=reading.number(request.POST, "challenged"),
    )
    return answer(request, tournament_id)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, tournament_id: UUID, stage: str, round_no: int, table_no: int) -> HttpResponse:
    """A form for another result; posted once, what would follow; posted with a ``choice``, it is so.

    Where something has changed since the sender looked, what would follow now is shown instead, and what changed.
    """
    asked = arbiters(request, tournament_id)
    ref = TableRef(stage, RoundNo(round_no), table_no)
    table = results.table_at(asked.state, ref)
    context: dict[str, Any] = {
        "asked": asked,
        "tournament": asked.state,
        "key": stage,
        "table": shown.table_shown(asked, asked.state.stages[stage], table),
        "fields": list(shapes.result_form(asked, table)),
        "places": range(1, len(table.pairing.seats) + 1),
        "stands": words.result(table.pairing.result, [asked.names[no] for no in table.pairing.seats]),
    }
    if request.method != "POST":
        return private(render(request, "tournaments/correct.html", context))
    came = reading.corrected(request.POST, asked.state, ref)
    since = changed_since(request, asked)
    change = results.correct(asked.state, ref, came)
    choice = "" if since else request.POST.get("choice", "")
    if choice in (corrections.KEEP, corrections.REPAIR):
        looked, waits = None, False
    else:
        looked = looked_at(asked, change, stage)
        waits = bool(choice) and looked.work is not None
    if choice and not waits:
        services.correct(
            tournament_id=tournament_id,
            by=signed_in(request),
            ref=ref,
            result=came,
            choice=choice,
            later=request.POST.get("later", corrections.KEEP),
            proposal=None if looked is None else looked.proposal,
            reason=request.POST.get("reason", ""),
            expected_version=asked.state.version,
        )
        return answer(request, tournament_id)
    assert looked is not None, "what is not done is shown"
    context |= _previewed(request, came, [asked.names[no] for no in table.pairing.seats])
    wished = replace(table, pairing=replace(table.pairing, result=came or table.pairing.result))
    context["fields"] = list(shapes.result_form(asked, wished))
    context |= {"preview": looked.shown, "since": since, "same": not change, "work": looked.work, "waits": waits}
    context["query"] = again_address(tournament_id, stage, {"round": str(round_no), "table": str(table_no)})
    after = rating.looked_ahead(asked.state, change, timezone.now(), signed_in(request))
    context["why_not"] = consenting.in_words(after, results.table_at(after, ref), asked.names)
    return private(render(request, "tournaments/correct.html", context, status=409 if since else 200))


def _previewed(request: HttpRequest, came: Result | None, names: list[str]) -> dict[str, Any]:
    """What was filled in, to be sent once more with the choice."""
    left_out = ("csrfmiddlewaretoken", "version", "choice", "later", "reason")
    return {
        "becomes": words.result(came, names),
        "posted": [(name, value) for name, value in request.POST.items() if name not in left_out],
        "reason": request.POST.get("reason", ""),
    }
