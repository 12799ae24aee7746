"""What exports read besides the tournament itself."""

from __future__ import annotations

from uuid import UUID

from tournaments.models import Entry, Report


def entered_by(player: UUID, limit: int) -> list[UUID]:
    """Listed tournaments that the player has entered and not left, the latest change first."""
    rows = Entry.objects.filter(player=player, withdrawn=False, tournament__listed=True)
    return list(rows.order_by("-tournament__changed_at").values_list("tournament_id", flat=True)[:limit])


def report_of(tournament_id: UUID) -> str | None:
    """The report file that the tournament was imported from."""
    return Report.objects.filter(tournament=tournament_id).values_list("text", flat=True).first()
