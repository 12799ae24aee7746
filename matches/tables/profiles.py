"""What tables say against merging two profiles."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Exists, OuterRef, Q

from ..models import Match, Seat, Table


def obstacle(keeps: UUID, goes: UUID) -> str:
    """Two profiles at one table are two people; and a match in progress must end first."""
    seats = Seat.objects.filter(player=goes).exclude(table__access=Table.Access.PRACTICE)
    beside = Seat.objects.filter(table=OuterRef("table"), player=keeps)
    if seats.filter(Exists(beside), table__status=Table.Status.STARTED).exists():
        return "both_at_a_table"
    running = Match.objects.filter(table=OuterRef("table"), ended_at__isnull=True)
    if seats.filter(Q(Exists(running)) | Q(table__status=Table.Status.OPEN)).exists():
        return "plays_now"
    return ""
