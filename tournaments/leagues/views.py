"""Pages of leagues. A view parses, calls a query or a service, and renders or goes back to the league."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.conf import settings as configured
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from elekt_core.registry import get_game
from matches import explain
from matches.asking import asker, is_htmx, page_number, private, signed_in
from matches.errors import BadRequest, NotAllowed, NotFound
from matches.reading import whole
from players import limits
from players.clubs import queries as clubs
from tournaments import queries as tournaments
from tournaments import running
from tournaments import services as tournament_services
from tournaments.desk import entries, reading
from tournaments.formats.contract import RoundNo
from tournaments.pages.asking import club_filter
from tournaments.state import Role, TableRef

from . import live, log, moving, queries, services, shapes
from .forms import LeagueForm, PostponeForm


@require_safe
def leagues(request: HttpRequest) -> HttpResponse:
    """``?club=`` leaves out the others' leagues; the reader's own come first."""
    me = asker(request)
    offered, club = club_filter(request, me)
    mine = queries.leagues(player=me, mine=True, club=club) if me else []
    known = {line.id for line in mine}
    others = [line for line in queries.leagues(player=me, club=club) if line.id not in known]
    context = {"mine": mine, "others": others, "clubs": offered, "club": club}
    return private(render(request, "tournaments/leagues/list.html", context))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    me = signed_in(request)
    game = get_game(request.GET.get("game", configured.DEFAULT_GAME))
    form = LeagueForm(game, request.POST or None, clubs=clubs.run_by(me))
    if request.method == "POST" and form.is_valid():
        try:
            limits.OPENED_TABLES.take(str(me))
            ruleset = form.cleaned_data["ruleset"]
            opened = services.open_league(owner=me, game=game.name, ruleset=ruleset, **form.agreed())
        except explain.REFUSED as error:
            form.refuse(explain.explain(error))
        else:
            return redirect("tournaments:league", opened.league)
    return render(request, "tournaments/leagues/new.html", {"form": form, "game": game.name}, status=form.status)


@require_safe
def league(request: HttpRequest, league_id: UUID) -> HttpResponse:
    """For scripts the fragment ``#league`` alone."""
    template = "_league.html" if is_htmx(request) else "league.html"
    return private(render(request, f"tournaments/leagues/{template}", page(request, league_id)))


def page(request: HttpRequest, league_id: UUID, pasted: entries.Pasted | None = None) -> dict[str, Any]:
    asked = queries.league(league_id=league_id, player=asker(request))
    state = asked.state
    running = None if state.running is None else queries.season(state.running)
    return {
        "streams": " ".join(live.addresses(state, running)),
        "version": state.version + (0 if running is None else running.version),
        "asked": asked,
        "league": state,
        "season": shapes.season(asked, timezone.now()),
        "coming": _coming(asked) if state.running is None else [],
        "waiting": [asked.name(player) for player in state.waiting],
        "leaving": [asked.name(player) for player in state.leaving],
        "history": shapes.history(asked),
        "champions": shapes.champions(asked),
        "rule": shapes.rule(asked),
        "pasted": pasted,
    }


def _coming(asked: queries.Asked) -> list[tuple[str, list[str]]]:
    """The next season as it would be now."""
    assert asked.state.rules is not None
    divisions = moving.next_divisions(asked.state)
    names = (division.name for division in asked.state.rules.divisions)
    return [(name, [asked.name(player) for player in members]) for name, members in zip(names, divisions, strict=False)]


@require_safe
def change_log(request: HttpRequest, league_id: UUID) -> HttpResponse:
    context = {"log": log.change_log(league_id, page_number(request)), "league_id": league_id}
    return private(render(request, "tournaments/leagues/log.html", context))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, league_id: UUID) -> HttpResponse:
    """What is agreed, who runs the league, and who is in it. Officers see it; owners change the rules and the roles."""
    me = signed_in(request)
    asked = queries.league(league_id=league_id, player=me)
    if asked.role is None:
        raise NotAllowed("needs_league_role", role=Role.ARBITER.value)
    if request.method == "POST" and asked.role is not Role.OWNER:
        raise NotAllowed("needs_league_role", role=Role.OWNER.value)
    offered = clubs.offered_to(me, asked.state.club)
    form = LeagueForm(get_game(asked.state.game), request.POST or None, asked.state, offered)
    if request.method == "POST" and form.is_valid():
        try:
            services.change_league(league_id=league_id, by=me, **form.agreed())
        except explain.REFUSED as error:
            form.refuse(explain.explain(error))
        else:
            messages.success(request, _("The settings are changed. A season that runs keeps its rules."))
            return redirect("tournaments:league_settings", league_id)
    context = {
        "asked": asked,
        "league": asked.state,
        "form": form,
        "officers": shapes.officers(asked),
        "members": shapes.members(asked),
    }
    return private(render(request, "tournaments/leagues/settings.html", context, status=form.status))


# --- what is done -------------------------------------------------------------------------------------------


