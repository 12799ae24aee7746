"""What follows from a command at a circuit: pure. Whether a tournament may be counted was looked up before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from tournaments.opening import titled
from web.errors import BadRequest, Conflict

from . import commands as c
from . import events as e
from .commands import MAX_EVENTS, Command
from .events import CircuitEvent
from .points import Rules
from .state import Circuit


def decide(state: Circuit, command: Command) -> Sequence[CircuitEvent]:
    """Raises BadRequest, Conflict."""
    match command:
        case c.OpenCircuit(club, title, points, present, best):
            _check(points, present)
            opened = e.CircuitOpened(club, titled(title), tuple(points), present, best)
            return [] if state.version else [opened]
        case c.ChangeCircuit(title, points, present, best):
            _check(points, present)
            same = (state.title, state.rules) == (titled(title), Rules(tuple(points), present, best))
            return [] if same else [e.CircuitChanged(titled(title), tuple(points), present, best)]
        case c.CountTournament(tournament):
            if tournament in state.tournaments:
                return []
            if state.ended:
                raise Conflict("circuit_has_ended")
            if len(state.tournaments) >= MAX_EVENTS:
                raise Conflict("too_many_in_circuit", most=MAX_EVENTS)
            return [e.TournamentCounted(tournament)]
        case c.LeaveOut(tournament):
            return [e.TournamentLeftOut(tournament)] if tournament in state.tournaments else []
        case c.EndCircuit():
            return [] if state.ended else [e.CircuitEnded()]
        case _:
            assert_never(command)


def _check(points: Sequence[int], present: int) -> None:
    """Raises BadRequest if a later place would give more than an earlier one."""
    table = [*points, present]
    if table != sorted(table, reverse=True):
        raise BadRequest("points_must_fall", field="points")
