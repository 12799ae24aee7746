"""Every change to a circle of clubs. Only an owner of a club acts for it: what is shared is other people's names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID, uuid5

from django.db import IntegrityError

from ledger import store
from ledger.changing import Folds, Kept
from web import limits
from web.encoding import component
from web.errors import Conflict, NotFound

from ..clubs import services as clubs
from ..clubs.events import ClubClosed, ClubEvent
from ..clubs.models import Club
from ..clubs.rights import check_role
from ..clubs.state import Role
from ..errors import of_ledger
from . import commands as c
from .commands import Command
from .decide import decide, joining
from .events import KINDS, CircleAcceptanceWithdrawn, CircleBegun, CircleClubJoined, CircleEvent
from .models import CircleClub
from .projection import save
from .state import Circle

BY_ITSELF = "circle"
"""The actor where something follows from what has happened elsewhere."""
Batch = Sequence[CircleEvent]


@component("CircleOfClubsChanged")
@dataclass(frozen=True, slots=True)
class Changed:
    circle: UUID
    version: int
    repeated: bool = False


def change(
    club: UUID, command: Command, *, by: UUID, decision_id: UUID | None = None, expected_version: int | None = None
) -> Changed:
    """``club`` is the one for which ``by`` acts. Raises NotFound, NotAllowed, Conflict, TooMany."""
    check_owner(club, by)
    circle = _circle(club, command, decision_id)
    if isinstance(command, c.InviteToCircle):
        limits.CIRCLE_INVITATIONS.take(str(by))
        if clubs.existing(command.club).closed:
            raise Conflict("club_closed")
    if isinstance(command, (c.BeginCircle, c.AcceptCircle)) and _others(club, circle):
        raise Conflict("already_in_circle")
    if isinstance(command, c.LeaveCircle):  # before it leaves: what it accepted long ago takes it nowhere by itself
        _withdraw_acceptances(club, circle)
    try:
        done = CIRCLES.change(
            circle,
            lambda state: _decided(state, command, club),
            actor=f"player:{by}",
            decision_id=decision_id,
            expected_version=expected_version,
        )
    except IntegrityError:  # it has joined another one at the same moment
        raise Conflict("already_in_circle") from None
    _after(circle, done.batch or ())
    return Changed(circle, done.version, done.repeated)


def club_changed(club: UUID, batch: Sequence[ClubEvent]) -> None:
    """A club that has closed keeps nobody waiting any more (hook ``club_changed``)."""
    row = CircleClub.objects.filter(club=club, joined=True).first()
    if row is None or not any(isinstance(event, ClubClosed) for event in batch):
        return
    done = CIRCLES.change(row.circle, lambda state: joining(state, *_absent(state)), actor=BY_ITSELF)
    _after(row.circle, done.batch or ())


def _after(circle: UUID, batch: Batch) -> None:
    for event in batch:
        if isinstance(event, (CircleBegun, CircleClubJoined)):
            _withdraw_acceptances(event.club, circle)


def _withdraw_acceptances(club: UUID, circle: UUID) -> None:
    """A club that is in ``circle`` wants to join no other."""

    def withdrawn(state: Circle) -> Batch:
        asked = state.invited.get(club)
        return [CircleAcceptanceWithdrawn(club)] if asked is not None and asked.accepted else []

    rows = CircleClub.objects.filter(club=club, joined=False, accepted=True).exclude(circle=circle)
    for other in list(rows.values_list("circle", flat=True)):
        CIRCLES.change(other, withdrawn, actor=BY_ITSELF)


def check_owner(club: UUID, by: UUID) -> None:
    """Raises NotFound, NotAllowed, Conflict."""
    state = clubs.existing(club)
    check_role(state, by, Role.OWNER)
    if state.closed:
        raise Conflict("club_closed")


def _decided(state: Circle, command: Command, club: UUID) -> Batch:
    """``decide`` folds what it decides: a copy."""
    if not isinstance(command, c.BeginCircle) and not state.version:
        raise NotFound("unknown_circle_of_clubs")
    closed, elsewhere = _absent(state)
    return decide(CIRCLES.load(state.id), command, club, closed=closed, elsewhere=elsewhere)


def _absent(state: Circle) -> tuple[set[UUID], set[UUID]]:
    """Of the clubs in the circle and those invited, the closed ones, and those that are in another circle."""
    known = [*state.clubs, *state.invited]
    closed = Club.objects.filter(id__in=known, closed=True).values_list("id", flat=True)
    others = CircleClub.objects.filter(club__in=known, joined=True).exclude(circle=state.id)
    return set(closed), set(others.values_list("club", flat=True))


def _others(club: UUID, circle: UUID) -> bool:
    return CircleClub.objects.filter(club=club, joined=True).exclude(circle=circle).exists()


def _circle(club: UUID, command: Command, decision_id: UUID | None) -> UUID:
    """Raises NotFound."""
    if isinstance(command, c.BeginCircle):
        return store.new_stream() if decision_id is None else uuid5(decision_id, f"circle of {club}")
    if isinstance(command, (c.AcceptCircle, c.DeclineCircle)):
        return command.circle
    row = CircleClub.objects.filter(club=club, joined=True).first()
    if row is None:
        raise NotFound("unknown_circle_of_clubs")
    return row.circle


class Circles(Folds[Circle, CircleEvent]):
    kinds = KINDS
    new = Circle
    refusal = staticmethod(of_ledger)

    def keep(self, kept: Kept[Circle, Batch]) -> None:
        save(kept.state)


CIRCLES = Circles()