@login_required
@require_POST
def act(request: HttpRequest, league_id: UUID, what: str) -> HttpResponse:
    """``what``: one of ``ACTS``."""
    if what not in ACTS:
        raise NotFound("unknown_address", path=request.path)
    ACTS[what](request, league_id, signed_in(request))
    back = "league_settings" if request.POST.get("back") == "settings" else "league"
    return redirect(f"tournaments:{back}", league_id)


def _close(request: HttpRequest, league_id: UUID, me: UUID) -> None:
    services.close_season(league_id=league_id, by=me, playoffs=_won(request))


def _won(request: HttpRequest) -> dict[int, tuple[UUID, ...]]:
    """Who won play-offs, by the upper division."""
    return {
        _number(key.removeprefix("won-")): tuple(_id(text) for text in request.POST.getlist(key))
        for key in request.POST
        if key.startswith("won-")
    }


def _correct(request: HttpRequest, league_id: UUID, me: UUID) -> None:
    number, reason = _number(request.POST.get("season", "")), request.POST.get("reason", "")
    services.correct_season(league_id=league_id, by=me, season_no=number, playoffs=_won(request), reason=reason)


def _leave(request: HttpRequest, league_id: UUID, me: UUID) -> None:
    """Oneself; officers anybody."""
    player = _id(request.POST["player"]) if "player" in request.POST else me
    services.leave(league_id=league_id, by=me, player=player)


def _stay(request: HttpRequest, league_id: UUID, me: UUID) -> None:
    """Officers: who was to go plays the next season after all."""
    services.enter(league_id=league_id, by=me, newcomers=[_id(request.POST.get("player", ""))])


ACTS: dict[str, Callable[[HttpRequest, UUID, UUID], object]] = {
    "join": lambda request, league_id, me: services.join(league_id=league_id, player=me),
    "leave": _leave,
    "stay": _stay,
    "open": lambda request, league_id, me: services.open_season(league_id=league_id, by=me),
    "begin": lambda request, league_id, me: services.begin_season(league_id=league_id, by=me),
    "close": _close,
    "correct": _correct,
}


@login_required
@require_POST
def enter(request: HttpRequest, league_id: UUID) -> HttpResponse:
    """A pasted list: the lines that can be entered are, the others stay in the field with what is wrong with each."""
    asked = queries.league(league_id=league_id, player=signed_in(request))
    text = request.POST.get("names", "")
    if len(text) > entries.LONGEST_LIST:
        raise BadRequest("too_long", most=entries.LONGEST_LIST)
    here = {*asked.state.waiting, *asked.state.members() - asked.state.leaving}
    online = asked.state.rules is not None and asked.state.rules.online
    names = [asked.name(player) for player in here]
    pasted = entries.read(text, accounts=True, only_accounts=online, here=names, entered=here)
    lines = [(line.name, line.newcomer.player) for line in pasted.lines]
    services.enter_names(league_id=league_id, by=signed_in(request), newcomers=lines)
    if not pasted.flaws:
        return redirect("tournaments:league", league_id)
    context = page(request, league_id, pasted)
    return private(render(request, "tournaments/leagues/league.html", context, status=422))


@login_required
@require_POST
def grant(request: HttpRequest, league_id: UUID) -> HttpResponse:
    """``name`` of a player with an account becomes ``role``; ``player`` (an id) with no role loses theirs."""
    text = request.POST.get("role", "")
    if text not in ("", Role.OWNER, Role.ARBITER):
        raise BadRequest("bad_field", field="role")
    player = reading.account(request.POST) if text else reading.player(request.POST)
    services.grant_role(league_id=league_id, by=signed_in(request), player=player, role=Role(text) if text else None)
    return redirect("tournaments:league_settings", league_id)


@login_required
@require_POST
def postpone(request: HttpRequest, tournament_id: UUID, stage: str, round_no: int, table_no: int) -> HttpResponse:
    """A new last moment for a table, by an arbiter or as one of its players would have it."""
    form = PostponeForm(request.POST)
    if not form.is_valid():
        raise BadRequest("bad_field", field=next(iter(form.errors)))
    tournament_services.postpone(
        tournament_id=tournament_id,
        by=signed_in(request),
        ref=TableRef(stage, RoundNo(round_no), table_no),
        until=form.moment,
        reason=form.cleaned_data["reason"],
    )
    return _back(tournament_id)


@login_required
@require_POST
def play(request: HttpRequest, tournament_id: UUID, stage: str, round_no: int, table_no: int) -> HttpResponse:
    """One of its players opens a table that is played here, and is led to it."""
    me, ref = signed_in(request), TableRef(stage, RoundNo(round_no), table_no)
    running.call_table(tournament_id, ref, me)
    opened = running.opened_for(tournament_id, ref)
    return _back(tournament_id) if opened is None else redirect("matches:table", opened)


def _back(tournament_id: UUID) -> HttpResponse:
    """To the league, or to a tournament that belongs to none."""
    league_id = tournaments.tournament(tournament_id=tournament_id, player=None).state.league
    if league_id is None:
        return redirect("tournaments:tournament", tournament_id)
    return redirect("tournaments:league", league_id)


def _number(text: str) -> int:
    try:
        return whole(text)
    except ValueError:
        raise BadRequest("bad_field", field="season") from None


def _id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise BadRequest("bad_field", field="won") from None
