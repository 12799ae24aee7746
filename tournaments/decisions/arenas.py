"""Arenas run by the clock: time starts with their first tables, and after the end nobody is paired any more."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from .. import events as e
from .. import stages
from ..events import TournamentEvent
from ..evolve import evolve_all
from ..formats.contract import RoundNo
from ..state import Stage, State, Status
from . import rounds

FIRST = RoundNo(1)
ARRIVALS = (e.EntrantCheckedIn, e.EntrantReturned, e.EntrantReplaced, e.StageJoined, e.ByeRevoked)


def opened(state: State, key: str, at: datetime) -> list[TournamentEvent]:
    """Start the timer of the arena whose first tables are published at ``at``; empty if it is none or has no time."""
    stage, minutes = state.stages[key], state.settings.round_minutes
    if not stages.has_window(stage) or stage.rounds or not minutes:
        return []
    ends = (at + timedelta(minutes=minutes)).isoformat(timespec="seconds")
    return [e.TimerStarted(key, FIRST, ends)]


def seat(state: State, batch: Sequence[TournamentEvent], at: datetime) -> list[TournamentEvent]:
    """New tables for players who ``batch`` brings, or brings back, into a running arena; they wait for no result."""
    if state.status is not Status.RUNNING or not any(isinstance(event, ARRIVALS) for event in batch):
        return []
    after = evolve_all(state, batch, at)
    return rounds.advance(after, [stage.key for stage in _running(after)], at=at)


def over(state: State, at: datetime) -> list[TournamentEvent]:
    """End each arena whose time is up and whose last table has its result."""
    return [e.StageClosed(stage.key) for stage in _running(state) if _ends_at(stage, at)]


def _ends_at(stage: Stage, at: datetime) -> bool:
    return stages.is_up(stage, at) and not rounds.unfinished(stage)


def due_at(state: State) -> datetime | None:
    """When time alone ends an arena; None while a table has no result, since the arena waits for that."""
    waiting = (stages.window(stage) for stage in _running(state) if not rounds.unfinished(stage))
    return min((end for end in waiting if end is not None), default=None)


def _running(state: State) -> list[Stage]:
    if state.status is not Status.RUNNING:
        return []
    return [stage for stage in state.stages.values() if stages.has_window(stage) and not stage.closed]
