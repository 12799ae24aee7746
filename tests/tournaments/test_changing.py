"""The contract of changing, for tournaments and leagues."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from tests.changing import Contract
from tests.matches.factories import person
from tournaments import commands, services
from tournaments.leagues import commands as league_commands
from tournaments.leagues import services as leagues
from tournaments.state import Role

from .factories import opened, state_of
from .leagues import made


class TestTournaments(Contract):
    streams = services.TOURNAMENTS
    projections = ("tournaments",)

    def begin(self) -> UUID:
        self.alice, self.bob, self.charlie = person("Alice"), person("Bob"), person("Charlie")
        tournament = opened(self.alice)
        services.change(tournament, commands.GrantRole(self.bob, Role.OWNER), by=self.alice)
        return tournament

    def change(self, by: UUID, number: int, **how: Any) -> Any:
        settings = state_of(self.id).settings
        return services.change(self.id, commands.ChangeTournament(f"Evening {number}", settings), by=by, **how)


class TestLeagues(Contract):
    streams = leagues.LEAGUES
    projections = ("leagues",)

    def begin(self) -> UUID:
        self.alice, self.bob, self.charlie = person("Alice"), person("Bob"), person("Charlie")
        league = leagues.open_league(
            owner=self.alice,
            command=league_commands.OpenLeague(title="City league", game="high-card", rules=made.rules()),
        ).league
        leagues.change(league, league_commands.GrantRole(player=self.bob, role=Role.OWNER), by=self.alice)
        return league

    def change(self, by: UUID, number: int, **how: Any) -> Any:
        return leagues.change(
            self.id,
            league_commands.ChangeLeague(title=f"League {number}", rules=made.rules(), listed=True, open_entry=True),
            by=by,
            **how,
        )
