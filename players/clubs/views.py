"""Pages of clubs. A view parses, calls a query or a service, and renders or goes back to the club."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from elekt_core.registry import game_names, get_game
from web import edit_conflicts, languages, limits, posted
from web.errors import BadRequest, Refused
from web.request import asker, page_number, private, signed_in

from .. import taking_part
from ..ratings.pages import choosing
from ..rosters.records import records
from . import commands as c
from . import queries, services
from .commands import Command
from .forms import ClubForm

GOING = ("open", "running")
"""Tournaments that are not over."""


@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    """The list of clubs; ``?q=`` is part of a name or a place, ``?game=`` what they play."""
    me, text = asker(request), " ".join(request.GET.get("q", "").split())[: queries.MAX_QUERY]
    mine = queries.clubs(player=me, mine=True) if me else []
    known = {line.id for line in mine}
    game = request.GET.get("game", "")
    game = game if game in game_names() else ""
    found = queries.clubs(player=me, text=text, game=game)
    others = [line for line in found if text or game or line.id not in known]
    context = {"mine": mine, "others": others, "q": text, "game": game, "games": _games()}
    return private(render(request, "players/clubs/list.html", context))


def _games() -> list[tuple[str, str]]:
    """The games that can be filtered by, with their titles."""
    return [(game, get_game(game).words(languages.current(), ()).title()) for game in game_names()]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    form = posted.form(request, ClubForm)
    if request.method == "POST" and form.is_valid():
        try:
            limits.CLUBS.take(str(signed_in(request)))
            return _to(services.found(form.founding(), by=signed_in(request)).club)
        except Refused as error:
            form.refuse(error)
    return render(request, "players/clubs/new.html", {"form": form}, status=422 if form.errors else 200)


@require_safe
def club(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """A club; ``?on=`` names the ladder of the ratings; ``?find=`` is whom an officer wants to invite; ``?page=`` of
    the members."""
    return _club(request, club_id)


def _club(request: HttpRequest, club_id: UUID, since: Sequence[str] = (), status: int = 200) -> HttpResponse:
    """``since``: what others have changed, for somebody who was refused because of it."""
    choices = choosing.ladders()
    choice = choosing.chosen(choices, request.GET.get("on", ""))
    ladder = None if choice is None else choice.ladder
    shown = queries.club(club_id=club_id, player=asker(request), ladder=ladder, page=page_number(request))
    text = " ".join(request.GET.get("find", "").split())[: queries.MAX_QUERY]
    context: dict[str, Any] = {"club": shown, "choices": choices, "choice": choice, "find": text}
    context["records"] = records(club_id, ladder, asker(request))
    context["held"] = _held(club_id, request)
    if shown.runs and text:
        limits.SEARCHES.take(str(asker(request)))
        context["found"] = queries.candidates(text)
    context |= {"opened": edit_conflicts.opened(shown.version, []), "since": since}
    return private(render(request, "players/clubs/club.html", context, status=status))


def _held(club_id: UUID, request: HttpRequest) -> dict[str, list[taking_part.Part]]:
    """What the club holds, by kind: what is to come and under way first, what is over last."""
    held = taking_part.held_by(club_id, asker(request))
    tournaments = held.pop("tournaments", [])
    coming = [one for one in tournaments if one.status in GOING]
    past = [one for one in tournaments if one.status not in GOING]
    return {kind: some for kind, some in (("coming", coming), *held.items(), ("past", past)) if some}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, club_id: UUID) -> HttpResponse:
    shown = queries.club(club_id=club_id, player=signed_in(request))
    if not shown.owns:
        services.check_owner(club_id, signed_in(request))
    form, status = _filled(shown), 200
    opened = edit_conflicts.opened(shown.version, [form])
    if request.method == "POST":
        form, opened = posted.form(request, ClubForm), edit_conflicts.sent(request)
        if form.is_valid():
            try:
                services.change(club_id, form.change(), by=signed_in(request), **opened.how)
            except Refused as error:
                if error.code == edit_conflicts.STALE:
                    now = queries.club(club_id=club_id, player=signed_in(request))
                    form, opened = edit_conflicts.again(
                        request, opened, now.version, [_filled(now)], ClubForm, lambda one: [one]
                    )
                else:
                    form.refuse(error)
            else:
                messages.success(request, _("The club has been updated."))
                return _to(club_id)
        status = 422
    context = {"form": form, "club": shown, "opened": opened}
    return private(render(request, "players/clubs/settings.html", context, status=status))


def _filled(shown: queries.ClubShown) -> ClubForm:
    fields = ("name", "place", "about", "open_entry", "listed")
    return ClubForm(initial={field: getattr(shown, field) for field in fields})


# --- what somebody does -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Act:
    """What a button asks, and what is said when it is done. ``named``: the person concerned must be sent."""

    command: type[Command]
    said: str
    named: bool = False


ACTS = {
    "join": Act(c.Join, gettext_noop("You are now a member of the club.")),
    "leave": Act(c.Leave, gettext_noop("You have left the club.")),
    "refuse": Act(c.Drop, gettext_noop("Done.")),
    "hide": Act(c.Hide, gettext_noop("Everybody can see that you are a member of the club.")),
    "invite": Act(c.Invite, gettext_noop("The invitation has been sent: they will find it on the clubs page.")),
    "admit": Act(c.Admit, gettext_noop("They are now a member of the club.")),
    "drop": Act(c.Drop, gettext_noop("Done."), named=True),
    "remove": Act(c.Leave, gettext_noop("They are no longer a member of the club."), named=True),
    "grant": Act(c.GrantRole, gettext_noop("Done.")),
    "close": Act(c.Close, gettext_noop("The club is closed.")),
}


@login_required
@require_POST
def act(request: HttpRequest, club_id: UUID, what: str) -> HttpResponse:
    """Carry out a club button, report the outcome, and go back to the club."""
    if what not in ACTS:
        raise BadRequest("bad_field", field="what")
    asked, me, seen = ACTS[what], signed_in(request), edit_conflicts.sent(request)
    command = posted.read(request, asked.command)
    if asked.named and getattr(command, "player", None) is None:
        raise BadRequest("bad_field", field="player")
    try:
        services.change(club_id, command, by=me, **seen.how_for(what))
    except Refused as error:
        if error.code != edit_conflicts.STALE:
            raise
        return _club(request, club_id, queries.roles_since(club_id, seen.version or 0), status=409)
    messages.success(request, _said(asked, command, club_id, me))
    return _to(club_id)


def _said(asked: Act, command: Command, club_id: UUID, me: UUID) -> str:
    match command:
        case c.Join() if queries.head(club_id=club_id, player=me).role is None:
            return _("The club board will answer.")
        case c.Hide(hidden=True):
            return _("Only the club can see that you are a member.")
        case _:
            return _(asked.said)


def _to(club_id: UUID) -> HttpResponse:
    return redirect("players:club", club_id)
