"""The pages behind a scanned code. They need no script, no account and no secure connection."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from players.clubs import queries as clubs
from tournaments import commands, queries, rights
from tournaments import services as tournaments
from tournaments.desk import reading
from tournaments.desk.asking import answer
from tournaments.models import Arrival
from tournaments.pages.asking import table_of
from tournaments.state import Role, TableRef
from web import limits, posted
from web.errors import NotAllowed, NotFound, Refused
from web.request import asker, private, signed_in

from . import places, services
from .queries import Step, coming_in, waiting

KEY = "arrivals"
MAX_KEPT = 20
"""Events that one browser remembers."""
MAX_CARDS = 100


def _tournament(request: HttpRequest, code: str) -> UUID:
    """Raises NotFound, TooMany (somebody tries codes)."""
    found = _found(request, code)
    if found.tournament is not None:
        return found.tournament
    if len(found.events) == 1:
        return found.events[0].id
    raise NotFound("unknown_code")


def _found(request: HttpRequest, code: str) -> places.Found:
    where = limits.address(request)
    limits.WRONG_CODES.check(where)
    try:
        return places.find(code)
    except NotFound:
        limits.WRONG_CODES.count(where)
        raise


@require_safe
def arrive(request: HttpRequest, code: str, table: int = 0) -> HttpResponse:
    """What comes next for whoever scanned the code of an event, a club, or a ``table`` there."""
    try:
        found = _found(request, code)
    except NotFound:
        return _friendly(request, 404)
    if found.tournament is None and len(found.events) != 1:
        assert found.club is not None
        context = {"events": found.events, "table": table, "club": clubs.named([found.club])}
        return private(render(request, "tournaments/arrivals/club.html", context))
    tournament = found.tournament or found.events[0].id
    return _page(request, code, tournament, table)


def _page(request: HttpRequest, code: str, tournament: UUID, table: int) -> HttpResponse:
    me = asker(request)
    shown = coming_in(tournament, player=me, arrival=_arrival(request, tournament, me), table=table)
    if shown.step is Step.OVER:
        return _friendly(request, 200)
    context: dict[str, Any] = {"shown": shown, "code": code, "table_no": table, "tournament": None}
    if shown.table is not None:
        context["tournament"] = queries.tournament(tournament_id=tournament, player=None).state
    return private(render(request, "tournaments/arrivals/arrive.html", context))


def _friendly(request: HttpRequest, status: int) -> HttpResponse:
    """A page that says nothing of any event."""
    return private(render(request, "tournaments/arrivals/over.html", {"unknown": status == 404}, status=status))


def _arrival(request: HttpRequest, tournament: UUID, me: UUID | None) -> Arrival | None:
    """What this browser, or this account, has said here."""
    if me is not None:
        return Arrival.objects.filter(tournament=tournament, player=me).first()
    kept = request.session.get(KEY, {})
    if not _known(kept, tournament):
        return None
    return Arrival.objects.filter(tournament=tournament, id=kept[str(tournament)], player=None).first()


def _known(kept: Any, tournament: UUID) -> bool:
    return isinstance(kept, dict) and str(tournament) in kept


# --- what they do -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Name:
    name: str = ""
    table: posted.Whole = 0


@dataclass(frozen=True, slots=True)
class In:
    """``do``: ``enter``, ``check_in`` or ``ask``."""

    do: str = ""
    division: str = ""
    table: posted.Whole = 0


@dataclass(frozen=True, slots=True)
class Where:
    stage: str = ""
    round: posted.Whole = 0
    table: posted.Whole = 0


@require_POST
def say(request: HttpRequest, code: str) -> HttpResponse:
    """Somebody without an account says their name."""
    sent, tournament = posted.read(request, Name), _tournament(request, code)
    if asker(request) is not None:
        return _back(code, sent.table)
    limits.ARRIVALS.take(limits.address(request))
    kept = request.session.get(KEY, {})
    before = UUID(kept[str(tournament)]) if _known(kept, tournament) else None
    row = services.say(tournament, sent.name, before=before)
    entries = [*((one, at) for one, at in kept.items() if one != str(tournament)), (str(tournament), str(row.id))]
    request.session[KEY] = dict(entries[-MAX_KEPT:])
    return _back(code, sent.table)


@login_required
@require_POST
def come(request: HttpRequest, code: str) -> HttpResponse:
    """An account checks in, enters and checks in, or asks to be let in."""
    me, sent, tournament = signed_in(request), posted.read(request, In), _tournament(request, code)
    asked = queries.tournament(tournament_id=tournament, player=me)
    if sent.do == "ask":
        limits.ARRIVALS.take(str(me))
        services.ask(tournament, me)
        return _back(code, sent.table)
    if sent.do == "enter" and (asked.entry is None or asked.entry.withdrawn):
        tournaments.change(tournament, commands.EnterOneself(division=sent.division), by=me)
        asked = queries.tournament(tournament_id=tournament, player=me)
    if asked.entry is not None and asked.state.settings.check_in and not asked.entry.checked_in:
        tournaments.change(tournament, commands.CheckIn((asked.entry.no,)), by=me)
    messages.success(request, _("You are checked in."))
    return _back(code, sent.table)


@require_POST
def report(request: HttpRequest, code: str) -> HttpResponse:
    """Report the result of one's table, or confirm what somebody else has reported: the same report again."""
    sent, tournament = posted.read(request, Where), _tournament(request, code)
    me = asker(request)
    asked = queries.tournament(tournament_id=tournament, player=me)
    player = me
    if me is None:
        limits.ARRIVALS.take(limits.address(request))
        entry = services.entrant_of(asked.state, _arrival(request, tournament, None))
        if entry is None:
            raise NotAllowed("not_let_in")
        player = entry.player
    assert player is not None
    table = table_of(asked, sent.stage, sent.round, sent.table)
    result = reading.result(request, len(table.pairing.seats))
    ref = TableRef(sent.stage, table.pairing.round, table.no)
    tournaments.change(tournament, commands.Report(ref, result), by=player)
    after = table_of(queries.tournament(tournament_id=tournament, player=me), sent.stage, sent.round, sent.table)
    if after.is_done:
        messages.success(request, _("The result stands. Thank you."))
    elif len(set(after.reports.values())) > 1:
        messages.warning(request, _("Your reports differ. The arbiter looks at this table; the others play on."))
    else:
        messages.success(request, _("Reported. Now a second player of the table scans the code and confirms it."))
    return _back(code, sent.table)


