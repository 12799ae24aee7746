"""What keeps two profiles in tournaments from being merged, and what happens to entries in running ones."""

from __future__ import annotations

from uuid import UUID

import structlog
from django.db.models import Exists, OuterRef

from tournaments import services
from tournaments.events import EntrantReplaced, TournamentEvent
from tournaments.models import Entry, Tournament
from tournaments.state import State, Status
from web.errors import Refused

log = structlog.get_logger()


def obstacle(keeps: UUID, goes: UUID) -> str:
    """Two entries in one tournament are two people, unless one is removed first."""
    other = Entry.objects.filter(tournament=OuterRef("tournament"), player=keeps, withdrawn=False)
    both = Entry.objects.filter(Exists(other), player=goes, withdrawn=False)
    return "both_in_tournament" if both.exists() else ""


def follow(keeps: UUID, goes: UUID) -> None:
    """If a tournament is not over, the kept profile plays on in the other's place. Earlier games stay with the entry,
    which leads to the kept profile by itself.
    """
    entered = Entry.objects.filter(tournament=OuterRef("pk"), player=goes, withdrawn=False)
    rows = Tournament.objects.filter(Exists(entered), status__in=(Status.OPEN.value, Status.RUNNING.value))
    for tournament in rows.values_list("id", flat=True):
        try:
            services.change_with(tournament, keeps, None, lambda state: _replaced(state, keeps, goes))
        except Refused as refused:  # the ladder is told of the kept profile all the same
            log.warning("entry not taken over", tournament=str(tournament), code=refused.code)


def _replaced(state: State, keeps: UUID, goes: UUID) -> list[TournamentEvent]:
    entry = state.entry_of(goes)
    return [] if entry is None or entry.withdrawn else [EntrantReplaced(entry.no, keeps, "", None)]
