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

from matches.asking import private, signed_in
from tournaments import corrections, rating, running, services
from tournaments.decisions import results
from tournaments.decisions.results import TableRef
from tournaments.formats.contract import Result, RoundNo
from tournaments.pages import shapes as shown
from tournaments.pages import words

from . import previews, reading, shapes
from .asking import answer, arbiters, officers
from .round_views import changed_since


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
    """Open the tables of matches that should be open here and are not."""
    officers(request, tournament_id)
    running.call_tables(tournament_id)
    return answer(request, tournament_id)


@login_required
@require_http_methods(["GET", "POST"])
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
    if request.method == "GET":
        return private(render(request, "tournaments/correct.html", context))
    came = None if request.POST.get("do") == "clear" else reading.result(request.POST, len(table.pairing.seats))
    since = changed_since(request, asked)
    if "choice" in request.POST and not since:
        services.correct(
            tournament_id=tournament_id,
            by=signed_in(request),
            ref=ref,
            result=came,
            choice=request.POST["choice"],
            reason=request.POST.get("reason", ""),
            expected_version=asked.state.version,
        )
        return answer(request, tournament_id)
    change = results.correct(asked.state, ref, came)
    preview = corrections.preview(asked.state, change, stage, timezone.now())
    context |= _previewed(request, came, [asked.names[no] for no in table.pairing.seats])
    wished = replace(table, pairing=replace(table.pairing, result=came or table.pairing.result))
    context["fields"] = list(shapes.result_form(asked, wished))
    context |= {"preview": previews.preview_shown(asked, preview), "since": since, "same": not change}
    context["ratings"] = rating.preview_of(asked.state, change, timezone.now())
    return private(render(request, "tournaments/correct.html", context, status=409 if since else 200))


def _previewed(request: HttpRequest, came: Result | None, names: list[str]) -> dict[str, Any]:
    """What was filled in, to be sent once more with the choice."""
    left_out = ("csrfmiddlewaretoken", "version", "choice", "reason")
    return {
        "becomes": words.result(came, names),
        "posted": [(name, value) for name, value in request.POST.items() if name not in left_out],
        "reason": request.POST.get("reason", ""),
    }
