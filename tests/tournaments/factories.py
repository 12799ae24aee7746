"""Tournaments for tests. Alice organises, Bob and the others play, Charlie is an outsider."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.utils import timezone

from tests.matches.factories import GAME, person
from tournaments import commands, plans, services
from tournaments.cache import cache
from tournaments.commands import TablesCommand
from tournaments.decisions.field import Newcomer
from tournaments.events import TournamentEvent
from tournaments.foresight import foresee
from tournaments.formats.contract import Plan, Result
from tournaments.settings import Settings, Source, StagePlan
from tournaments.state import State, TableRef

AT_A_TABLE = Settings(online=False)


def stage(key: str = "main", form: str = "single_elimination", source: Source | None = None, **plan: Any) -> StagePlan:
    return StagePlan(key, plans.plain(replace(Plan(form), **plan)), source or Source())


def opened(owner: UUID, *stages: StagePlan, settings: Settings = AT_A_TABLE, title: str = "Club evening") -> UUID:
    return services.open_tournament(
        owner=owner, title=title, game=GAME, stages=stages or (stage(),), settings=settings
    ).tournament


def entered(tournament: UUID, owner: UUID, how_many: int) -> list[UUID]:
    """People in order of their numbers."""
    people = [person(f"Player {number}") for number in range(1, how_many + 1)]
    services.change(tournament, commands.Enter(tuple(Newcomer(one) for one in people)), by=owner)
    return people


def state_of(tournament: UUID) -> State:
    return cache.state(tournament)


def at(stage_key: str, round_no: int, table: int) -> TableRef:
    return TableRef(stage_key, round_no, table)  # type: ignore[arg-type]  # plain numbers read better in tests


def wins(seat: int, seats: int = 2) -> Result:
    """That seat (from 0) won, the others share the second place."""
    return Result(tuple(1 if one == seat else 2 for one in range(seats)))


def foreseen(tournament: UUID, command: TablesCommand, by: UUID) -> Sequence[TournamentEvent]:
    """What it would do now, whatever becomes of the tables."""
    return foresee(state_of(tournament), command, by=by, now=timezone.now()).events


def play_round(tournament: UUID, owner: UUID, key: str = "main", places: Sequence[int] = (1, 2)) -> None:
    """Enter the same result at every open table of the last round."""
    one = state_of(tournament).stages[key].rounds[-1]
    for table in one.tables.values():
        if not table.is_done:
            result = Result(tuple(places[: len(table.pairing.seats)]))
            services.change(tournament, commands.EnterResult(at(key, one.no, table.no), result), by=owner)
