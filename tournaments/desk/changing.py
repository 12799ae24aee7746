"""Preview a change before it is made: a late entry, a withdrawal, a return, a penalty, or only a repair of the
published tables. One page for all; a correction has its own, with the form of a result.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated
from urllib.parse import urlencode
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST
from msgspec import Meta

from tournaments import change_titles, commands, corrections, queries
from tournaments.commands import TablesCommand
from tournaments.corrections import Tables
from tournaments.decisions.field import Newcomer
from tournaments.foresight import foresee
from tournaments.formats.contract import EntrantNo, RoundNo
from tournaments.pages import writing
from tournaments.queries import Asked
from tournaments.state import TableRef
from web import posted
from web.errors import BadRequest
from web.posted import Whole
from web.request import is_htmx, private, signed_in

from . import entries, reading
from .asking import arbiters, ask, show
from .previewing import Previewed, previewed

MAX_BOTS = 64
FIELDS = ("do", "no", "points", "index", "names", "accounts", "doubles", "bot", "many")
"""Of a form, what says which change it is."""


class Unreadable(Exception):
    """Some lines of a pasted list cannot be entered; nothing is entered, and the whole text stays in its field."""

    def __init__(self, pasted: entries.Pasted) -> None:
        self.pasted = pasted
        super().__init__(f"{len(pasted.flaws)} lines")


def command_of(request: HttpRequest, asked: Asked, stage: str) -> TablesCommand:
    """The command given by the fields ``do`` and those that belong to it; without ``do``, only tables are repaired.

    Raises BadRequest, Unreadable.
    """
    tables = Tables(stage)
    match posted.read(request, reading.Pressed).do:
        case "":
            return commands.Repair(tables)
        case "withdraw":
            return reading.command(request, commands.Withdraw, tables=tables)
        case "bring_back":
            return reading.command(request, commands.BringBack, tables=tables)
        case "warn":
            points = reading.half_points(posted.read(request, Points).points, "points")
            return reading.command(request, commands.Penalise, stage=stage, points=points, tables=tables)
        case "lift":
            return reading.command(request, commands.LiftPenalty, stage=stage, tables=tables)
        case "bots":
            return replace(bots(request), tables=tables, here=True)
        case "enter":
            pasted = pasted_of(request, asked)
            if pasted.flaws or not pasted.lines:
                raise Unreadable(replace(pasted, text=posted.read(request, reading.Pasted).names))
            newcomers = commands.named((line.name, line.newcomer) for line in pasted.lines)
            return commands.Enter(newcomers, tables, here=True)
    raise BadRequest("bad_field", field="do")


@dataclass(frozen=True, slots=True)
class Points:
    """A number of points as people type it."""

    points: str = ""


@dataclass(frozen=True, slots=True)
class Bots:
    many: Annotated[int, Meta(ge=1, le=MAX_BOTS)]
    bot: str = ""


def bots(request: HttpRequest) -> commands.Enter:
    """Raises BadRequest."""
    sent = posted.read(request, Bots)
    return commands.Enter((Newcomer(bot=sent.bot),) * sent.many)


def pasted_of(request: HttpRequest, asked: Asked) -> entries.Pasted:
    """The pasted list in ``names``. Raises BadRequest."""
    sent, online = posted.read(request, reading.Pasted), asked.state.settings.online
    if len(sent.names) > entries.MAX_LIST:
        raise BadRequest("too_long", most=entries.MAX_LIST)
    here = [(no, entry) for no, entry in asked.state.entries.items() if not entry.withdrawn]
    names = queries.plain_names(asked.state)
    return entries.read(
        sent.names,
        accounts=online or sent.accounts == "yes",
        only_accounts=online,
        here=[names[no] for no, _entry in here],
        entered={entry.player for _no, entry in here if entry.player},
        also_doubles=sent.doubles == "yes",
        club=entries.club_of(asked.state, asked.asker),
    )


# --- the page ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Told:
    """How a change is described: in the heading, below it, on the button; ``says`` whether a reason can be stored with
    it.
    """

    title: str
    about: str
    button: str
    danger: bool = False
    says: bool = True


def told(command: TablesCommand, names: Mapping[EntrantNo, str], came: Sequence[str]) -> Told:
    """``came`` are the names of those who would be entered."""
    match command:
        case commands.Repair():
            return Told(_("Repair the tables"), "", _("Confirm"))
        case commands.Enter():
            title = _("Enter %(names)s") % {"names": writing.joined(came)}
            return Told(title, _("They play from the current round if a table has room."), _("Enter"), says=False)
        case commands.Withdraw(no):
            title = _("Withdraw %(name)s") % {"name": names[EntrantNo(no)]}
            about = _("They play no more rounds. Their results stay.")
            return Told(title, about, _("Withdraw player"), danger=True)
        case commands.BringBack(no):
            return Told(_("%(name)s is back") % {"name": names[EntrantNo(no)]}, "", _("Let them play"), says=False)
        case commands.Penalise(no, _stage, 0):
            return Told(_("Warn %(name)s") % {"name": names[EntrantNo(no)]}, "", _("Warn"), danger=True)
        case commands.Penalise(no, _stage, points):
            title = _("Deduct points from %(name)s: %(points)s") % {
                "points": writing.points(points),
                "name": names[EntrantNo(no)],
            }
            return Told(title, _("From the current round on."), _("Deduct the points"), danger=True)
        case commands.LiftPenalty():
            return Told(_("Lift the penalty"), "", _("Lift"))
    raise AssertionError("a correction has a page of its own")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest, tournament_id: UUID, stage: str) -> HttpResponse:
    """What a change would do to standings, tables and later stages; sent with a ``choice``, the change is made.

    Where something has changed since the sender looked, what it would do now is shown instead, and what changed.
    """
    asked = arbiters(request, tournament_id)
    try:
        command = command_of(request, asked, stage)
    except Unreadable as unreadable:
        return show(request, asked, unreadable.pasted, status=422)
    since = changed_since(request, asked)
    preview, asked = _previewed(asked, command, stage, signed_in(request))
    confirmed = posted.read(request, reading.Confirmed) if request.method == "POST" else reading.Confirmed()
    choice = confirmed.choice
    waits = not since and choice == corrections.AGAIN and preview.work is not None
    if choice and not since and not waits:
        tables = Tables(stage, choice, confirmed.later, preview.proposal)
        return ask(request, tournament_id, _with(command, tables, confirmed.reason), asked.state.version)
    context = {
        "asked": asked,
        "tournament": asked.state,
        "key": stage,
        "told": told(command, asked.names, [asked.names[no] for no in asked.names if no not in asked.state.entries]),
        "fields": dict(posted.hidden(request, only=FIELDS)),
        "since": since,
        "reason": confirmed.reason,
        "preview": preview.shown,
        "work": preview.work,
        "waits": waits,
        "query": again_address(tournament_id, stage),
    }
    response = private(render(request, "tournaments/change.html", context, status=409 if since else 200))
    if is_htmx(request):
        response["HX-Retarget"], response["HX-Reswap"] = "body", "innerHTML show:window:top"
    return response


def _with(command: TablesCommand, tables: Tables, reason: str) -> TablesCommand:
    assert not isinstance(command, commands.Correct), "a correction has a page of its own"
    return replace(command, tables=tables, reason=reason)


def _previewed(asked: Asked, command: TablesCommand, stage: str, by: UUID) -> tuple[Previewed, Asked]:
    """The preview, with the names of those who would then be in the tournament."""
    change = foresee(asked.state, command, by=by, now=timezone.now())
    asked = replace(asked, names=queries.names(asked.state, change.names))
    return previewed(asked, change.events, stage), asked


@login_required
@require_POST
def again(request: HttpRequest, tournament_id: UUID, stage: str) -> HttpResponse:
    """The fragment ``#again``: the tables from pairing the running round again, or the progress of that.

    It is sent the form of a change, or, with a ``round`` and a ``table`` in its address, of a correction.
    """
    asked = arbiters(request, tournament_id)
    if "table" in request.GET:
        number, table = (reading.number(request.GET.get(name, ""), name) for name in ("round", "table"))
        ref = TableRef(stage, RoundNo(number), table)
        command: TablesCommand = commands.Correct(ref, reading.corrected(request, asked.state, ref))
    else:
        command = command_of(request, asked, stage)
    preview, asked = _previewed(asked, command, stage, signed_in(request))
    query = again_address(tournament_id, stage, request.GET)
    context = {"one": preview.again, "follows": preview.follows_again, "work": preview.work, "query": query}
    return private(render(request, "tournaments/_again.html", context))


def again_address(tournament_id: UUID, stage: str, where: Mapping[str, str] | None = None) -> str:
    """The address of ``again``, for the table in ``where``, if any."""
    address = reverse("tournaments:desk_again", args=[tournament_id, stage])
    return f"{address}?{urlencode(dict(where.items()))}" if where else address


@dataclass(frozen=True, slots=True)
class Seen:
    version: Whole | None = None


def changed_since(request: HttpRequest, asked: Asked) -> list[str]:
    """What others have changed since the sender loaded the form, the earliest change first."""
    version = posted.read(request, Seen).version if request.method == "POST" else None
    if version is None or version >= asked.state.version:
        return []
    batches = queries.changes_since(tournament_id=asked.state.id, version=version)
    return [change_titles.title(batch, asked.names) for batch in batches] or [_("a change")]
