"""The weekly digest: what waits for somebody and what is coming, as the floors above tell (hook ``digest_lines``)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Final
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from web import hooks

from ..models import Player
from . import links, messages
from .kinds import Channel, Kind
from .models import Delivery, Reader
from .telling import tell, wants

MAX_LINES: Final = 12
DAY, HOUR = 0, 8
"""Monday, from eight o'clock, by the reader's clock."""
AT_ONCE: Final = 500


@dataclass(frozen=True, slots=True)
class Line:
    """One thing, and the path of its page: only what the person may see there."""

    text: str
    path: str

    @property
    def link(self) -> str:
        return links.absolute(self.path)


FindLines = Callable[[UUID, datetime], Sequence[Line]]
"""What the hook ``digest_lines`` holds: in the language and the time zone that are active."""


def lines(player: UUID, now: datetime) -> list[Line]:
    found = (line for find in hooks.given("digest_lines") for line in find(player, now))
    return list(islice(found, MAX_LINES))


def tell_due(now: datetime) -> int:
    """Now and then: put the digests of this week into the outbox, of those who want one and where it is Monday. A few
    queries, and two once everybody is told."""
    zones = [zone for zone in Reader.objects.values_list("zone", flat=True).distinct() if _is_due(zone, now)]
    if not zones:
        return 0
    week = timezone.localtime(now, ZoneInfo(zones[0]))  # the same wherever it is Monday
    key = f"digest:{week:%G-%V}"
    wanted = Reader.objects.filter(
        ~Exists(Delivery.objects.filter(player=OuterRef("player"), key=key)),
        ~Q(address=""),
        confirmed_at__isnull=False,
        bounced_at=None,
        zone__in=zones,
        player__in=Player.objects.filter(is_active=True).values("pk"),
        choices__has_key=f"{Kind.DIGEST.value}.{Channel.MAIL.value}",
    )
    people = [one.player for one in wanted if wants(one, Kind.DIGEST, Channel.MAIL)]
    told = 0
    for begin in range(0, len(people), AT_ONCE):
        with transaction.atomic():
            told += tell(messages.DIGEST, to=people[begin : begin + AT_ONCE], key=key, path="/", now=now)
    return told


def _is_due(zone: str, now: datetime) -> bool:
    here = timezone.localtime(now, ZoneInfo(zone))
    return here.weekday() == DAY and here.hour >= HOUR
