"""Pages of clubs. A view parses, calls a query or a service, and renders or goes back to the club."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from web import edit_conflicts, limits
from web.errors import BadRequest, Refused

from .. import taking_part
from ..ratings.pages import choosing
from . import queries, services
from .forms import ClubForm
from .state import Role

LONGEST_QUERY = 80


def _me(request: HttpRequest) -> UUID | None:
    return request.user.pk if request.user.is_authenticated else None


def _signed_in(request: HttpRequest) -> UUID:
    """Only behind ``login_required``."""
    return cast(UUID, request.user.pk)


def _private(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "private, no-store"
    return response


@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    """``?q=`` is part of a name or a place."""
    me, text = _me(request), " ".join(request.GET.get("q", "").split())[:LONGEST_QUERY]
    mine = queries.clubs(player=me, mine=True) if me else []
    known = {line.id for line in mine}
    others = [line for line in queries.clubs(player=me, text=text) if text or line.id not in known]
    return _private(render(request, "players/clubs/list.html", {"mine": mine, "others": others, "q": text}))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    form = ClubForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            limits.CLUBS.take(str(_signed_in(request)))
            return _to(services.found(owner=_signed_in(request), **form.cleaned_data).club)
        except Refused as error:
            form.refuse(error)
    return render(request, "players/clubs/new.html", {"form": form}, status=422 if form.errors else 200)


@require_safe
def club(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """``?on=`` names the ladder of the ratings; ``?find=`` whom an officer wants to invite."""
    return _club(request, club_id)


def _club(request: HttpRequest, club_id: UUID, since: Sequence[str] = (), status: int = 200) -> HttpResponse:
    """``since``: what others have changed, for somebody who was refused for it."""
    choices = choosing.ladders()
    choice = choosing.chosen(choices, request.GET.get("on", ""))
    shown = queries.club(club_id=club_id, player=_me(request), ladder=None if choice is None else choice.ladder)
    text = " ".join(request.GET.get("find", "").split())[:LONGEST_QUERY]
    context: dict[str, Any] = {"club": shown, "choices": choices, "choice": choice, "find": text}
    context["held"] = taking_part.held_by(club_id, _me(request))
    if shown.runs and text:
        limits.SEARCHES.take(str(_me(request)))
        context["found"] = queries.candidates(text)
    context |= {"opened": edit_conflicts.opened(shown.version, []), "since": since}
    return _private(render(request, "players/clubs/club.html", context, status=status))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, club_id: UUID) -> HttpResponse:
    shown = queries.club(club_id=club_id, player=_signed_in(request))
    if not shown.owns:
        services.check_owner(club_id=club_id, by=_signed_in(request))
    form, status = _filled(shown), 200
    opened = edit_conflicts.opened(shown.version, [form])
    if request.method == "POST":
        form, opened = ClubForm(request.POST), edit_conflicts.sent(request.POST)
        if form.is_valid():
            try:
                services.change(club_id=club_id, by=_signed_in(request), **form.cleaned_data, **opened.how)
            except Refused as error:
                if error.code == edit_conflicts.STALE:
                    now = queries.club(club_id=club_id, player=_signed_in(request))
                    form, opened = edit_conflicts.again(
                        request.POST, opened, now.version, [_filled(now)], ClubForm, lambda one: [one]
                    )
                else:
                    form.refuse(error)
            else:
                messages.success(request, _("The club has been updated."))
                return _to(club_id)
        status = 422
    context = {"form": form, "club": shown, "opened": opened}
    return _private(render(request, "players/clubs/settings.html", context, status=status))


def _filled(shown: queries.ClubShown) -> ClubForm:
    fields = ("name", "place", "about", "open_entry", "listed")
    return ClubForm(initial={field: getattr(shown, field) for field in fields})


# --- what somebody does -----------------------------------------------------------------------------------


def _join(request: HttpRequest, club_id: UUID, me: UUID) -> str:
    services.join(club_id=club_id, player=me)
    joined = queries.club(club_id=club_id, player=me).role is not None
    return _("You are now a member of the club.") if joined else _("The club board will answer.")


def _leave(request: HttpRequest, club_id: UUID, me: UUID) -> str:
    services.leave(club_id=club_id, by=me, player=me)
    return _("You have left the club.")


def _refuse(request: HttpRequest, club_id: UUID, me: UUID) -> str:
    services.drop(club_id=club_id, by=me, player=me)
    return _("Done.")


def _hide(request: HttpRequest, club_id: UUID, me: UUID) -> str:
    hidden = request.POST.get("hidden") == "yes"
    services.hide(club_id=club_id, player=me, hidden=hidden)
    return (
        _("Only the club can see that you are a member.")
        if hidden
        else _("Everybody can see that you are a member of the club.")
    )


def _invite(request: HttpRequest, club_id: UUID, me: UUID) -> str:
    services.invite(club_id=club_id, by=me, player=_player(request))
    return _("The invitation has been sent: they will find it on the clubs page.")


def _admit(request: HttpRequest, club_id: UUID, me: UUID) -> str:
    services.admit(club_id=club_id, by=me, player=_player(request))
    return _("They are now a member of the club.")


def _drop(request: HttpRequest, club_id: UUID, me: UUID) -> str:
    services.drop(club_id=club_id, by=me, player=_player(request))
    return _("Done.")


def _remove(request: HttpRequest, club_id: UUID, me: UUID) -> str:
    services.leave(club_id=club_id, by=me, player=_player(request))
    return _("They are no longer a member of the club.")


def _grant(request: HttpRequest, club_id: UUID, me: UUID) -> str:
    try:
        role = Role(request.POST.get("role", ""))
    except ValueError:
        raise BadRequest("bad_field", field="role") from None
    player = _player(request)
    how = edit_conflicts.sent(request.POST).how_for(player, role.value)
    services.grant(club_id=club_id, by=me, player=player, role=role, **how)
    return _("Done.")


def _close(request: HttpRequest, club_id: UUID, me: UUID) -> str:
    services.close(club_id=club_id, by=me)
    return _("The club is closed.")


ACTS: dict[str, Callable[[HttpRequest, UUID, UUID], str]] = {
    "join": _join,
    "leave": _leave,
    "refuse": _refuse,
    "hide": _hide,
    "invite": _invite,
    "admit": _admit,
    "drop": _drop,
    "remove": _remove,
    "grant": _grant,
    "close": _close,
}


@login_required
@require_POST
def act(request: HttpRequest, club_id: UUID, what: str) -> HttpResponse:
    """What somebody does in a club; says what came of it, and goes back there."""
    if what not in ACTS:
        raise BadRequest("bad_field", field="what")
    try:
        done = ACTS[what](request, club_id, _signed_in(request))
    except Refused as error:
        if error.code != edit_conflicts.STALE:
            raise
        seen = edit_conflicts.sent(request.POST).version
        return _club(request, club_id, queries.roles_since(club_id, seen or 0), status=409)
    messages.success(request, done)
    return _to(club_id)


def _player(request: HttpRequest) -> UUID:
    try:
        return UUID(request.POST.get("player", ""))
    except ValueError:
        raise BadRequest("bad_field", field="player") from None


def _to(club_id: UUID) -> HttpResponse:
    return redirect("players:club", club_id)
