"""Pages of leagues. A view parses, calls a query or a service, and renders or goes back to the league."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from elekt_core.registry import get_game
from matches import explain
from matches.asking import asker, private, signed_in
from matches.errors import BadRequest, NotFound
from matches.reading import whole
from players import limits
from tournaments import queries as tournaments
from tournaments import running
from tournaments import services as tournament_services
from tournaments.decisions.results import TableRef
from tournaments.desk import entries
from tournaments.formats.contract import RoundNo

from . import moving, queries, services, shapes
from .forms import LeagueForm, PostponeForm

DEFAULT_GAME = "elekt"


@require_GET
def leagues(request: HttpRequest) -> HttpResponse:
    me = asker(request)
    mine = queries.leagues(player=me, mine=True) if me else []
    known = {line.id for line in mine}
    others = [line for line in queries.leagues(player=me) if line.id not in known]
    return private(render(request, "tournaments/leagues/list.html", {"mine": mine, "others": others}))


@login_required
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    me = signed_in(request)
    game = get_game(request.GET.get("game", DEFAULT_GAME))
    form = LeagueForm(game, request.POST or None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            limits.OPENED_TABLES.take(str(me))
            opened = services.open_league(
                owner=me,
                title=data["title"],
                game=game.name,
                ruleset=data["ruleset"],
                rules=form.rules(),
                listed=data["listed"],
                open_entry=data["open_entry"],
            )
        except explain.REFUSED as error:
            form.refuse(explain.explain(error))
        else:
            return redirect("tournaments:league", opened.league)
    return render(request, "tournaments/leagues/new.html", {"form": form}, status=422 if form.errors else 200)


@require_GET
def league(request: HttpRequest, league_id: UUID) -> HttpResponse:
    return private(render(request, "tournaments/leagues/league.html", page(request, league_id)))


def page(request: HttpRequest, league_id: UUID, pasted: entries.Pasted | None = None) -> dict[str, Any]:
    asked = queries.league(league_id=league_id, player=asker(request))
    state = asked.state
    return {
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


# --- what is done -------------------------------------------------------------------------------------------


@login_required
@require_POST
def act(request: HttpRequest, league_id: UUID, what: str) -> HttpResponse:
    """``what``: one of ``ACTS``."""
    if what not in ACTS:
        raise NotFound("unknown_address", path=request.path)
    ACTS[what](request, league_id, signed_in(request))
    return redirect("tournaments:league", league_id)


def _close(request: HttpRequest, league_id: UUID, me: UUID) -> None:
    won: dict[int, tuple[UUID, ...]] = {}
    for key in request.POST:
        if key.startswith("won-"):
            won[_number(key.removeprefix("won-"))] = tuple(_id(text) for text in request.POST.getlist(key))
    services.close_season(league_id=league_id, by=me, playoffs=won)


def _correct(request: HttpRequest, league_id: UUID, me: UUID) -> None:
    number, reason = _number(request.POST.get("season", "")), request.POST.get("reason", "")
    services.correct_season(league_id=league_id, by=me, season_no=number, reason=reason)


ACTS: dict[str, Callable[[HttpRequest, UUID, UUID], object]] = {
    "join": lambda request, league_id, me: services.join(league_id=league_id, player=me),
    "leave": lambda request, league_id, me: services.leave(league_id=league_id, by=me, player=me),
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
    """One of its players opens a table that is played here."""
    me, ref = signed_in(request), TableRef(stage, RoundNo(round_no), table_no)
    running.call_table(tournament_id, ref, me)
    return _back(tournament_id)


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
