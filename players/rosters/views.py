"""The page of a club's roster. A view parses, calls a query or a service, and renders or goes back to the roster."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from web import limits, posted
from web.decoding import VERBATIM
from web.errors import BadRequest
from web.request import page_number, private, signed_in

from ..circles import queries as circles
from ..clubs import queries as clubs
from ..ratings.pages import choosing
from . import adding, completing, files, lines, queries, services
from . import commands as c
from .book import book_of, marked

MAX_FILE = 4 * lines.MAX_TEXT
MAX_QUERY = 40
COMPLETED = ("q", "other", "names")
"""Fields whose names complete themselves."""
MAX_FLAWS = 200
"""Shown of one list."""


@dataclass(frozen=True, slots=True)
class List:
    """A pasted list; ``yes`` says that ``accounts`` of these names are to be invited, or ``doubles`` are two people."""

    names: Annotated[str, VERBATIM] = ""
    accounts: str = ""
    doubles: str = ""
    decision_id: UUID | None = None


@dataclass(frozen=True, slots=True)
class OfMerger:
    merger: UUID
    answer: str = ""


@dataclass(frozen=True, slots=True)
class OfPerson:
    player: UUID


@dataclass(frozen=True, slots=True)
class Pair:
    keeps: UUID
    goes: UUID


@login_required
@require_safe
def roster(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """``?find=`` is part of a name, ``?on=`` the rating list, ``?page=``."""
    return _roster(request, club_id)


def _roster(
    request: HttpRequest, club_id: UUID, added: adding.Added | None = None, sent: List | None = None, status: int = 200
) -> HttpResponse:
    choices = choosing.ladders()
    choice = choosing.chosen(choices, request.GET.get("on", ""))
    text = " ".join(request.GET.get("find", "").split())[:MAX_QUERY]
    shown = queries.roster(
        club=club_id,
        player=signed_in(request),
        ladder=None if choice is None else choice.ladder,
        text=text,
        page=page_number(request),
    )
    context: dict[str, Any] = {"roster": shown, "club": shown.club, "choices": choices, "choice": choice, "find": text}
    context["shared_with"] = circles.named_with(club_id)
    context |= {"added": added, "sent": sent, "decision": uuid4()}
    if added is not None:
        flaws = added.read.flaws
        context |= {"flaws": flaws[:MAX_FLAWS], "more_flaws": max(0, len(flaws) - MAX_FLAWS)}
    return private(render(request, "players/rosters/roster.html", context, status=status))


@limits.takes(MAX_FILE + 100_000)
@login_required
@require_POST
def add(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """A pasted list or a file: good lines are taken, the others stay in the field with what is wrong with each."""
    sent = posted.read(request, List)
    text = sent.names
    if (file := request.FILES.get("file")) is not None:
        if (file.size or 0) > MAX_FILE:
            raise BadRequest("too_long", most=MAX_FILE)
        text = files.text_of(file.read())
    added = adding.add(
        club_id,
        text,
        by=signed_in(request),
        accounts=sent.accounts == "yes",
        doubles=sent.doubles == "yes",
        decision_id=sent.decision_id,
    )
    for many, said in (
        (added.written, ngettext("%(n)d person added.", "%(n)d people added.", added.written)),
        (added.invited, ngettext("%(n)d account invited.", "%(n)d accounts invited.", added.invited)),
    ):
        if many:
            messages.success(request, said % {"n": many})
    return _roster(request, club_id, added, sent, 422) if added.read.flaws else _to(club_id)


@login_required
@require_safe
def complete(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """The people whose names begin so, as options of a field; for the club's members."""
    limits.SEARCHES.take(str(signed_in(request)))
    typed = next((request.GET[name] for name in COMPLETED if name in request.GET), "")
    text = " ".join(typed.split())[:MAX_QUERY]
    choice = choosing.chosen(choosing.ladders(), request.GET.get("on", ""))
    found = completing.completed(
        club=club_id, player=signed_in(request), text=text, ladder=choice.ladder if choice else None
    )
    return private(render(request, "players/rosters/_options.html", {"found": found}))


# --- what the board does --------------------------------------------------------------------------------------


@login_required
@require_POST
def came(request: HttpRequest, club_id: UUID) -> HttpResponse:
    many = adding.add_who_came(club_id, by=signed_in(request))
    messages.success(request, ngettext("%(n)d person added.", "%(n)d people added.", many) % {"n": many})
    return _to(club_id)


@login_required
@require_POST
def rename(request: HttpRequest, club_id: UUID) -> HttpResponse:
    services.change(club_id, posted.read(request, c.Rename), by=signed_in(request))
    messages.success(request, _("The name is changed."))
    return _to(club_id)


@login_required
@require_POST
def unlist(request: HttpRequest, club_id: UUID) -> HttpResponse:
    services.change(club_id, posted.read(request, c.Unlist), by=signed_in(request))
    messages.success(request, _("They are no longer on the roster."))
    return _to(club_id)


@login_required
@require_safe
def merging(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """What it would do: ``?keeps=`` stays, and ``?other=``, as typed with its number, becomes it."""
    services.check_board(club_id, signed_in(request))
    book = book_of(club_id, hidden=True)
    _name, mark = marked(" ".join(request.GET.get("other", "").split())[:80])
    goes = book.marked(mark) if mark else None
    keeps = next((one for one in book.people if str(one.player) == request.GET.get("keeps", "")), None)
    if goes is None or keeps is None:
        raise BadRequest("no_such_number")
    context = {
        "club": clubs.club(club_id=club_id, player=signed_in(request)),
        "keeps": keeps,
        "goes": goes,
        "ladders": queries.merge_preview(keeps.player, goes.player),
    }
    return private(render(request, "players/rosters/merge.html", context))


@login_required
@require_POST
def merge(request: HttpRequest, club_id: UUID) -> HttpResponse:
    pair = posted.read(request, Pair)
    services.merge(club_id, pair.keeps, pair.goes, by=signed_in(request))
    messages.success(request, _("They are one person now. You can undo this for 30 days."))
    return _to(club_id)


@login_required
@require_POST
def part(request: HttpRequest, club_id: UUID) -> HttpResponse:
    services.part(club_id, posted.read(request, OfMerger).merger, by=signed_in(request))
    messages.success(request, _("They are two people again."))
    return _to(club_id)


# --- claims ---------------------------------------------------------------------------------------------------


@login_required
@require_POST
def claim(request: HttpRequest, club_id: UUID) -> HttpResponse:
    player = posted.read(request, OfPerson).player
    services.claim(club_id, player, by=signed_in(request))
    messages.success(request, _("The club board will answer."))
    return redirect("players:player", player)


@login_required
@require_POST
def take_back(request: HttpRequest, club_id: UUID) -> HttpResponse:
    player = posted.read(request, OfPerson).player
    services.take_back_claim(club_id, player, by=signed_in(request))
    return redirect("players:player", player)


@login_required
@require_POST
def answer(request: HttpRequest, club_id: UUID) -> HttpResponse:
    sent = posted.read(request, OfMerger)
    confirmed = sent.answer == "confirm"
    services.answer(club_id, sent.merger, by=signed_in(request), confirmed=confirmed)
    said = _("The results belong to this player now, who is invited to the club.")
    messages.success(request, said if confirmed else _("The claim is declined."))
    return _to(club_id)


def _to(club_id: UUID) -> HttpResponse:
    return redirect("players:roster", club_id)
