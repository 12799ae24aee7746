"""Leagues for tests. Alice runs them; members are ``Player 1`` and so on, in order of strength."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from ledger import store
from tests.matches.factories import GAME, person
from tests.tournaments.factories import at, state_of
from tournaments import commands, plans
from tournaments import services as tournaments
from tournaments.formats.contract import Plan, Result
from tournaments.leagues import commands as league_commands
from tournaments.leagues import services
from tournaments.leagues.rules import Division, Rules
from tournaments.leagues.state import League, fold

DUELS = plans.plain(Plan("round_robin", tie_breaks=("DE", "SB")))


def rules(*sizes: int, plan: Any = DUELS, **more: Any) -> Rules:
    divisions = tuple(Division(f"Division {chr(65 + at)}", size, plan) for at, size in enumerate(sizes or (4, 4)))
    return replace(Rules(divisions), **more)


def league(owner: UUID, agreed: Rules | None = None, members: int = 8) -> tuple[UUID, list[UUID]]:
    made = services.open_league(
        owner=owner, command=league_commands.OpenLeague(title="City league", game=GAME, rules=agreed or rules())
    ).league
    people = [person(f"Player {number}") for number in range(1, members + 1)]
    services.change(made, league_commands.Enter(tuple(people)), by=owner)
    return made, people


def of(made: UUID) -> League:
    return fold(made, store.read(made))


def begun(made: UUID, owner: UUID) -> UUID:
    """The tournament of the season that has just begun."""
    services.change(made, league_commands.OpenSeason(), by=owner)
    services.change(made, league_commands.BeginSeason(), by=owner)
    running = of(made).running
    assert running is not None
    return running.tournament


def play(tournament: UUID, owner: UUID, strongest: Sequence[UUID]) -> None:
    """At every open table the places are as in the order of ``strongest``."""
    state = state_of(tournament)
    for stage in state.stages.values():
        for one in stage.rounds:
            for table in one.tables.values():
                if not table.is_done:
                    seats = [strongest.index(_player(state, no)) for no in table.pairing.seats]
                    places = tuple(1 + sum(other < mine for other in seats) for mine in seats)
                    tournaments.change(
                        tournament, commands.EnterResult(at(stage.key, one.no, table.no), Result(places)), by=owner
                    )


def _player(state: Any, no: Any) -> UUID:
    player = state.entries[no].player
    assert player is not None
    return UUID(str(player))


def numbers(people: Sequence[UUID], divisions: Sequence[Sequence[UUID]]) -> list[list[int]]:
    """Members by their numbers, from 1."""
    return [[people.index(player) + 1 for player in members] for members in divisions]
