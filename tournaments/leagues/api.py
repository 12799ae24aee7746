"""Leagues through the API: the same commands and queries as the pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any
from uuid import UUID

from django.urls import URLPattern, path
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import running
from tournaments.api_changes import table_of
from web import limits
from web.api.endpoint import CHANGES, READS, Endpoint
from web.decoding import Sent, SentOnce, Unsent, decoded, schema
from web.errors import BadRequest

from . import commands as c
from . import queries, seasons, services
from .services import Changed
from .state import Season

# --- what comes out -----------------------------------------------------------------------------------------


class LeagueChanged(serializers.Serializer[Any]):
    league = serializers.UUIDField()
    version = serializers.IntegerField()
    repeated = serializers.BooleanField()


class LeagueLine(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    title = serializers.CharField()
    game = serializers.CharField()
    seasons = serializers.IntegerField()
    members = serializers.IntegerField()
    running = serializers.UUIDField(allow_null=True, help_text="The tournament of the season that runs.")


class MoveShown(serializers.Serializer[Any]):
    player = serializers.UUIDField()
    origin = serializers.IntegerField(allow_null=True)
    target = serializers.IntegerField(allow_null=True)
    code = serializers.CharField()


class SeasonShown(serializers.Serializer[Any]):
    season = serializers.IntegerField()
    tournament = serializers.UUIDField()
    divisions = serializers.ListField(child=serializers.CharField())
    closed = serializers.BooleanField()
    corrected = serializers.BooleanField()
    at_odds = serializers.BooleanField(help_text="By the results as they are now, others would move.")
    undecided = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="By the upper division (from 0): play-offs that others would have had to play. Correct with winners.",
    )
    standings = serializers.ListField(child=serializers.ListField(child=serializers.UUIDField()))
    moves = MoveShown(many=True)


class LeagueShown(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    version = serializers.IntegerField()
    title = serializers.CharField()
    game = serializers.CharField()
    ruleset = serializers.CharField()
    rules = serializers.DictField()
    my_role = serializers.CharField(allow_null=True)
    names = serializers.DictField(child=serializers.CharField(), help_text="By player.")
    waiting = serializers.ListField(child=serializers.UUIDField())
    seasons = SeasonShown(many=True)


class Opened(serializers.Serializer[Any]):
    opened = serializers.BooleanField()


def _answer(done: Changed, status: int = 200) -> Response:
    return Response(LeagueChanged(done).data, status)


def _season(season: Season) -> dict[str, Any]:
    closing = season.closing
    return {
        "season": season.no,
        "tournament": season.tournament,
        "divisions": [season.name_of(at) for at in range(season.divisions)],
        "closed": season.is_closed,
        "corrected": season.corrected,
        "at_odds": season.is_closed and queries.odds(season) is not None,
        "undecided": [one.upper for one in seasons.undecided(season)],
        "standings": [] if closing is None else closing.standings,
        "moves": [] if closing is None else closing.moves,
    }


# --- endpoints ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Change:
    """``status`` of an answer, where something has been done."""

    address: str
    name: str
    operation: str
    command: type[Any]
    about: str
    status: int = 200


CHANGE_LEAGUE = Change(
    "", "league", "change_league", c.ChangeLeague, "What is agreed from the next season on. Owners only."
)
OF_LEAGUES = (
    Change("join/", "league_join", "join_league", c.Join, "Sign up for the next season."),
    Change(
        "enter/",
        "league_enter",
        "enter_league_members",
        c.Enter,
        "Enter players for the next season, in this order. Officers only.",
    ),
    Change(
        "leave/",
        "league_leave",
        "leave_league",
        c.Leave,
        "Not to play the next season: players themselves, officers anybody.",
    ),
    Change("roles/", "league_roles", "grant_league_role", c.GrantRole, "Name an owner or an arbiter. Owners only."),
    Change(
        "seasons/",
        "league_seasons",
        "open_season",
        c.OpenSeason,
        "Open the next season: a tournament with a stage for each division. Officers only.",
        status=201,
    ),
    Change(
        "begin/",
        "league_begin",
        "begin_season",
        c.BeginSeason,
        "Start its divisions and publish their tables; what has begun stays. Officers only.",
    ),
    Change(
        "close/",
        "league_close",
        "close_season",
        c.CloseSeason,
        "Final standings, and who moves. Doing it twice does nothing. Officers only.",
    ),
    Change(
        "correct/",
        "league_correct",
        "correct_season",
        c.CorrectSeason,
        "Let the moves of a closed season be what its results are now. Owners only.",
    ),
)


def _described(change: Change) -> dict[str, Any]:
    return {
        "operation_id": change.operation,
        "description": change.about,
        "request": {"application/json": schema(change.command, Sent)},
        "responses": {change.status: LeagueChanged},
    }


class LeagueChange(Endpoint):
    """A change of a league."""

    refusals = CHANGES

    def changed(self, change: Change, league_id: UUID) -> Response:
        command, sent = decoded(change.command, Sent, self.request.data)
        done = services.change(
            league_id,
            command,
            by=self.me,
            decision_id=sent.decision_id,
            expected_version=sent.expected_version,
        )
        return _answer(done, change.status)


def _view(change: Change) -> type[LeagueChange]:
    @extend_schema(**_described(change))
    def post(self: LeagueChange, request: Request, league_id: UUID) -> Response:
        return self.changed(change, league_id)

    return type(change.operation, (LeagueChange,), {"post": post, "__doc__": change.about})


def addresses(one: str) -> Sequence[URLPattern]:
    """``one`` is the address of a league."""
    return [path(f"{one}{change.address}", _view(change).as_view(), name=change.name) for change in OF_LEAGUES]


class Leagues(Endpoint):
    refusals = {"GET": ("400", "401"), "POST": (*CHANGES["POST"], "429")}

    @extend_schema(
        operation_id="list_leagues",
        parameters=[OpenApiParameter("club", UUID, description="Of this club alone.")],
        responses=LeagueLine(many=True),
    )
    def get(self, request: Request) -> Response:
        """The leagues that you may see, the latest change first."""
        try:
            club = UUID(request.query_params["club"]) if "club" in request.query_params else None
        except ValueError:
            raise BadRequest("bad_field", field="club") from None
        return Response(LeagueLine(queries.leagues(player=self.player, club=club), many=True).data)

    @extend_schema(
        operation_id="open_league",
        request={"application/json": schema(c.OpenLeague, SentOnce)},
        responses={201: LeagueChanged},
    )
    def post(self, request: Request) -> Response:
        """Open a league; you are its owner."""
        limits.OPENED_TABLES.take(str(self.me))
        command, sent = decoded(c.OpenLeague, SentOnce, request.data)
        return _answer(
            services.open_league(owner=self.me, command=command, decision_id=sent.decision_id),
            201,
        )


class League(LeagueChange):
    refusals = {**READS, **CHANGES}

    @extend_schema(operation_id="get_league", responses=LeagueShown)
    def get(self, request: Request, league_id: UUID) -> Response:
        """Everything but the tables: each season is a tournament of its own."""
        asked = queries.league(league_id=league_id, player=self.player)
        state = asked.state
        assert state.rules is not None
        shown = {
            "id": state.id,
            "version": state.version,
            "title": state.title,
            "game": state.game,
            "ruleset": state.ruleset,
            "rules": asdict(state.rules),
            "my_role": asked.role,
            "names": {str(player): name for player, name in asked.names.items()},
            "waiting": state.waiting,
            "seasons": [_season(season) for season in state.seasons],
        }
        return Response(LeagueShown(shown).data)

    @extend_schema(**_described(CHANGE_LEAGUE))
    def post(self, request: Request, league_id: UUID) -> Response:
        return self.changed(CHANGE_LEAGUE, league_id)


class PlayNow(Endpoint):
    refusals = CHANGES

    @extend_schema(
        operation_id="open_table_with_window", request={"application/json": schema(Unsent, SentOnce)}, responses=Opened
    )
    def post(self, request: Request, tournament_id: UUID, stage: str, round_no: int, table_no: int) -> Response:
        """Open your table that is played here and has a window; whether it was opened now."""
        decoded(Unsent, SentOnce, request.data)
        opened = running.call_table(tournament_id, table_of(stage, round_no, table_no), self.me)
        return Response(Opened({"opened": opened}).data)
