"""The organiser's pages. A view parses, calls one service or query, and renders or goes back to the desk."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from elekt_core.registry import bots_of, get_game
from matches import explain
from matches.asking import private, signed_in
from matches.errors import BadRequest, NotAllowed
from players import limits
from tournaments import corrections, queries, services
from tournaments.decisions import results, rounds
from tournaments.decisions.field import Newcomer
from tournaments.formats.contract import EntrantNo, Proposal, RoundNo
from tournaments.pages import shapes as shown
from tournaments.queries import Asked
from tournaments.state import Role

from . import entries, reading, shapes
from .forms import NewForm

DEFAULT_GAME = "elekt"


@login_required
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Open a tournament out of a preset."""
    me = signed_in(request)
    game = get_game(request.GET.get("game", DEFAULT_GAME))
    form = NewForm(game, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            limits.OPENED_TABLES.take(str(me))
            opened = services.open_tournament(
                owner=me,
                title=form.cleaned_data["title"],
                game=game.name,
                ruleset=form.cleaned_data["ruleset"],
                stages=form.stages(),
                settings=form.settings(),
            )
        except explain.REFUSED as error:
            form.refuse(explain.explain(error))
        else:
            return redirect("tournaments:desk", opened.tournament)
    context = {"form": form, "game": game.name}
    return render(request, "tournaments/new.html", context, status=422 if form.errors else 200)


@login_required
@require_GET
def desk(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """``?stage=`` chooses a stage, ``?round=`` a round."""
    asked = officers(request, tournament_id)
    return private(render(request, "tournaments/desk.html", page(asked, request)))


def officers(request: HttpRequest, tournament_id: UUID) -> Asked:
    """The tournament, for one of its officers. Raises NotFound, NotAllowed."""
    asked = queries.tournament(tournament_id=tournament_id, player=signed_in(request))
    if asked.role is None:
        raise NotAllowed("needs_role", role=Role.SCORER.value)
    return asked


def page(asked: Asked, request: HttpRequest, pasted: entries.Pasted | None = None) -> dict[str, Any]:
    key = shown.current_stage(asked, request.GET.get("stage", ""))
    stage = asked.state.stages.get(key)
    game = get_game(asked.state.game)
    return {
        "asked": asked,
        "tournament": asked.state,
        "stages": shown.stages_shown(asked, key),
        "key": key,
        "stage": stage,
        "round": shapes.round_at_desk(asked, stage, request.GET.get("round", "")),
        "rounds": [] if stage is None else [one.no for one in stage.rounds],
        "rows": [] if stage is None else shown.rows(asked, key),
        "field": shown.field_shown(asked),
        "next": shapes.next_step(asked, key),
        "at_odds": corrections.at_odds(asked.state, key) if stage is not None else (),
        "pasted": pasted,
        "bots": sorted(bots_of(game), reverse=True),
        "now": timezone.now(),
    }


def _back(tournament_id: UUID, request: HttpRequest) -> HttpResponse:
    response = redirect("tournaments:desk", tournament_id)
    if stage := request.POST.get("stage", ""):
        response["Location"] += f"?stage={stage}"
    return response


# --- the field --------------------------------------------------------------------------------------------


@login_required
@require_POST
def enter(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """A pasted list: the lines that can be entered are, the others stay in the field with what is wrong with each."""
    asked = officers(request, tournament_id)
    text = request.POST.get("names", "")
    if len(text) > entries.LONGEST_LIST:
        raise BadRequest("too_long", most=entries.LONGEST_LIST)
    pasted = entries.read(
        text,
        accounts=asked.state.settings.online or request.POST.get("accounts") == "yes",
        only_accounts=asked.state.settings.online,
        here=[asked.names[no] for no, entry in asked.state.entries.items() if not entry.withdrawn],
        entered={entry.player for entry in asked.state.entries.values() if entry.player and not entry.withdrawn},
    )
    if pasted.lines:
        services.enter_names(
            tournament_id=tournament_id,
            by=signed_in(request),
            newcomers=[(line.name, line.newcomer) for line in pasted.lines],
        )
    if not pasted.flaws:
        return _back(tournament_id, request)
    context = page(officers(request, tournament_id), request, pasted)
    return private(render(request, "tournaments/desk.html", context, status=422))


@login_required
@require_POST
def enter_bots(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    bot = Newcomer(bot=request.POST.get("bot", ""))
    many = reading.number(request.POST, "many")
    if not 1 <= many <= 64:
        raise BadRequest("bad_field", field="many")
    services.enter(tournament_id=tournament_id, by=signed_in(request), newcomers=[bot] * many)
    return _back(tournament_id, request)


@login_required
@require_POST
def entrant(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """``do``: ``check_in``, ``check_out``, ``withdraw``, ``bring_back``."""
    me, no = signed_in(request), reading.number(request.POST, "no")
    match request.POST.get("do"):
        case "check_in" | "check_out" as what:
            services.check_in(tournament_id=tournament_id, by=me, numbers=[no], here=what == "check_in")
        case "withdraw":
            reason = request.POST.get("reason", "")
            services.withdraw(tournament_id=tournament_id, by=me, no=no, reason=reason)
        case "bring_back":
            services.bring_back(tournament_id=tournament_id, by=me, no=no)
        case _:
            raise BadRequest("bad_field", field="do")
    return _back(tournament_id, request)


@login_required
@require_POST
def check_in_all(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    asked = officers(request, tournament_id)
    numbers = [no for no, entry in asked.state.entries.items() if not entry.withdrawn]
    services.check_in(tournament_id=tournament_id, by=signed_in(request), numbers=numbers)
    return _back(tournament_id, request)


# --- stages and rounds ------------------------------------------------------------------------------------


@login_required
@require_POST
def start_stage(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """Begin the stage, and go on to its first pairing."""
    key = request.POST.get("stage", "")
    services.start_stage(tournament_id=tournament_id, by=signed_in(request), stage=key)
    response = redirect("tournaments:pairing", tournament_id)
    response["Location"] += f"?stage={key}"
    return response


@login_required
@require_GET
def pairing(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """The next round as it would be published, each table with its reason. ``?swap=3-8`` changes two for each other."""
    asked = officers(request, tournament_id)
    key = shown.current_stage(asked, request.GET.get("stage", ""))
    proposal = _proposal(asked, key, request.GET.getlist("swap"))
    context = {
        "asked": asked,
        "tournament": asked.state,
        "key": key,
        "proposal": shapes.proposal_shown(asked, key, proposal),
        "swaps": request.GET.getlist("swap"),
    }
    return private(render(request, "tournaments/pairing.html", context))


@login_required
@require_POST
def publish(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """The proposal, with the swaps that an arbiter has made."""
    key, swaps = request.POST.get("stage", ""), request.POST.getlist("swap")
    asked = officers(request, tournament_id)
    proposal = _proposal(asked, key, swaps) if swaps else None
    services.pair(tournament_id=tournament_id, by=signed_in(request), stage=key, proposal=proposal)
    return _back(tournament_id, request)


def _proposal(asked: Asked, key: str, swaps: list[str]) -> Proposal:
    """Raises NotFound, BadRequest, Conflict."""
    proposal = rounds.propose(asked.state, key)
    for text in swaps:
        first, _, second = text.partition("-")
        try:
            one, other = EntrantNo(int(first[:6])), EntrantNo(int(second[:6]))
        except ValueError:
            raise BadRequest("bad_field", field="swap") from None
        proposal = rounds.swapped(proposal, {one: other, other: one})
    return proposal


@login_required
@require_POST
def take_back(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    services.take_back_round(
        tournament_id=tournament_id,
        by=signed_in(request),
        stage=request.POST.get("stage", ""),
        round_no=reading.number(request.POST, "round"),
        reason=request.POST.get("reason", ""),
    )
    return _back(tournament_id, request)


@login_required
@require_POST
def timer(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    services.start_timer(
        tournament_id=tournament_id,
        by=signed_in(request),
        stage=request.POST.get("stage", ""),
        round_no=reading.number(request.POST, "round"),
        minutes=reading.number(request.POST, "minutes"),
    )
    return _back(tournament_id, request)


@login_required
@require_POST
def finish(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """``do``: ``close_stage``, ``close``, ``reopen``, ``cancel``, ``undo``."""
    me, reason = signed_in(request), request.POST.get("reason", "")
    match request.POST.get("do"):
        case "close_stage":
            services.close_stage(tournament_id=tournament_id, by=me, stage=request.POST.get("stage", ""))
        case "close":
            services.close(tournament_id=tournament_id, by=me)
        case "reopen":
            services.reopen(tournament_id=tournament_id, by=me, reason=reason)
        case "cancel":
            services.cancel(tournament_id=tournament_id, by=me, reason=reason)
        case "undo":
            services.undo(tournament_id=tournament_id, by=me, reason=reason)
        case _:
            raise BadRequest("bad_field", field="do")
    return _back(tournament_id, request)


# --- tables and results -----------------------------------------------------------------------------------


@login_required
@require_POST
def result(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """Write a result down, or rule a table that is disputed."""
    asked, ref = officers(request, tournament_id), reading.table_ref(request.POST)
    table = results.table_at(asked.state, ref)
    came = reading.result(request.POST, len(table.pairing.seats))
    if request.POST.get("do") == "rule":
        reason = request.POST.get("reason", "")
        services.rule(tournament_id=tournament_id, by=signed_in(request), ref=ref, result=came, reason=reason)
    else:
        services.enter_result(tournament_id=tournament_id, by=signed_in(request), ref=ref, result=came)
    return _back(tournament_id, request)


@login_required
@require_POST
def start_table(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    services.start_table(tournament_id=tournament_id, by=signed_in(request), ref=reading.table_ref(request.POST))
    return _back(tournament_id, request)


@login_required
@require_http_methods(["GET", "POST"])
def correct(request: HttpRequest, tournament_id: UUID, stage: str, round_no: int, table_no: int) -> HttpResponse:
    """A form for another result; posted once, what would follow; posted with a ``choice``, it is so."""
    asked = officers(request, tournament_id)
    ref = results.TableRef(stage, RoundNo(round_no), table_no)
    table = results.table_at(asked.state, ref)
    context: dict[str, Any] = {
        "asked": asked,
        "tournament": asked.state,
        "key": stage,
        "table": shown.table_shown(asked, asked.state.stages[stage], table),
        "form": shapes.result_form(asked, table),
    }
    if request.method == "POST":
        came = None if request.POST.get("do") == "clear" else reading.result(request.POST, len(table.pairing.seats))
        if "choice" in request.POST:
            services.correct(
                tournament_id=tournament_id,
                by=signed_in(request),
                ref=ref,
                result=came,
                choice=request.POST["choice"],
                reason=request.POST.get("reason", ""),
                expected_version=reading.number(request.POST, "version"),
            )
            return _back(tournament_id, request)
        change = results.correct(asked.state, ref, came)
        context["preview"] = shapes.preview_shown(
            asked, corrections.preview(asked.state, change, stage, timezone.now())
        )
        context["posted"] = [
            (name, value) for name, values in request.POST.lists() if name != "csrfmiddlewaretoken" for value in values
        ]
    return private(render(request, "tournaments/correct.html", context))


@login_required
@require_http_methods(["GET", "POST"])
def repair(request: HttpRequest, tournament_id: UUID, stage: str) -> HttpResponse:
    """Published tables that no longer fit the field: what could be done about them, and doing it."""
    asked = officers(request, tournament_id)
    if request.method == "POST":
        services.repair(
            tournament_id=tournament_id,
            by=signed_in(request),
            stage=stage,
            choice=request.POST.get("choice", ""),
            reason=request.POST.get("reason", ""),
        )
        return _back(tournament_id, request)
    preview = corrections.preview(asked.state, [], stage, timezone.now())
    context = {
        "asked": asked,
        "tournament": asked.state,
        "key": stage,
        "preview": shapes.preview_shown(asked, preview),
    }
    return private(render(request, "tournaments/repair.html", context))
