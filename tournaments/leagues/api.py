"""Leagues through the API: the same services and queries as the pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import running
from tournaments.api_changes import table_of
from tournaments.commands.fields import MAX_REMARK
from tournaments.decisions.windows import DEFAULTS
from tournaments.opening import MAX_TITLE
from tournaments.state import Role
from web import limits
from web.api.endpoint import CHANGES, READS, Endpoint
from web.api.fields import MAX_EVENTS, Change, Moment, Strict, WholeNumber
from web.errors import BadRequest

from . import queries, services
from .rules import LONGEST_NAME, LONGEST_WINDOW, MOST_DIVISIONS, MOST_MEMBERS, Division, Rules
from .services import Changed
from .state import Season

MOST_NEWCOMERS = 500

# --- what goes in -------------------------------------------------------------------------------------------


class DivisionFields(Strict):
    name = serializers.CharField(max_length=LONGEST_NAME)
    size = WholeNumber(min_value=2, max_value=MOST_MEMBERS)
    plan = serializers.DictField(help_text="format, seats, least, rounds, scoring, tie_breaks, settings.")
    best = WholeNumber(min_value=0, max_value=MOST_MEMBERS, required=False, help_text="So many play its final.")
    final = serializers.DictField(required=False, help_text="The final's plan, where ``best`` play one.")
    window_minutes = WholeNumber(
        min_value=0,
        max_value=LONGEST_WINDOW,
        required=False,
        allow_null=True,
        help_text="Its own window for each round; left out or null: the league's.",
    )


class RulesFields(Strict):
    divisions = DivisionFields(many=True, help_text=f"From the top, at most {MOST_DIVISIONS}.")
    up = WholeNumber(min_value=0, max_value=MOST_MEMBERS, required=False)
    down = WholeNumber(min_value=0, max_value=MOST_MEMBERS, required=False)
    playoff = WholeNumber(min_value=0, max_value=MOST_MEMBERS, required=False)
    online = serializers.BooleanField(required=False)
    window_minutes = WholeNumber(min_value=0, max_value=LONGEST_WINDOW, required=False)
    window_default = serializers.ChoiceField(DEFAULTS, required=False)
    border = serializers.DictField(
        required=False, help_text="The plan of the play-offs at borders; left out or empty: as suits each."
    )


class OnlyOnce(Strict):
    decision_id = serializers.UUIDField(required=False, help_text="Sent twice with the same id, it counts once.")


class OpenLeague(OnlyOnce):
    title = serializers.CharField(max_length=MAX_TITLE)
    game = serializers.CharField(max_length=40)
    ruleset = serializers.CharField(max_length=60, required=False)
    rules = RulesFields()
    listed = serializers.BooleanField(required=False)
    open_entry = serializers.BooleanField(required=False)
    club = serializers.UUIDField(required=False, allow_null=True, help_text="Whose league it is: a club that you run.")


class ChangeLeague(Change):
    title = serializers.CharField(max_length=MAX_TITLE)
    rules = RulesFields()
    listed = serializers.BooleanField()
    open_entry = serializers.BooleanField()
    club = serializers.UUIDField(required=False, allow_null=True, help_text="Left out, it stays whose it is.")


class Newcomers(Change):
    players = serializers.ListField(child=serializers.UUIDField(), max_length=MOST_NEWCOMERS)


class Leaving(Change):
    player = serializers.UUIDField(required=False, help_text="You, if it is left out.")


class RoleFields(Change):
    player = serializers.UUIDField()
    role = serializers.ChoiceField([Role.OWNER.value, Role.ARBITER.value], allow_null=True)


class OpenSeason(Change):
    starts = Moment(required=False)


class BeginSeason(Change):
    season_version = WholeNumber(
        min_value=0,
        max_value=MAX_EVENTS,
        required=False,
        help_text="The version of the season's tournament that you have seen; refused if it has changed.",
    )


class Playoffs(Change):
    playoffs = serializers.DictField(
        child=serializers.ListField(child=serializers.UUIDField(), max_length=MOST_MEMBERS),
        required=False,
        help_text="By the upper division (from 0): who won a place in it, where the season does not say it.",
    )


class CloseSeason(Playoffs, BeginSeason):
    """Both versions may be given."""


class CorrectSeason(Playoffs):
    season = WholeNumber(min_value=1, max_value=MAX_EVENTS)
    reason = serializers.CharField(max_length=MAX_REMARK, required=False, allow_blank=True)


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


def _rules(given: Mapping[str, Any]) -> Rules:
    divisions = tuple(Division(**one) for one in given["divisions"])
    return Rules(divisions, **{name: value for name, value in given.items() if name != "divisions"})


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
        "undecided": [one.upper for one in services.undecided(season)],
        "standings": [] if closing is None else closing.standings,
        "moves": [] if closing is None else closing.moves,
    }


# --- endpoints ----------------------------------------------------------------------------------------------


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

    @extend_schema(operation_id="open_league", request=OpenLeague, responses={201: LeagueChanged})
    def post(self, request: Request) -> Response:
        """Open a league; you are its owner."""
        limits.OPENED_TABLES.take(str(self.me))
        asked = self.asked(OpenLeague)
        asked["rules"] = _rules(asked["rules"])
        asked |= _club(asked)
        return _answer(services.open_league(owner=self.me, **asked), 201)


def _club(asked: dict[str, Any]) -> dict[str, str]:
    """As text, where something is said of it."""
    return {"club": str(asked["club"] or "")} if "club" in asked else {}


class League(Endpoint):
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

    @extend_schema(operation_id="change_league", request=ChangeLeague, responses=LeagueChanged)
    def post(self, request: Request, league_id: UUID) -> Response:
        """What is agreed from the next season on. Owners only."""
        asked = self.asked(ChangeLeague)
        asked["rules"] = _rules(asked["rules"])
        asked |= _club(asked)
        return _answer(services.change_league(league_id=league_id, by=self.me, **asked))


class LeagueChange(Endpoint):
    """A change of a league."""

    refusals = CHANGES


class Join(LeagueChange):
    @extend_schema(operation_id="join_league", request=Change, responses=LeagueChanged)
    def post(self, request: Request, league_id: UUID) -> Response:
        """Sign up for the next season."""
        return _answer(services.join(league_id=league_id, player=self.me, **self.asked(Change)))


class Enter(LeagueChange):
    @extend_schema(operation_id="enter_league_members", request=Newcomers, responses=LeagueChanged)
    def post(self, request: Request, league_id: UUID) -> Response:
        """Enter players for the next season, in this order. Officers only."""
        asked = self.asked(Newcomers)
        return _answer(services.enter(league_id=league_id, by=self.me, newcomers=asked.pop("players"), **asked))


class Leave(LeagueChange):
    @extend_schema(operation_id="leave_league", request=Leaving, responses=LeagueChanged)
    def post(self, request: Request, league_id: UUID) -> Response:
        """Not to play the next season: players themselves, officers anybody."""
        asked = self.asked(Leaving)
        player = asked.pop("player", self.me)
        return _answer(services.leave(league_id=league_id, by=self.me, player=player, **asked))


class Roles(LeagueChange):
    @extend_schema(operation_id="grant_league_role", request=RoleFields, responses=LeagueChanged)
    def post(self, request: Request, league_id: UUID) -> Response:
        """Name an owner or an arbiter. Owners only."""
        asked = self.asked(RoleFields)
        asked["role"] = Role(asked["role"]) if asked["role"] else None
        return _answer(services.grant_role(league_id=league_id, by=self.me, **asked))


class Seasons(LeagueChange):
    @extend_schema(operation_id="open_season", request=OpenSeason, responses={201: LeagueChanged})
    def post(self, request: Request, league_id: UUID) -> Response:
        """Open the next season: a tournament with a stage for each division. Officers only."""
        return _answer(services.open_season(league_id=league_id, by=self.me, **self.asked(OpenSeason)), 201)


class Begin(LeagueChange):
    @extend_schema(operation_id="begin_season", request=BeginSeason, responses=LeagueChanged)
    def post(self, request: Request, league_id: UUID) -> Response:
        """Start its divisions and publish their tables; what has begun stays. Officers only."""
        return _answer(services.begin_season(league_id=league_id, by=self.me, **self.asked(BeginSeason)))


class Close(LeagueChange):
    @extend_schema(operation_id="close_season", request=CloseSeason, responses=LeagueChanged)
    def post(self, request: Request, league_id: UUID) -> Response:
        """Final standings, and who moves. Doing it twice does nothing. Officers only."""
        asked = _with_playoffs(self.asked(CloseSeason))
        return _answer(services.close_season(league_id=league_id, by=self.me, **asked))


def _with_playoffs(asked: dict[str, Any]) -> dict[str, Any]:
    given = asked.pop("playoffs", {})
    won = {int(upper): tuple(won) for upper, won in given.items() if upper.isascii() and upper.isdigit()}
    return {**asked, "playoffs": won}


class Correct(LeagueChange):
    @extend_schema(operation_id="correct_season", request=CorrectSeason, responses=LeagueChanged)
    def post(self, request: Request, league_id: UUID) -> Response:
        """Let the moves of a closed season be what its results are now. Owners only."""
        asked = _with_playoffs(self.asked(CorrectSeason))
        return _answer(services.correct_season(league_id=league_id, by=self.me, season_no=asked.pop("season"), **asked))


class PlayNow(LeagueChange):
    @extend_schema(operation_id="open_table_with_window", request=OnlyOnce, responses=Opened)
    def post(self, request: Request, tournament_id: UUID, stage: str, round_no: int, table_no: int) -> Response:
        """Open your table that is played here and has a window; whether it was opened now."""
        self.asked(OnlyOnce)
        opened = running.call_table(tournament_id, table_of(stage, round_no, table_no), self.me)
        return Response(Opened({"opened": opened}).data)
