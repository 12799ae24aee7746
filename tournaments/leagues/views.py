"""Pages of leagues. A view parses, calls a query or a service, and renders or goes back to the league."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from elekt_core.registry import get_game
from matches.games import usual_game
from players import queries as players
from players.clubs import queries as clubs
from tournaments import change_titles, commands, running
from tournaments import queries as tournaments
from tournaments import services as tournament_services
from tournaments.desk import entries
from tournaments.desk.reading import Named, Pasted
from tournaments.formats.contract import RoundNo
from tournaments.pages.asking import club_filter
from tournaments.state import Role, TableRef
from web import edit_conflicts, error_words, limits, posted
from web.decoding import Prefixed
from web.errors import BadRequest, NotAllowed, NotFound, StaleVersion
from web.posted import Whole
from web.request import asker, asker_or_address, is_htmx, page_number, private, signed_in, whole

from . import commands as c
from . import live, log, moving, next_steps, queries, services, shapes
from .forms import LeagueForm, PostponeForm
from .office_log import office_log as office_log_of


@require_safe
def leagues(request: HttpRequest) -> HttpResponse:
    """``?club=`` shows only that club's leagues; the reader's own come first."""
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
    game = get_game(request.GET["game"]) if "game" in request.GET else usual_game()
    form = posted.form(request, lambda data: LeagueForm(game, data, clubs=clubs.run_by(me)))
    if request.method == "POST" and form.is_valid():
        try:
            limits.OPENED_TABLES.take(str(me))
            opened = services.open_league(owner=me, command=form.opening(game.name))
        except error_words.REFUSED as error:
            form.refuse(error_words.explain(error))
        else:
            return redirect("tournaments:league", opened.league)
    return render(request, "tournaments/leagues/new.html", {"form": form, "game": game.name}, status=form.status)


@require_safe
def league(request: HttpRequest, league_id: UUID) -> HttpResponse:
    """Scripts get the fragment ``#league`` alone."""
    template = "_league.html" if is_htmx(request) else "league.html"
    return private(render(request, f"tournaments/leagues/{template}", page(request, league_id)))


def page(
    request: HttpRequest, league_id: UUID, pasted: entries.Pasted | None = None, since: Sequence[str] = ()
) -> dict[str, Any]:
    """``since``: what has changed since the reader looked, if their change was refused for that."""
    asked = queries.league(league_id=league_id, player=asker(request))
    state = asked.state
    running = None if state.running is None else queries.season(state.running)
    now = timezone.now()
    season, past = shapes.season(asked, now), shapes.history(asked)
    return {
        "streams": " ".join(live.addresses(state, running)),
        "version": state.version + (0 if running is None else running.version),
        "asked": asked,
        "league": state,
        "season": season,
        "next_steps": next_steps.shown(asked, next_steps.of(asked, season, past, now)),
        "coming": _coming(asked) if state.running is None else [],
        "waiting": [asked.name(player) for player in state.waiting],
        "leaving": [asked.name(player) for player in state.leaving],
        "history": past,
        "champions": shapes.champions(asked),
        "rule": shapes.rule(asked),
        "pasted": pasted,
        "since": since,
        "opened": edit_conflicts.opened(state.version, []),
        "season_version": "" if running is None else running.version,
    }


def _coming(asked: queries.Asked) -> list[tuple[str, list[str]]]:
    """A preview of the next season, as it would begin now."""
    assert asked.state.rules is not None
    divisions = moving.next_divisions(asked.state)
    names = (division.name for division in asked.state.rules.divisions)
    return [(name, [asked.name(player) for player in members]) for name, members in zip(names, divisions, strict=False)]


@require_safe
def change_log(request: HttpRequest, league_id: UUID) -> HttpResponse:
    context = {"log": log.change_log(league_id, page_number(request)), "league_id": league_id}
    return private(render(request, "tournaments/leagues/log.html", context))


@require_safe
def office_log(request: HttpRequest, league_id: UUID, season: int | None = None) -> HttpResponse:
    player, page = asker(request), page_number(request)
    shown = office_log_of(league_id, player, season, page, takes_place=asker_or_address(request))
    return private(render(request, "tournaments/leagues/office_log.html", {"log": shown, "league_id": league_id}))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, league_id: UUID) -> HttpResponse:
    """The rules, the officers and the members. Officers see it; owners change the rules and the roles."""
    me = signed_in(request)
    asked = queries.league(league_id=league_id, player=me)
    if asked.role is None:
        raise NotAllowed("needs_league_role", role=Role.ARBITER.value)
    if request.method == "POST" and asked.role is not Role.OWNER:
        raise NotAllowed("needs_league_role", role=Role.OWNER.value)
    form = _form_of(asked, me)
    opened = edit_conflicts.opened(asked.state.version, _parts(form))
    if request.method == "POST":
        form = posted.form(request, lambda data: _form_of(asked, me, data))
        opened = edit_conflicts.sent(request)
        if form.is_valid():
            try:
                services.change(league_id, form.change(), by=me, **opened.how)
            except StaleVersion:
                asked = queries.league(league_id=league_id, player=me)
                form, opened = edit_conflicts.again(
                    request,
                    opened,
                    asked.state.version,
                    _parts(_form_of(asked, me)),
                    lambda data: _form_of(asked, me, data),
                    _parts,
                )
            except error_words.REFUSED as error:
                form.refuse(error_words.explain(error))
            else:
                messages.success(request, _("The settings are saved. A season that is running keeps its rules."))
                return redirect("tournaments:league_settings", league_id)
    return _settings(request, asked, form, opened, form.status)