def _back(code: str, table: int) -> HttpResponse:
    return redirect("tournaments:arrive_at_table", code, table) if table else redirect("tournaments:arrive", code)


# --- cards for the tables -------------------------------------------------------------------------------------------


@require_safe
def cards(request: HttpRequest, code: str) -> HttpResponse:
    """Cards to print, one for each of ``?tables=``: they stay the same from round to round, and a club's from evening
    to evening."""
    _found(request, code)
    many = request.GET.get("tables", "")
    tables = min(max(int(many), 1), MAX_CARDS) if many.isascii() and many.isdigit() and len(many) < 5 else 12
    return private(render(request, "tournaments/arrivals/cards.html", {"code": code, "tables": range(1, tables + 1)}))


# --- at the desk ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Looked:
    """``do``: ``let_in`` (as entrant ``no``, as ``person`` of the roster, or as whom it seems),
    ``let_in_new``, ``decline``, ``let_in_all``, ``decline_all`` or ``names``."""

    do: str = "let_in"
    arrival: UUID | None = None
    no: posted.Whole | None = None
    person: UUID | None = None


@login_required
@require_POST
def look(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """An organiser has looked at who came in."""
    me, sent = signed_in(request), posted.read(request, Looked)
    if sent.do == "names":
        many = services.check_in_names(tournament_id, by=me)
        messages.success(request, ngettext("%(n)d player checked in.", "%(n)d players checked in.", many) % {"n": many})
    elif sent.do in ("let_in_all", "decline_all"):
        _look_at_all(request, tournament_id, let_in=sent.do == "let_in_all")
    elif sent.arrival is None:
        raise NotFound("unknown_arrival")
    elif sent.do == "decline":
        services.decline(tournament_id, [sent.arrival], by=me)
    elif sent.do == "let_in":
        services.let_in(tournament_id, sent.arrival, by=me, no=sent.no, person=sent.person)
    elif sent.do == "let_in_new":
        services.let_in(tournament_id, sent.arrival, by=me, new=True)
    else:
        raise NotFound("unknown_arrival")
    return answer(request, tournament_id)


def _look_at_all(request: HttpRequest, tournament_id: UUID, *, let_in: bool) -> None:
    """Everybody of whom it is plain who they are; names that somebody here has are left for a closer look. Whoever is
    refused keeps nobody else waiting."""
    me = signed_in(request)
    shown = waiting(officers_of(tournament_id, me))
    if not let_in:
        services.decline(tournament_id, [one.id for one in shown], by=me)
        return
    plain, refused = [one.id for one in shown if one.checked_in or one.account or one.alone], 0
    for one in plain:
        try:
            services.let_in(tournament_id, one, by=me)
        except Refused:
            refused += 1
    if many := len(plain) - refused:
        messages.success(request, ngettext("%(n)d person let in.", "%(n)d people let in.", many) % {"n": many})
    if refused:
        text = ngettext(
            "%(n)d person could not be let in: look at them alone, then you see why.",
            "%(n)d people could not be let in: look at them one by one, then you see why.",
            refused,
        )
        messages.warning(request, text % {"n": refused})


def officers_of(tournament_id: UUID, me: UUID) -> queries.Asked:
    """Raises NotFound, NotAllowed."""
    asked = queries.tournament(tournament_id=tournament_id, player=me)
    rights.check_role(asked.state, me, Role.SCORER)
    return asked
