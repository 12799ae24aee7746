"""Which thought is next. The rows are hints, like tasks: a decision has an id of its own, so a thought that is thought
twice is stored once (``play.services.automatic_id``)."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import F, Q
from django.utils import timezone

from ledger.clock import long_ago

from ..models import Match
from ..tables import bot_tables
from . import budget
from .models import Hint, ThinkingTime, Thought

LOST_AFTER = timedelta(seconds=4)
"""A thinker that has shown nothing for so long is dead, or so slow that another should try."""
LOOKED_AT = 10_000
"""More than one person can have waiting: nobody keeps others out of sight."""


def add(match: UUID, seat: int, version: int) -> None:
    """This seat has to decide at ``version``. A thought that somebody is at is left alone."""
    now = timezone.now()
    thought, added = Thought.objects.get_or_create(
        match=match, seat=seat, defaults={"version": version, "queued_at": now}
    )
    if not added and thought.version != version:
        Thought.objects.filter(free(now), id=thought.id).update(version=version, queued_at=now, thinker="", tries=0)


def take(thinker: str, *, for_people: bool) -> Thought | None:
    """The next thought, now ``thinker``'s: of whoever's matches have used least lately, of these that which has used
    least, and there the one that waits longest. None if nothing waits, or only what must still wait (``budget``).

    ``for_people``: in a match that somebody plays; else in one of bots alone.
    """
    now = timezone.now()
    waiting = _waiting(now)
    alone = bot_tables.without_people({thought.match for thought in waiting}) if waiting else set()
    for thought in waiting:
        if for_people == (thought.match in alone):
            continue
        if Thought.objects.filter(free(now), id=thought.id).update(thinker=thinker, seen_at=now, tries=F("tries") + 1):
            thought.tries += 1
            return thought
    return None


def is_waiting() -> bool:
    """Whether ``take`` would find a thought."""
    return bool(_waiting(timezone.now()))


def hold(thought: Thought, thinker: str) -> bool:
    """The thinker is still at it. False if another has taken it up meanwhile."""
    return bool(Thought.objects.filter(id=thought.id, thinker=thinker).update(seen_at=timezone.now()))


def done(thought: Thought, thinker: str) -> None:
    Thought.objects.filter(id=thought.id, thinker=thinker).delete()


def queued() -> dict[tuple[UUID, int], int]:
    """The versions of all thoughts that wait or are being thought, by match and seat."""
    rows = Thought.objects.values_list("match", "seat", "version")
    return {(match, seat): version for match, seat, version in rows}


def forget() -> None:
    """The rows of matches that are over."""
    for model in (Thought, ThinkingTime):
        known = list(model._default_manager.values_list("match", flat=True))
        over = Match.objects.filter(id__in=known, ended_at__isnull=False).values_list("id", flat=True)
        model._default_manager.filter(match__in=list(over)).delete()
    Hint.objects.filter(answer="", match__in=Match.objects.filter(ended_at__isnull=False).values("id")).delete()


def _waiting(now: datetime) -> list[Thought]:
    rows = list(Thought.objects.filter(free(now)).order_by("queued_at", "id")[:LOOKED_AT])
    used = budget.debts({row.match for row in rows}, now)
    ready = [row for row in rows if used.get(row.match, 0) < budget.FREE]
    if len(ready) < 2:
        return ready
    shared = budget.debts_of_hosts({row.match for row in ready}, now)
    return sorted(ready, key=lambda row: (shared.get(row.match, 0), used.get(row.match, 0)))


def free(now: datetime) -> Q:
    """Nobody is at it."""
    return Q(thinker="") | long_ago("seen_at", LOST_AFTER, now)
