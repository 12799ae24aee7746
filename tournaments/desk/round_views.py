"""The desk's stages and rounds: begin, pair, publish, take back, start the timer, close, undo."""

from __future__ import annotations

from dataclasses import dataclass
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
from web import posted
from web.errors import BadRequest
from web.posted import Whole
from web.request import is_htmx, private, signed_in

from . import preview_words, reading
from .asking import answer, arbiters, ask, officers
from .look import look
from .proposals import Work, proposal_or_progress

MAX_SWAPS = 200


@login_required
@require_POST
def start_stage(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """Begin the stage, and go on to its first pairing."""
    key = posted.read(request, reading.OfStage).stage
    services.change(tournament_id, commands.StartStage(key), by=signed_in(request))
    return to_pairing(tournament_id, key, [])


def to_pairing(tournament_id: UUID, key: str, swaps: list[str]) -> HttpResponse:
    response = redirect("tournaments:pairing", tournament_id)
    response["Location"] += _query(key, swaps)
    return response


def _query(key: str, swaps: list[str]) -> str:
    return "?" + urlencode({"stage": key, "swap": swaps}, doseq=True)


@dataclass(frozen=True, slots=True)
class Exchanged:
    """A change of places in a pairing: ``swap`` was made before, ``one`` and ``other`` are to change places."""

    swap: tuple[str, ...] = ()
    one: Whole | None = None
    other: Whole | None = None


@dataclass(frozen=True, slots=True)
class Published:
    """The proposal that the organiser saw."""

    version: Whole
    stage: str = ""
    swap: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Minutes:
    minutes: Whole


@login_required
@require_safe
def pairing(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """The next round as it would be published, each table with its reason; if that takes long, its progress.

    ``?swap=3-8`` changes two for each other; ``?one=3&other=8`` adds such a change.
    """
    asked = arbiters(request, tournament_id)
    key = shown.current_stage(asked, look(request).stage)
    exchanged = posted.read(request, Exchanged)
    swaps = list(exchanged.swap[:MAX_SWAPS])
    if exchanged.one is not None or exchanged.other is not None:
        added = f"{exchanged.one or 0}-{exchanged.other or 0}"
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
    context["proposal"] = preview_words.proposal_shown(asked, key, proposal)
    context["fewer"] = _query(key, swaps[:-1])
    context["version"] = asked.state.version
    return private(render(request, "tournaments/pairing.html", context))


def _progress(request: HttpRequest, work: Work, context: dict[str, object]) -> HttpResponse:
    """A page that polls and swaps the fragment ``#progress``."""
    context["work"] = work
    template = "tournaments/_progress.html" if is_htmx(request) else "tournaments/pairing.html"
    return private(render(request, template, context))


@login_required
@require_POST
def publish(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """Publish the proposal that was seen, with the arbiter's swaps; if something has changed since, show the new
    proposal instead.
    """
    asked, sent = arbiters(request, tournament_id), posted.read(request, Published)
    key, swaps = sent.stage, list(sent.swap[:MAX_SWAPS])
    if asked.state.version != sent.version:
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
    """The proposal with the swaps. Raises BadRequest if a swap cannot be read or names somebody outside the pairing."""
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
    """Take back the ``round``, or (if ``do`` is ``stage``) the whole stage."""
    if posted.read(request, reading.Pressed).do == "stage":
        return ask(request, tournament_id, reading.command(request, commands.TakeBackStage))
    number = posted.read(request, reading.OfRound).round
    return ask(request, tournament_id, reading.command(request, commands.TakeBackRound, round_no=number))


@login_required
@require_POST
def timer(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    number, minutes = posted.read(request, reading.OfRound).round, posted.read(request, Minutes).minutes
    command = reading.command(request, commands.StartTimer, round_no=number, minutes=minutes)
    return ask(request, tournament_id, command)


@login_required
@require_POST
def finish(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """``do``: ``close_stage``, ``close``, ``reopen``, ``cancel``, ``undo``, ``note``."""
    officers(request, tournament_id)
    pressed = posted.read(request, reading.Pressed)
    match pressed.do:
        case "close_stage":
            return ask(request, tournament_id, reading.command(request, commands.CloseStage))
        case "close":
            return ask(request, tournament_id, commands.Close())
        case "reopen":
            return ask(request, tournament_id, reading.command(request, commands.Reopen))
        case "cancel":
            return ask(request, tournament_id, reading.command(request, commands.Cancel))
        case "undo":  # only what the button named, not what somebody else has done since
            services.change(
                tournament_id,
                reading.command(request, commands.Undo),
                by=signed_in(request),
                expected_version=posted.read(request, Published).version,
            )
            messages.success(request, _("Taken back."))
            return answer(request, tournament_id)
        case "note":
            return ask(request, tournament_id, commands.AddNote(pressed.reason))
    raise BadRequest("bad_field", field="do")
