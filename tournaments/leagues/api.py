"""Leagues through the API: the same commands and queries as the pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

from django.urls import URLPattern
from msgspec import Meta
from rest_framework.request import Request

from tournaments import running
from tournaments.api_changes import table_of
from tournaments.state import Role
from web import limits
from web.api import changes
from web.api.changes import Change, Of
from web.api.endpoint import CHANGES, READS, Endpoint, operation, queried
from web.decoding import SentOnce, Unsent, decoded, from_query
from web.encoding import Created, component

from . import commands as c
from . import next_steps, queries, seasons, services
from .events import LeagueMove
from .next_steps import Step
from .rules import Rules
from .services import Changed
from .state import Season

component("LeagueRules")(Rules)

# --- what comes out -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeasonShown:
    season: int
    tournament: UUID
    divisions: list[str]
    closed: bool
    corrected: bool
    at_odds: Annotated[bool, "By the results as they are now, others would move."]
    undecided: Annotated[
        list[int],
        "By the upper division (from 0): play-offs that others would have had to play. Correct with winners.",
    ]
    standings: Sequence[Sequence[UUID]]
    moves: Sequence[LeagueMove]


@dataclass(frozen=True, slots=True)
class LeagueShown:
    id: UUID
    version: int
    title: str
    game: str
    ruleset: str
    rules: Rules
    my_role: Role | None
    names: Annotated[Mapping[UUID, str], "By player."]
    waiting: Sequence[UUID]
    seasons: list[SeasonShown]
    next: Annotated[list[Step], "What happens next, and who must do something for it."]


@dataclass(frozen=True, slots=True)
class Opened:
    opened: bool


def _season(season: Season) -> SeasonShown:
    closing = season.closing
    return SeasonShown(
        season=season.no,
        tournament=season.tournament,
        divisions=[season.name_of(at) for at in range(season.divisions)],
        closed=season.is_closed,
        corrected=season.corrected,
        at_odds=season.is_closed and queries.odds(season) is not None,
        undecided=[one.upper for one in seasons.undecided(season)],
        standings=() if closing is None else closing.standings,
        moves=() if closing is None else closing.moves,
    )


# --- endpoints ----------------------------------------------------------------------------------------------


CHANGE_LEAGUE = Change("", "change_league", c.ChangeLeague)
OF_LEAGUES = (
    Change("join/", "join_league", c.Join),
    Change("enter/", "enter_league_members", c.Enter),
    Change("leave/", "leave_league", c.Leave),
    Change("roles/", "grant_league_role", c.GrantRole),
    Change("seasons/", "open_season", c.OpenSeason, creates=True),
    Change("begin/", "begin_season", c.BeginSeason),
    Change("close/", "close_season", c.CloseSeason),
    Change("correct/", "correct_season", c.CorrectSeason),
)


LEAGUE = Of("league_id", services.change, Changed)


def addresses(one: str) -> Sequence[URLPattern]:
    """``one`` is a league's address."""
    return changes.addresses(one, LEAGUE, OF_LEAGUES)


@dataclass(frozen=True, slots=True)
class OfClub:
    club: Annotated[UUID | None, Meta(description="Of this club alone.")] = None


class Leagues(Endpoint):
    refusals = {"GET": ("400", "401"), "POST": (*CHANGES["POST"], "429")}

    @operation("list_leagues", parameters=queried(OfClub))
    def get(self, request: Request) -> list[queries.Line]:
        """The leagues that you may see, most recently changed first."""
        return queries.leagues(player=self.player, club=from_query(OfClub, request.query_params).club)

    @operation("open_league", (c.OpenLeague, SentOnce))
    def post(self, request: Request) -> Created[Changed]:
        """Open a league; you are its owner."""
        limits.OPENED_TABLES.take(str(self.me))
        command, sent = decoded(c.OpenLeague, SentOnce, request.data)
        return Created(services.open_league(owner=self.me, command=command, decision_id=sent.decision_id))


class League(Endpoint):
    refusals = {**READS, **CHANGES}

    @operation("get_league")
    def get(self, request: Request, league_id: UUID) -> LeagueShown:
        """Everything except the tables: each season is a tournament of its own."""
        asked = queries.league(league_id=league_id, player=self.player)
        state = asked.state
        assert state.rules is not None
        return LeagueShown(
            id=state.id,
            version=state.version,
            title=state.title,
            game=state.game,
            ruleset=state.ruleset,
            rules=state.rules,
            my_role=asked.role,
            names=asked.names,
            waiting=state.waiting,
            seasons=[_season(season) for season in state.seasons],
            next=next_steps.now(asked),
        )

    post = changes.posting(LEAGUE, CHANGE_LEAGUE)


class PlayNow(Endpoint):
    refusals = CHANGES

    @operation("open_table_with_window", (Unsent, SentOnce))
    def post(self, request: Request, tournament_id: UUID, stage: str, round_no: int, table_no: int) -> Opened:
        """Open your table that is played here and has a window; says whether this call opened it."""
        decoded(Unsent, SentOnce, request.data)
        return Opened(running.call_table(tournament_id, table_of(stage, round_no, table_no), self.me))
