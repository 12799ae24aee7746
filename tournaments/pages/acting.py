"""What players do on the pages: enter, check in, withdraw, report, object. Forms post and redirect."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments import commands, queries, rights, services
from tournaments.desk import reading
from tournaments.formats.contract import RoundNo
from tournaments.services import Changed
from tournaments.state import TableRef
from web import posted
from web.errors import NotFound
from web.posted import Whole
from web.request import signed_in

from .asking import table_of


@dataclass(frozen=True, slots=True)
class Into:
    division: str = ""


@dataclass(frozen=True, slots=True)
class Present:
    """``here``: ``no`` takes it back; ``who``: ``all`` if everybody at the table is there."""

    here: str = "yes"
    who: str = ""


@dataclass(frozen=True, slots=True)
class Whom:
    no: Whole
    stage: str = ""


@dataclass(frozen=True, slots=True)
class Objection:
    text: str = ""


@login_required
@require_POST
def enter(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    command = commands.EnterOneself(division=posted.read(request, Into).division)
    services.change(tournament_id, command, by=signed_in(request))
    messages.success(request, _("You are in."))
    return redirect("tournaments:tournament", tournament_id)


@login_required
@require_POST
def withdraw(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    me = signed_in(request)
    services.change(tournament_id, commands.Withdraw(_own_number(tournament_id, me)), by=me)
    messages.success(request, _("You have withdrawn."))
    return redirect("tournaments:tournament", tournament_id)


@login_required
@require_POST
def check_in(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    me = signed_in(request)
    here = posted.read(request, Present).here == "yes"
    number = _own_number(tournament_id, me)
    services.change(tournament_id, commands.CheckIn((number,), here=here), by=me)
    messages.success(request, _("You are checked in.") if here else _("You are no longer checked in."))
    return redirect("tournaments:tournament", tournament_id)


@login_required
@require_POST
def challenge(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """``stage`` and ``no`` say who is challenged."""
    whom = posted.read(request, Whom)
    command = commands.Challenge(stage=whom.stage, challenged=whom.no)
    services.change(tournament_id, command, by=signed_in(request))
    messages.success(request, _("Challenge sent: this is your table."))
    return redirect("tournaments:tournament", tournament_id)


def _own_number(tournament_id: UUID, player: UUID) -> int:
    """Raises NotFound."""
    entry = queries.tournament(tournament_id=tournament_id, player=player).entry
    if entry is None:
        raise NotFound("not_entered")
    return entry.no


@login_required
@require_POST
def here(request: HttpRequest, tournament_id: UUID, stage: str, round_no: int, table_no: int) -> HttpResponse:
    """Note that the reader is at their real table; with ``who`` ``all``, that everybody at it is."""
    me, ref = signed_in(request), TableRef(stage, RoundNo(round_no), table_no)
    asked = queries.tournament(tournament_id=tournament_id, player=me)
    table = table_of(asked, stage, round_no, table_no)
    everybody = posted.read(request, Present).who == "all"
    seats = list(range(len(table.pairing.seats))) if everybody else [rights.seat_at(asked.state, ref, me)]
    services.change(tournament_id, commands.NotePresence(ref, tuple(seats)), by=me)
    messages.success(
        request,
        _("Everyone is at the table: have a good game.")
        if everybody
        else _("You are marked as present at your table."),
    )
    return redirect("tournaments:tournament", tournament_id)


@login_required
@require_POST
def report(request: HttpRequest, tournament_id: UUID, stage: str, round_no: int, table_no: int) -> HttpResponse:
    """Report a result: ``duel``, or ``place_0``... with ``score_0``..., as in the forms of the desk."""
    me, ref = signed_in(request), TableRef(stage, RoundNo(round_no), table_no)
    asked = queries.tournament(tournament_id=tournament_id, player=me)
    seats = len(table_of(asked, stage, round_no, table_no).pairing.seats)
    result = reading.result(request, seats)
    changed = services.change(tournament_id, commands.Report(ref, result), by=me)
    return _told(request, tournament_id, ref, changed)


@login_required
@require_POST
def object_to(request: HttpRequest, tournament_id: UUID, stage: str, round_no: int, table_no: int) -> HttpResponse:
    me, ref = signed_in(request), TableRef(stage, RoundNo(round_no), table_no)
    services.change(tournament_id, commands.ObjectTo(ref, posted.read(request, Objection).text), by=me)
    messages.success(request, _("Your objection was sent to the arbiter."))
    return redirect("tournaments:table", tournament_id, *_where(ref))


def _told(request: HttpRequest, tournament_id: UUID, ref: TableRef, changed: Changed) -> HttpResponse:
    asked = queries.tournament(tournament_id=tournament_id, player=signed_in(request))
    table = table_of(asked, ref.stage, ref.round, ref.table)
    if table.is_done:
        messages.success(request, _("You all agree: the result stands."))
    elif table.reports and len(set(table.reports.values())) > 1:
        messages.warning(request, _("Your reports differ. The arbiter looks at this table; the others play on."))
    elif changed.events:
        messages.success(request, _("Reported. The result stands when the others at the table report the same."))
    return redirect("tournaments:table", tournament_id, *_where(ref))


def _where(ref: TableRef) -> tuple[str, int, int]:
    return ref.stage, ref.round, ref.table
