"""What follows from a command at a planned evening: pure. Whether somebody is of the club was looked up before."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC
from typing import assert_never
from uuid import UUID

from web.errors import Conflict

from . import commands as c
from . import events as e
from .commands import Command
from .events import EveningEvent
from .state import Evening

MAX_ANSWERS = 2000


def decide(state: Evening, command: Command, by: UUID) -> Sequence[EveningEvent]:
    """Raises Conflict (evening_is_over, evening_full, limit_changed)."""
    if isinstance(command, c.PlanEvening):
        planned = e.EveningPlanned(command.club, command.starts.astimezone(UTC).isoformat(), command.limit)
        return [] if state.version else [planned]
    if isinstance(command, c.NoteOpened) and state.tournament == command.tournament:
        return []
    if not state.is_to_come:
        raise Conflict("evening_is_over")
    match command:
        case c.AnswerEvening(coming, player):
            who = player or by
            if who not in state.answers and len(state.answers) >= MAX_ANSWERS:
                raise Conflict("evening_full", most=MAX_ANSWERS)
            return [] if state.answers.get(who) is coming else [e.EveningAnswered(who, coming)]
        case c.LimitEvening(limit, instead_of):
            if limit == state.limit:
                return []
            if instead_of not in (None, state.limit):
                raise Conflict("limit_changed", field="limit", limit=state.limit)
            return [e.EveningLimited(limit)]
        case c.CallOff():
            return [e.EveningCalledOff()]
        case c.NoteOpened(tournament):
            return [e.EveningOpened(tournament)]
        case _:
            assert_never(command)
