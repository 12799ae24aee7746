"""Manual orders at the desk: the seeding, the seats of the running round, who qualifies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments import commands, reasons, services, stages
from tournaments.decisions import rounds
from tournaments.formats.contract import EntrantNo, Reason
from tournaments.pages import cut_words
from tournaments.pages import shapes as shown
from web import posted
from web.decoding import Prefixed
from web.errors import BadRequest, NotFound
from web.posted import Whole
from web.request import private, signed_in

from . import reading, shapes
from .asking import arbiters, ask
from .changing import changed_since
from .round_views import to_pairing


@dataclass(frozen=True, slots=True)
class Places:
    place: Annotated[dict[str, str], Prefixed("place_")] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Two:
    """Two entrants who change places; ``anyway`` is ``yes`` if a breach that was shown is intended."""

    one: Whole
    other: Whole
    anyway: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Chosen:
    """``by_seeding`` is ``yes`` where the better seeds of those who are level are to advance."""

    go: tuple[Whole, ...] = ()
    by_seeding: str = ""


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def seeding(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """The field in its order, which can be changed: ``place_<number>`` for each entrant. Those who have left stay at
    the end.
    """
    asked = arbiters(request, tournament_id)
    order = stages.seeded(asked.state)
    here = [no for no in order if not asked.state.entries[no].withdrawn]
    since: list[str] = []
    if request.method == "POST":
        places = posted.read(request, Places).place
        wished = _as_wished(here, {no: reading.number(places.get(str(no), ""), f"place_{no}") for no in here})
        gone = [no for no in order if no not in here]
        since = changed_since(request, asked)
        if not since:
            services.change(
                tournament_id,
                commands.Seed((*wished, *gone)),
                by=signed_in(request),
                expected_version=asked.state.version,
            )
            messages.success(request, _("The players are seeded in this order."))
            return redirect("tournaments:desk", tournament_id)
        here = wished
    context = {
        "asked": asked,
        "tournament": asked.state,
        "since": since,
        "rows": [(asked.state.entries[no], asked.names[no]) for no in here],
        "by_hand": bool(asked.state.order),
        "begun": [one.title for one in shown.stages_shown(asked, "") if one.begun],
    }
    return private(render(request, "tournaments/seeding.html", context, status=409 if since else 200))


def _as_wished(order: list[EntrantNo], places: dict[EntrantNo, int]) -> list[EntrantNo]:
    """Each entrant at the typed place, from 1; one who moves up goes before the entrant who was there, one who moves
    down behind.
    """
    was = {no: place for place, no in enumerate(order, 1)}
    return sorted(order, key=lambda no: (places[no], (places[no] > was[no]) - (places[no] < was[no]), was[no]))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def seats(request: HttpRequest, tournament_id: UUID, stage: str) -> HttpResponse:
    """The published tables of the running round; ``one`` and ``other`` change places if neither has begun to play. A
    repeat or second bye that this makes is shown first; sent with ``anyway``, the swap is made.
    """
    asked = arbiters(request, tournament_id)
    since: list[str] = []
    found: Sequence[Reason] = ()
    if request.method == "POST":
        since = changed_since(request, asked)
        two = posted.read(request, Two)
        one, other = two.one, two.other
        if one == other:
            raise BadRequest("bad_field", field="other")
        batch = rounds.swap(asked.state, stage, EntrantNo(one), EntrantNo(other))
        found = rounds.new_breaches(asked.state, batch, stage, timezone.now())
        if not since and (not found or two.anyway == "yes"):
            services.change(
                tournament_id,
                commands.Swap(stage=stage, one=one, other=other, anyway=bool(found), reason=two.reason),
                by=signed_in(request),
                expected_version=asked.state.version,
            )
            told = {"one": asked.names[EntrantNo(one)], "other": asked.names[EntrantNo(other)]}
            messages.success(request, _("%(one)s and %(other)s have changed places.") % told)
            return redirect("tournaments:desk_seats", tournament_id, stage)
    begun = rounds.begun(asked.state, stage)
    rounds.check_swappable(asked.state, stage)
    round_shown = shown.round_shown(asked, begun, begun.rounds[-1])
    fixed = {table.no for table in begun.rounds[-1].tables.values() if table.has_started}
    context = {
        "asked": asked,
        "tournament": asked.state,
        "key": stage,
        "since": since,
        "round": round_shown,
        "fixed": fixed,
        "byes": [(no, asked.names[no]) for no in begun.rounds[-1].byes if not asked.state.entries[no].withdrawn],
        "version": asked.state.version,
        "breaches": [reasons.said(one, asked.names) for one in found],
        "sent": dict(posted.hidden(request, only=("one", "other", "reason"))),
    }
    return private(render(request, "tournaments/seats.html", context, status=409 if since else 200))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def going_on(request: HttpRequest, tournament_id: UUID, stage: str) -> HttpResponse:
    """The players who qualify for the next stage by their results; an arbiter may choose others (``go``)."""
    asked = arbiters(request, tournament_id)
    rows = shapes.going_on(asked, stage)
    if not rows:
        raise NotFound("unknown_stage", stage=stage)
    if request.method == "POST":
        chosen = posted.read(request, Chosen)
        seeded = chosen.by_seeding == "yes"
        goes = {"by_seeding": True, "entrants": None} if seeded else {"by_seeding": False, "entrants": chosen.go}
        command = reading.command(request, commands.StartStage, stage=stage, **goes)
        services.change(tournament_id, command, by=signed_in(request))
        return to_pairing(tournament_id, stage, [])
    many = sum(row.goes for row in rows)
    context = {"asked": asked, "tournament": asked.state, "key": stage, "rows": rows, "many": many}
    context["ties"] = cut_words.ties(asked, stage)
    return private(render(request, "tournaments/going_on.html", context))


@login_required
@require_POST
def exchange(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """In ``stage``, give the place of ``no``, who has left, to ``into``."""
    arbiters(request, tournament_id)
    command = reading.command(request, commands.Exchange, out=posted.read(request, reading.OfEntrant).no)
    return ask(request, tournament_id, command)
