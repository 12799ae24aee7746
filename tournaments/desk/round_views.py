"""The desk's stages and rounds: begin, pair, publish, take back, time, close, undo."""

from __future__ import annotations

from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments import commands, services
from tournaments.decisions import rounds
from tournaments.formats.contract import EntrantNo, Proposal
from tournaments.pages import shapes as shown
from web.errors import BadRequest
from web.request import is_htmx, private, signed_in

from . import previews, reading
from .asking import answer, arbiters, ask, officers
from .look import look
from .proposals import Work, proposal_or_progress

MAX_SWAPS = 200


@login_required
@require_POST
def start_stage(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """Begin the stage, and go on to its first pairing."""
    key = request.POST.get("stage", "")
    services.change(tournament_id, commands.StartStage(key), by=signed_in(request))
    return to_pairing(tournament_id, key, [])


def to_pairing(tournament_id: UUID, key: str, swaps: list[str]) -> HttpResponse:
    response = redirect("tournaments:pairing", tournament_id)
    response["Location"] += _query(key, swaps)
    return response


def _query(key: str, swaps: list[str]) -> str:
    return "?" + urlencode({"stage": key, "swap": swaps}, doseq=True)


@login_required
@require_safe
def pairing(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """The next round as it would be published, each table with its reason; while it takes long, how far it is.

    ``?swap=3-8`` changes two for each other; ``?one=3&other=8`` adds such a change.
    """
    asked = arbiters(request, tournament_id)
    key = shown.current_stage(asked, look(request).stage)
    swaps = request.GET.getlist("swap")[:MAX_SWAPS]
    if request.GET.get("one") or request.GET.get("other"):
        added = f"{reading.number(request.GET, 'one')}-{reading.number(request.GET, 'other')}"
        return to_pairing(tournament_id, key, [*swaps, added])
    found = proposal_or_progress(asked.state, key)
    context = {"asked": asked, "tournament": asked.state, "key": key, "swaps": swaps, "query": _query(key, swaps)}
    if isinstance(found, Work):
        return _progress(request, found, context)
    if is_htmx(request):
        response = HttpResponse(status=204)
        response["HX-Redirect"] = reverse("tournaments:pairing", args=[tournament_id]) + _query(key, swaps)
        return response
    proposal = swapped(found, swaps)
    context["proposal"] = previews.proposal_shown(asked, key, proposal)
    context["fewer"] = _query(key, swaps[:-1])
    context["version"] = asked.state.version
    return private(render(request, "tournaments/pairing.html", context))


def _progress(request: HttpRequest, work: Work, context: dict[str, object]) -> HttpResponse:
    """The page asks again by itself, and swaps the fragment ``#progress``."""
    context["work"] = work
    template = "tournaments/_progress.html" if is_htmx(request) else "tournaments/pairing.html"
    return private(render(request, template, context))


@login_required
@require_POST
def publish(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """The proposal that was seen, with the swaps that an arbiter has made; where something has changed since, the new
    proposal is shown instead."""
    key, swaps = request.POST.get("stage", ""), request.POST.getlist("swap")[:MAX_SWAPS]
    asked = arbiters(request, tournament_id)
    if asked.state.version != reading.number(request.POST, "version"):
        messages.warning(
            request,
            _(
                "Something has changed since you opened this page, so nothing was published. "
                "Here is the current pairing."
            ),
        )
        return to_pairing(tournament_id, key, swaps)
    found = proposal_or_progress(asked.state, key)
    if isinstance(found, Work):
        return to_pairing(tournament_id, key, swaps)
    services.change(
        tournament_id,
        commands.Pair(key, proposal=swapped(found, swaps), by_hand=bool(swaps)),
        by=signed_in(request),
        expected_version=asked.state.version,
    )
    messages.success(request, _("The tables are published."))
    response = redirect("tournaments:desk", tournament_id)
    response["Location"] += _query(key, [])
    return response


def swapped(proposal: Proposal, swaps: list[str]) -> Proposal:
    """Raises BadRequest: a swap that cannot be read, or names somebody who is not in the pairing."""
    for text in swaps:
        first, _dash, second = text.partition("-")
        if not (first.isascii() and first.isdigit() and second.isascii() and second.isdigit()):
            raise BadRequest("bad_field", field="swap")
        one, other = EntrantNo(int(first[:9])), EntrantNo(int(second[:9]))
        here = {no for pairing in proposal.pairings for no in pairing.seats} | set(proposal.byes)
        if unknown := sorted({one, other} - here):
            raise BadRequest("unknown_number", field="swap", no=unknown[0])
        proposal = rounds.swapped(proposal, {one: other, other: one})
    return proposal


@login_required
@require_POST
def take_back(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """The ``round``, or (``do`` is ``stage``) the whole stage."""
    form = request.POST
    if form.get("do") == "stage":
        return ask(request, tournament_id, reading.command(commands.TakeBackStage, form))
    number = reading.number(form, "round")
    return ask(request, tournament_id, reading.command(commands.TakeBackRound, form, round_no=number))


@login_required
@require_POST
def timer(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    number, minutes = reading.number(request.POST, "round"), reading.number(request.POST, "minutes")
    command = reading.command(commands.StartTimer, request.POST, round_no=number, minutes=minutes)
    return ask(request, tournament_id, command)


@login_required
@require_POST
def finish(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """``do``: ``close_stage``, ``close``, ``reopen``, ``cancel``, ``undo``, ``note``."""
    officers(request, tournament_id)
    form = request.POST
    match form.get("do"):
        case "close_stage":
            return ask(request, tournament_id, reading.command(commands.CloseStage, form))
        case "close":
            return ask(request, tournament_id, commands.Close())
        case "reopen":
            return ask(request, tournament_id, reading.command(commands.Reopen, form))
        case "cancel":
            return ask(request, tournament_id, reading.command(commands.Cancel, form))
        case "undo":  # only what the button named, not what somebody else has done since
            services.change(
                tournament_id,
                reading.command(commands.Undo, form),
                by=signed_in(request),
                expected_version=reading.number(form, "version"),
            )
            messages.success(request, _("Taken back."))
            return answer(request, tournament_id)
        case "note":
            return ask(request, tournament_id, commands.AddNote(form.get("reason", "")))
    raise BadRequest("bad_field", field="do")
