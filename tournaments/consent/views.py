"""Consent and objections on a tournament's pages. Forms post and redirect."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from players import queries as players
from players import services as people
from players.clubs import queries as clubs
from players.models import Entering, Player
from tournaments import commands, services
from tournaments.formats.contract import RoundNo
from tournaments.leagues import queries as leagues
from tournaments.state import TableRef
from web import posted
from web.errors import BadRequest
from web.request import page_number, private, signed_in

from . import entering, queries


@dataclass(frozen=True, slots=True)
class Agreed:
    """``places``: the seats, separated by commas."""

    places: str | None = None


@dataclass(frozen=True, slots=True)
class Said:
    text: str = ""


@dataclass(frozen=True, slots=True)
class Ruling:
    upheld: Literal["yes", "no"]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Whole:
    """An objection, with all the results that it is to."""

    objection: UUID


@dataclass(frozen=True, slots=True)
class RulingForAll:
    objection: UUID
    upheld: Literal["yes", "no"]
    reason: str = ""


@login_required
@require_safe
def objections(request: HttpRequest) -> HttpResponse:
    """The reader's own, and those on which they may rule."""
    found = queries.together(queries.open_objections(signed_in(request)))
    return private(render(request, "tournaments/consent/objections.html", {"objections": found}))


@dataclass(frozen=True, slots=True)
class Switch:
    entered_by: Entering


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def entered(request: HttpRequest) -> HttpResponse:
    """Who may enter the reader, where they were entered, and by whom; a POST turns the switch."""
    me = cast(Player, request.user)
    if me.is_guest:
        return redirect("players:keep")
    if request.method == "POST":
        people.change_entering(player=me, entered_by=posted.read(request, Switch).entered_by)
        messages.success(request, _("Saved."))
        return redirect("tournaments:entered")
    page = page_number(request)
    entries, more = entering.entries_of(me.pk, page)
    context = {
        "choices": [(value, label, value == me.entered_by) for value, label in Entering.choices],
        "clubs": clubs.clubs_of(me.pk, asker=me.pk),
        "leagues": leagues.taken_part(players.profiles(me.pk), me.pk),
        "entries": entries,
        "before": page - 1,
        "after": page + 1 if more else 0,
    }
    return private(render(request, "tournaments/consent/entered.html", context))


@login_required
@require_POST
def confirm_entry(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    services.change(tournament_id, commands.ConfirmEntry(), by=signed_in(request))
    messages.success(request, _("Confirmed. Results entered for you here are rated."))
    return redirect("tournaments:tournament", tournament_id)


@login_required
@require_POST
def confirm_result(request: HttpRequest, tournament_id: UUID, stage: str, round_no: int, table_no: int) -> HttpResponse:
    ref = TableRef(stage, RoundNo(round_no), table_no)
    services.change(tournament_id, commands.ConfirmResult(ref, places=_places(request)), by=signed_in(request))
    messages.success(request, _("Confirmed."))
    return redirect("tournaments:table", tournament_id, stage, round_no, table_no)


def _places(request: HttpRequest) -> tuple[int, ...] | None:
    """The seats that are agreed to, if any are named. Raises BadRequest."""
    text = posted.read(request, Agreed).places
    try:
        return None if text is None else tuple(int(place) for place in text.split(","))
    except ValueError:
        raise BadRequest("bad_field", field="places") from None


@login_required
@require_POST
def object_to_rating(
    request: HttpRequest, tournament_id: UUID, stage: str, round_no: int, table_no: int
) -> HttpResponse:
    ref, said = TableRef(stage, RoundNo(round_no), table_no), posted.read(request, Said)
    services.change(tournament_id, commands.ObjectToRating(ref, said.text), by=signed_in(request))
    messages.success(request, _("Your objection is recorded. The game is not rated until there is a ruling."))
    return redirect("tournaments:table", tournament_id, stage, round_no, table_no)


@login_required
@require_POST
def object_to_all(request: HttpRequest, tournament_id: UUID, stage: str, round_no: int, table_no: int) -> HttpResponse:
    """From the page of a table, to all results of the reader in this tournament."""
    said = posted.read(request, Said)
    done = services.change(tournament_id, commands.ObjectToAll(said.text), by=signed_in(request))
    results = len(done.events)
    told = ngettext(
        "Your objection to %(n)s result is recorded. It is not rated until there is a ruling.",
        "Your objection to %(n)s results is recorded. None of them is rated until there is a ruling.",
        results,
    )
    messages.success(request, told % {"n": results})
    return redirect("tournaments:table", tournament_id, stage, round_no, table_no)


@login_required
@require_POST
def withdraw_all(request: HttpRequest, tournament_id: UUID, stage: str, round_no: int, table_no: int) -> HttpResponse:
    command = commands.WithdrawAll(posted.read(request, Whole).objection)
    services.change(tournament_id, command, by=signed_in(request))
    messages.success(request, _("Your objection is withdrawn."))
    return redirect("tournaments:table", tournament_id, stage, round_no, table_no)


@login_required
@require_POST
def rule_all(request: HttpRequest, tournament_id: UUID, stage: str, round_no: int, table_no: int) -> HttpResponse:
    """``upheld``: ``yes`` or ``no``."""
    ruling = posted.read(request, RulingForAll)
    command = commands.RuleAll(ruling.objection, upheld=ruling.upheld == "yes", reason=ruling.reason)
    results = len(services.change(tournament_id, command, by=signed_in(request)).events)
    told = ngettext("Your ruling on %(n)s result is recorded.", "Your ruling on %(n)s results is recorded.", results)
    messages.success(request, told % {"n": results})
    return redirect("tournaments:table", tournament_id, stage, round_no, table_no)


@login_required
@require_POST
def withdraw_objection(
    request: HttpRequest, tournament_id: UUID, stage: str, round_no: int, table_no: int
) -> HttpResponse:
    ref = TableRef(stage, RoundNo(round_no), table_no)
    services.change(tournament_id, commands.WithdrawObjection(ref), by=signed_in(request))
    messages.success(request, _("Your objection is withdrawn."))
    return redirect("tournaments:table", tournament_id, stage, round_no, table_no)


@login_required
@require_POST
def rule_objections(
    request: HttpRequest, tournament_id: UUID, stage: str, round_no: int, table_no: int
) -> HttpResponse:
    """``upheld``: ``yes`` or ``no``."""
    ref, ruling = TableRef(stage, RoundNo(round_no), table_no), posted.read(request, Ruling)
    command = commands.RuleObjections(ref, upheld=ruling.upheld == "yes", reason=ruling.reason)
    services.change(tournament_id, command, by=signed_in(request))
    messages.success(request, _("Your ruling is recorded."))
    return redirect("tournaments:table", tournament_id, stage, round_no, table_no)
