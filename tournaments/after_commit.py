"""What follows a commit: viewers are notified, and a worker does what comes next.

All of it is a hint that may be lost: ``tasks.resend`` finds what nobody was asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from ledger import notify
from matches import after_commit as matches_after
from matches.models import Match

from . import events as e
from . import visitors
from .events import TournamentEvent
from .models import OpenTable
from .state import State, Status

QUIET = (
    e.TableCalled,
    e.TableStarted,
    e.PlayersCalled,
    e.PresenceNoted,
    e.NoteAdded,
    e.StatementMade,
    e.MatchRewound,
    e.TimerStarted,
)
"""Nothing comes next by itself after these."""


def changed(state: State, batch: Sequence[TournamentEvent]) -> None:
    """A tournament has reached ``state`` through ``batch``."""
    notify.tell(state.id, state.version)
    goes_on = state.status is Status.RUNNING and (state.settings.online or state.settings.automatic)
    if goes_on and not all(isinstance(event, QUIET) for event in batch):
        follow(state.id)
    visitors.take_in(state, batch)  # last, since a full roster refuses


def match_ended(row: Match) -> None:
    """A match is over: if it belongs to a tournament, its result is entered there."""
    if OpenTable.objects.filter(opened=row.table_id).exists():
        _send("tournaments.tasks.take_result", row.table_id)


def follow(tournament_id: UUID) -> None:
    _send("tournaments.tasks.follow", tournament_id)


def _send(task: str, what: UUID) -> None:
    if not matches_after.is_in_process():
        matches_after.send(task, str(what))
