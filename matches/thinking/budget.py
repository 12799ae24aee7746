"""How much of a processor the bots of one match may use, of whatever level. Who has used too much waits; no thought is
shortened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q

from ledger.clock import SKEW

from ..models import Table
from ..tables import bot_tables
from .models import ThinkingTime

FREE = 10_000
"""Milliseconds that a match may be in debt before it has to wait."""


def debts(matches: Collection[UUID], now: datetime) -> Mapping[UUID, int]:
    """What each of these matches has used lately, in ms; one that has used nothing is not in it."""
    return {row.match: _debt(row, now) for row in ThinkingTime.objects.filter(match__in=list(matches))}


def has_to_wait(match: UUID, now: datetime) -> bool:
    """Whether a quick thought of this match, too, belongs into the slow lane, where it waits for its turn: the match
    has used too much, or nobody plays it but bots."""
    return debts([match], now).get(match, 0) >= FREE or bool(bot_tables.without_people([match]))


def debts_of_hosts(matches: Collection[UUID], now: datetime) -> Mapping[UUID, int]:
    """For each of these matches, what all matches of whoever opened its table have used lately, in ms: so many tables
    get no more than one."""
    hosts = _hosts(Q(match__in=list(matches)))
    host_of = _hosts(Q(host__in=set(hosts.values()), match__in=ThinkingTime.objects.values("match")))
    used = Counter[UUID]()
    for match, debt in debts(host_of, now).items():
        used[host_of[match]] += debt
    return {match: used[host] for match, host in hosts.items()}


def _hosts(which: Q) -> Mapping[UUID, UUID]:
    rows = Table.objects.filter(which).values_list("match", "host")
    return {match: host for match, host in rows if match is not None}


def charge(match: UUID, used: int, now: datetime) -> None:
    """Called for each thought, whether or not anything came of it."""
    if not used:
        return
    with transaction.atomic():
        # Two bots of a match may think at the same time, and both be the first.
        ThinkingTime.objects.get_or_create(match=match, defaults={"used": 0, "debt": 0, "at": now})
        row = ThinkingTime.objects.select_for_update().get(match=match)
        row.debt, row.used, row.at = _debt(row, now) + used, row.used + used, now
        row.save()


def _debt(row: ThinkingTime, now: datetime) -> int:
    """If the clock was set back, nobody knows how long ago it was, and nobody waits until it comes again."""
    if row.at > now + SKEW:
        return 0
    passed = max(0, (now - row.at) // timedelta(milliseconds=1))
    return max(0, row.debt - passed * settings.BOT_CPU_SHARE // 100)
