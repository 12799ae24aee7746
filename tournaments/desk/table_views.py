"""The desk's tables: start, results, rulings, corrections."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from tournaments import commands, corrections, rating, running
from tournaments.decisions import results
from tournaments.formats.contract import Result, RoundNo
from tournaments.pages import consenting, words
from tournaments.pages import shapes as shown
from tournaments.state import TableRef
from web import posted
from web.errors import BadRequest
from web.posted import Whole
from web.request import private, signed_in

from . import reading, shapes
from .asking import answer, arbiters, ask, officers
from .changing import again_address, changed_since
from .previewing import previewed


@login_required
@require_POST
def result(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """Enter a result, or (if ``do`` is ``rule``) decide a disputed table."""
    asked, ref = officers(request, tournament_id), reading.table_ref(request)
    came = reading.result(request, len(results.table_at(asked.state, ref).pairing.seats))
    if posted.read(request, reading.Pressed).do == "rule":
        return ask(request, tournament_id, reading.command(request, commands.Rule, ref=ref, result=came))
    return ask(request, tournament_id, commands.EnterResult(ref, came))


@login_required
@require_POST
def start_table(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    return ask(request, tournament_id, commands.StartTable(reading.table_ref(request)))


@dataclass(frozen=True, slots=True)
class AtTable:
    """``table`` is empty if the whole round is meant."""

    table: str = ""


@dataclass(frozen=True, slots=True)
class AtSeat:
    seat: Whole


@dataclass(frozen=True, slots=True)
class Until:
    until: str = ""


@login_required
@require_POST
def call(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """Open the missing tables of matches played here; at real tables, call the missing players of one table or of the
    whole round.
    """
    asked = officers(request, tournament_id)
    if asked.state.settings.online:
        running.call_tables(tournament_id)
        return answer(request, tournament_id)
    if posted.read(request, AtTable).table:
        return ask(request, tournament_id, commands.CallPlayers(reading.table_ref(request)))
    number = posted.read(request, reading.OfRound).round
    return ask(request, tournament_id, reading.command(request, commands.CallRound, round_no=number))


@login_required
@require_POST
def presence(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """A ``seat`` of a real table; ``do``: ``here``, ``away``, or ``forfeit`` if the player did not come."""
    officers(request, tournament_id)
    ref, seats = reading.table_ref(request), (posted.read(request, AtSeat).seat,)
    match posted.read(request, reading.Pressed).do:
        case "here" | "away" as what:
            return ask(request, tournament_id, commands.NotePresence(ref, seats, here=what == "here"))
        case "forfeit":
            return ask(request, tournament_id, commands.Forfeit(ref, seats))
    raise BadRequest("bad_field", field="do")


@login_required
@require_POST
def postpone(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """Postpone a table that has not begun to ``until``."""
    arbiters(request, tournament_id)
    ref, until = reading.table_ref(request), reading.moment(posted.read(request, Until).until, "until")
    return ask(request, tournament_id, reading.command(request, commands.Postpone, ref=ref, until=until))


@login_required
@require_POST
def challenge(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """On a ladder, enter that ``no`` challenges ``challenged``, as the player told the arbiter."""
    arbiters(request, tournament_id)
    challenger = posted.read(request, reading.OfEntrant).no
    return ask(request, tournament_id, reading.command(request, commands.Challenge, challenger=challenger))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, tournament_id: UUID, stage: str, round_no: int, table_no: int) -> HttpResponse:
    """The form for another result; the first post shows a preview, a post with a ``choice`` makes the correction.

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
    came, confirmed = reading.corrected(request, asked.state, ref), posted.read(request, reading.Confirmed)
    since = changed_since(request, asked)
    change = results.correct(asked.state, ref, came)
    choice = "" if since else confirmed.choice
    if choice in (corrections.KEEP, corrections.REPAIR):
        preview, waits = None, False
    else:
        preview = previewed(asked, change, stage)
        waits = bool(choice) and preview.work is not None
    if choice and not waits:
        proposal = None if preview is None else preview.proposal
        command = commands.Correct(
            ref,
            came,
            choice,
            confirmed.later,
            proposal,
            anyway=True,  # the preview has said what it breaks
            reason=confirmed.reason,
        )
        return ask(request, tournament_id, command, asked.state.version)
    assert preview is not None, "what is not done is shown"
    context |= _previewed(request, came, [asked.names[no] for no in table.pairing.seats])
    wished = replace(table, pairing=replace(table.pairing, result=came or table.pairing.result))
    context["fields"] = list(shapes.result_form(asked, wished))
    context |= {"preview": preview.shown, "since": since, "same": not change, "work": preview.work, "waits": waits}
    context["query"] = again_address(tournament_id, stage, {"round": str(round_no), "table": str(table_no)})
    after = rating.looked_ahead(asked.state, change, timezone.now(), signed_in(request))
    context["why_not"] = consenting.in_words(after, results.table_at(after, ref), asked.names)
    return private(render(request, "tournaments/correct.html", context, status=409 if since else 200))


def _previewed(request: HttpRequest, came: Result | None, names: list[str]) -> dict[str, Any]:
    """The preview, with the form's values to send again with the choice."""
    left_out = ("csrfmiddlewaretoken", "version", "choice", "later", "reason")
    return {
        "becomes": words.result(came, names),
        "posted": posted.hidden(request, but=left_out),
        "reason": posted.read(request, reading.Confirmed).reason,
    }
