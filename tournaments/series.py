"""Games of a table, one after the other, until there is a result (best of N)."""

from __future__ import annotations

from collections.abc import Sequence

from . import events as e
from . import plans
from .events import TournamentEvent
from .formats.contract import Pairing, Result
from .formats.elimination import options
from .formats.elimination.series import LevelSeries, series
from .state import Stage, Table, TableRef

BRACKETS = (options.SINGLE, options.DOUBLE)


def is_bracket(stage: Stage) -> bool:
    """Whether results lead from table to table: rounds fill up one by one, and are not paired."""
    return str(stage.plan.plan["format"]) in BRACKETS


def length(stage: Stage, pairing: Pairing) -> int:
    """The largest number of games (best of how many)."""
    plan = plans.read(stage.plan.plan)
    return options.length(plan, pairing) if plan.format in BRACKETS else 1


def result_of(stage: Stage, pairing: Pairing, games: Sequence[Result]) -> Result | None:
    """The result of a table's games, None while it is undecided."""
    most = length(stage, pairing)
    if most == 1:
        return games[0]
    replayed = plans.read(stage.plan.plan).settings.get("draws") == LevelSeries.REPLAY
    return series(games, most, len(pairing.seats), LevelSeries.REPLAY if replayed else LevelSeries.DRAW)


def after_game(
    stage: Stage, ref: TableRef, table: Table, game: int, came: Result, source: str
) -> list[TournamentEvent]:
    """Game number ``game`` of the table is over; the table too, if that decides it."""
    played = {no: one.result for no, one in table.games.items()} | {game: came}
    results = [result for _, result in sorted(played.items()) if result is not None]
    batch: list[TournamentEvent] = [e.GamePlayed(ref.stage, ref.round, ref.table, game, came, source)]
    decided = result_of(stage, table.pairing, results)
    if decided is not None:
        batch.append(e.ResultStood(ref.stage, ref.round, ref.table, decided, source))
    return batch