def _settings(
    request: HttpRequest,
    asked: queries.Asked,
    form: LeagueForm,
    opened: edit_conflicts.Opened,
    status: int,
    since: Sequence[str] = (),
) -> HttpResponse:
    """``since``: what others have changed, if naming an officer was refused for that; the name stays filled in."""
    named = posted.read(request, Named) if since else Named()
    context = {
        "asked": asked,
        "league": asked.state,
        "form": form,
        "opened": opened,
        "officers": shapes.officers(asked),
        "members": shapes.members(asked),
        "since": since,
        "named": named.name,
        "named_role": named.role,
    }
    return private(render(request, "tournaments/leagues/settings.html", context, status=status))


def _form_of(asked: queries.Asked, me: UUID, data: QueryDict | None = None) -> LeagueForm:
    offered = clubs.offered_to(me, asked.state.club)
    return LeagueForm(get_game(asked.state.game), data, asked.state, offered)


def _parts(form: LeagueForm) -> list[BaseForm]:
    return [form, form.divisions.management_form, *form.divisions.forms]


# --- what is done -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Button:
    """What a league's button sends: a ``season`` and the ``season_version`` of its tournament that was seen, a
    ``player``, and who ``won`` play-offs, by the upper division. ``back``: the page it was sent from."""

    season: Whole | None = None
    season_version: Whole | None = None
    player: UUID | None = None
    won: Annotated[dict[str, list[UUID]], Prefixed("won-")] = field(default_factory=dict)
    reason: str = ""
    back: str = ""

    def winners(self) -> dict[int, tuple[UUID, ...]]:
        """Raises BadRequest."""
        return {_division(upper): tuple(won) for upper, won in self.won.items()}


@login_required
@require_POST
def act(request: HttpRequest, league_id: UUID, what: str) -> HttpResponse:
    """``what``: one of ``ACTS``."""
    if what not in ACTS:
        raise NotFound("unknown_address", path=request.path)
    try:
        ACTS[what](request, league_id, signed_in(request))
    except StaleVersion:
        context = page(request, league_id, since=_since(request, league_id))
        return private(render(request, "tournaments/leagues/league.html", context, status=409))
    back = "league_settings" if posted.read(request, Button).back == "settings" else "league"
    return redirect(f"tournaments:{back}", league_id)


def _since(request: HttpRequest, league_id: UUID) -> list[str]:
    """What has happened in the league and its running season since the sender loaded the form."""
    asked = queries.league(league_id=league_id, player=signed_in(request))
    seen, season = edit_conflicts.sent(request).version, asked.state.last
    told = [] if seen is None else log.since(league_id, seen)
    if season is not None and (seen := _season_seen(request)) is not None:
        names = tournaments.names(queries.season(season))
        batches = tournaments.changes_since(tournament_id=season.tournament, version=seen)
        told += [change_titles.title(batch, names) for batch in batches]
    return told or [_("a change")]


def _seen(request: HttpRequest) -> dict[str, Any]:
    """Arguments for the service: the version that the sender saw, and the id of their action."""
    return edit_conflicts.sent(request).how_for(request.path, posted.read(request, Button).season)


def _season_seen(request: HttpRequest) -> int | None:
    """The version of the season's tournament that the sender saw."""
    return posted.read(request, Button).season_version


def _close(request: HttpRequest, league_id: UUID, me: UUID) -> None:
    services.change(
        league_id, c.CloseSeason(posted.read(request, Button).winners(), _season_seen(request)), by=me, **_seen(request)
    )


def _correct(request: HttpRequest, league_id: UUID, me: UUID) -> None:
    sent = posted.read(request, Button)
    if sent.season is None:
        raise BadRequest("bad_field", field="season")
    command = c.CorrectSeason(season=sent.season, playoffs=sent.winners(), reason=sent.reason)
    services.change(league_id, command, by=me, **_seen(request))


