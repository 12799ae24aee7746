"""What follows from a command at a roster: pure. Who somebody is was looked up before (``rosters.services``)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never
from uuid import UUID

from web.errors import Conflict, NotFound

from . import commands as c
from . import events as e
from .commands import Command
from .events import RosterEvent
from .state import Roster

MAX_PEOPLE = 10_000


def decide(state: Roster, command: Command, club: UUID) -> Sequence[RosterEvent]:
    """Raises NotFound, Conflict."""
    match command:
        case c.WriteDown():
            return listed(state, club, command.people)
        case c.Rename(player):
            _check_listed(state, player)
            return [e.PersonRenamed(player)]
        case c.Unlist(player):
            _check_listed(state, player)
            return [e.PersonUnlisted(player)]
        case _:
            assert_never(command)


def listed(state: Roster, club: UUID, people: Iterable[UUID], *, played: bool = False) -> Sequence[RosterEvent]:
    """Those who are not there yet, with the next numbers. Raises Conflict (roster_full)."""
    new = [one for one in dict.fromkeys(people) if one not in state.people]
    if not new:
        return []
    if len(state.people) + len(new) > MAX_PEOPLE:
        raise Conflict("roster_full", most=MAX_PEOPLE)
    batch: list[RosterEvent] = [] if state.version else [e.RosterBegun(club)]
    return batch + [e.PersonListed(one, state.numbers + no, played) for no, one in enumerate(new, 1)]


def _check_listed(state: Roster, player: UUID) -> None:
    if player not in state.people:
        raise NotFound("not_on_roster", player=str(player))
