"""Who is not seated with whom for rating: whoever has blocked the other, has shared a browser with them, or has played
rated with them three times within a day already."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final
from uuid import UUID

from django.utils import timezone

from players.friends.shunning import blocked_pairs

from ..tables.pair_limit import Pair, pairs_beside, played_enough
from .models import BrowserUse

SHARED_FOR: Final = timedelta(days=30)
"""So long two who have used the same browser are kept apart."""


def apart(people: Collection[UUID], now: datetime | None = None) -> set[Pair]:
    """The pairs among ``people`` who must not be seated together."""
    at = now or timezone.now()
    return {*blocked_pairs(people), *_of_one_browser(people, at), *played_enough(people, at)}


def cannot_be_rated(one: UUID, other: UUID, now: datetime | None = None) -> bool:
    """Whether these two cannot play each other for rating now, although neither has blocked the other."""
    at = now or timezone.now()
    return bool(_of_one_browser((one, other), at) or played_enough((one, other), at))


def _of_one_browser(people: Collection[UUID], now: datetime) -> set[Pair]:
    uses = BrowserUse.objects.filter(player__in=list(people), seen_at__gt=now - SHARED_FOR)
    return set(pairs_beside(uses.values_list("browser", "player")))


def note_browser(browser: str, player: UUID, now: datetime | None = None) -> None:
    """The player asks for a match from this browser, by the number in its cookie."""
    hashed = sha256(browser.encode()).hexdigest()
    BrowserUse.objects.update_or_create(browser=hashed, player=player, defaults={"seen_at": now or timezone.now()})