def _leave(request: HttpRequest, league_id: UUID, me: UUID) -> None:
    """Players themselves; officers anybody."""
    services.change(league_id, c.Leave(player=posted.read(request, Button).player or me), by=me)


def _stay(request: HttpRequest, league_id: UUID, me: UUID) -> None:
    """Officers: a member who was leaving plays the next season after all."""
    player = posted.read(request, Button).player
    if player is None:
        raise BadRequest("bad_field", field="player")
    services.change(league_id, c.Enter((player,)), by=me)


def _open(request: HttpRequest, league_id: UUID, me: UUID) -> None:
    services.change(league_id, c.OpenSeason(), by=me, **_seen(request))


def _begin(request: HttpRequest, league_id: UUID, me: UUID) -> None:
    services.change(league_id, c.BeginSeason(_season_seen(request)), by=me, **_seen(request))


def _join(request: HttpRequest, league_id: UUID, me: UUID) -> None:
    services.change(league_id, c.Join(), by=me)


ACTS: dict[str, Callable[[HttpRequest, UUID, UUID], None]] = {
    "join": _join,
    "leave": _leave,
    "stay": _stay,
    "open": _open,
    "begin": _begin,
    "close": _close,
    "correct": _correct,
}


@login_required
@require_POST
def enter(request: HttpRequest, league_id: UUID) -> HttpResponse:
    """A pasted list: valid lines are entered, the others stay in the field, each with its error."""
    asked = queries.league(league_id=league_id, player=signed_in(request))
    sent = posted.read(request, Pasted)
    if len(sent.names) > entries.MAX_LIST:
        raise BadRequest("too_long", most=entries.MAX_LIST)
    here = {*asked.state.waiting, *asked.state.members() - asked.state.leaving}
    online = asked.state.rules is not None and asked.state.rules.online
    pasted = entries.read(
        sent.names,
        accounts=True,
        only_accounts=online,
        here=list(players.plain_names(here).values()),
        entered=here,
        also_doubles=sent.doubles == "yes",
    )
    lines = [(line.name, line.newcomer.player) for line in pasted.lines]
    services.change(league_id, c.Enter((), people=tuple(lines)), by=signed_in(request))
    if not pasted.flaws:
        return redirect("tournaments:league", league_id)
    context = page(request, league_id, pasted)
    return private(render(request, "tournaments/leagues/league.html", context, status=422))


@login_required
@require_POST
def grant(request: HttpRequest, league_id: UUID) -> HttpResponse:
    """Gives ``role`` to the player with the account ``name``; a ``player`` (an id) without a role loses theirs."""
    named = posted.read(request, Named)
    if named.role not in ("", Role.OWNER, Role.ARBITER):
        raise BadRequest("bad_field", field="role")
    player, role = named.whom()
    me, opened = signed_in(request), edit_conflicts.sent(request)
    try:
        services.change(league_id, c.GrantRole(player=player, role=role), by=me, **opened.how_for(player, named.role))
    except StaleVersion:
        asked = queries.league(league_id=league_id, player=me)
        form = _form_of(asked, me)
        fresh = edit_conflicts.opened(asked.state.version, _parts(form))
        return _settings(request, asked, form, fresh, 409, log.since(league_id, opened.version or 0))
    return redirect("tournaments:league_settings", league_id)


@login_required
@require_POST
def postpone(request: HttpRequest, tournament_id: UUID, stage: str, round_no: int, table_no: int) -> HttpResponse:
    """A new deadline for a table: set by an arbiter, or proposed by one of its players."""
    form = posted.form(request, PostponeForm)
    if not form.is_valid():
        raise BadRequest("bad_field", field=next(iter(form.errors)))
    tournament_services.change(
        tournament_id,
        commands.Postpone(
            TableRef(stage, RoundNo(round_no), table_no), form.moment, reason=form.cleaned_data["reason"]
        ),
        by=signed_in(request),
    )
    return _back(tournament_id)


@login_required
@require_POST
def play(request: HttpRequest, tournament_id: UUID, stage: str, round_no: int, table_no: int) -> HttpResponse:
    """A player opens their table that is played here, and is sent to it."""
    me, ref = signed_in(request), TableRef(stage, RoundNo(round_no), table_no)
    running.call_table(tournament_id, ref, me)
    opened = running.opened_for(tournament_id, ref)
    return _back(tournament_id) if opened is None else redirect("matches:table", opened)


def _back(tournament_id: UUID) -> HttpResponse:
    """Redirects to the league, or to the tournament if it belongs to none."""
    league_id = tournaments.tournament(tournament_id=tournament_id, player=None).state.league
    if league_id is None:
        return redirect("tournaments:tournament", tournament_id)
    return redirect("tournaments:league", league_id)


def _division(text: str) -> int:
    try:
        return whole(text)
    except ValueError:
        raise BadRequest("bad_field", field="won") from None
