"""Games of a table, one after the other, until there is a result (best of N)."""

from __future__ import annotations

from collections.abc import Sequence

from web.errors import Conflict

from . import events as e
from . import plans, stages
from .events import TournamentEvent
from .formats.contract import Pairing, Result
from .formats.elimination import options
from .formats.elimination.fill import decides_nobody
from .formats.elimination.series import LevelSeries, series
from .state import Stage, State, Table, TableRef

BRACKETS = (options.SINGLE, options.DOUBLE)


def is_bracket(stage: Stage) -> bool:
    """Whether results lead from table to table: rounds fill up one by one, and are not paired."""
    return str(stage.plan.plan["format"]) in BRACKETS


def offers_draw(state: State, stage: Stage) -> bool:
    """Whether a drawn duel needs no further decision: outside of brackets, or where a rule settles it at once."""
    settled = stage.plan.plan.get("settings", {}).get("draws") in ("seed", LevelSeries.REPLAY)
    return not is_bracket(stage) or settled or state.settings.automatic


def check_decides(state: State, ref: TableRef, result: Result) -> None:
    """In a bracket somebody must advance; a tournament that runs by itself replays a draw. Raises Conflict."""
    stage = state.stages.get(ref.stage)
    table = None if stage is None else stage.table(ref.round, ref.table)
    if stage is None or table is None or not is_bracket(stage) or state.settings.automatic:
        return
    if len(result.places) != len(table.pairing.seats):
        return
    if decides_nobody(stages.stage_of(state, ref.stage), table.pairing, result):
        raise Conflict("draw_decides_nobody", table=ref.table)


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
