"""What follows from a command at a circle: pure. A club joins only if it says so and every club in it does, too, since
each of them shares its people with it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from typing import assert_never
from uuid import UUID

from web.errors import Conflict, NotAllowed

from . import commands as c
from . import events as e
from .commands import Command
from .events import CircleEvent
from .state import Circle

MAX_CLUBS = 20
NOW = datetime(1970, 1, 1, tzinfo=UTC)
"""The fold does not look at the time."""


NOBODY: frozenset[UUID] = frozenset()


def decide(
    state: Circle,
    command: Command,
    club: UUID,
    *,
    closed: Collection[UUID] = NOBODY,
    elsewhere: Collection[UUID] = NOBODY,
) -> Sequence[CircleEvent]:
    """``club`` asks. ``closed`` clubs can say nothing; those ``elsewhere`` are in another circle. Raises NotAllowed,
    Conflict."""
    batch = list(_decided(state, command, club))
    for event in batch:
        state.apply(event, NOW)
    return [*batch, *joining(state, closed, elsewhere)]


def _decided(state: Circle, command: Command, club: UUID) -> Sequence[CircleEvent]:
    match command:
        case c.BeginCircle(name):
            return [] if state.version else [e.CircleBegun(" ".join(name.split()), club)]
        case c.InviteToCircle(other):
            _check_in(state, club)
            if other in state.clubs:
                return []
            if other in state.invited:
                return [] if club in state.invited[other].approved else [e.CircleClubApproved(other, club)]
            if len(state.clubs) + len(state.invited) >= MAX_CLUBS:
                raise Conflict("circle_full", most=MAX_CLUBS)
            return [e.CircleClubInvited(other, club)]
        case c.AcceptCircle():
            if club in state.clubs:
                return []
            if club not in state.invited:
                raise NotAllowed("not_invited_to_circle")
            return [] if state.invited[club].accepted else [e.CircleInvitationAccepted(club)]
        case c.DeclineCircle():
            return [e.CircleInvitationDropped(club)] if club in state.invited else []
        case c.RefuseClub(other):
            _check_in(state, club)
            return [e.CircleInvitationDropped(other)] if other in state.invited else []
        case c.LeaveCircle():
            return [e.CircleClubLeft(club)] if club in state.clubs else []
        case _:
            assert_never(command)


def joining(state: Circle, closed: Collection[UUID], elsewhere: Collection[UUID]) -> list[CircleEvent]:
    """Those whom nobody keeps waiting; none where nobody is left who could approve."""
    asked_for = {club for club in state.clubs if club not in closed}
    if not asked_for:
        return []
    able = {club: one for club, one in state.invited.items() if club not in closed and club not in elsewhere}
    ready = [club for club, asked in able.items() if asked.accepted and asked.approved >= asked_for]
    return [e.CircleClubJoined(ready[0])] if ready else []


def _check_in(state: Circle, club: UUID) -> None:
    """Raises NotAllowed."""
    if club not in state.clubs:
        raise NotAllowed("not_in_circle")
