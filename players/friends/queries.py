"""What somebody may know of their friends; nobody else is told any of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from .. import queries as players
from ..models import Player
from .models import Friendship, Presence, Shunned

ONLINE_FOR = timedelta(minutes=2)
REQUESTS_A_PAGE, REQUESTS_AT_ONCE = 20, 5
"""How many requests a page of them shows, and how many the page of friends."""


@dataclass(frozen=True, slots=True)
class FriendShown:
    player: UUID
    name: str
    online: bool = False
    blocked: bool = False


@dataclass(frozen=True, slots=True)
class RequestsShown:
    """A page of those who want to be friends with the viewer, the latest first; ``count`` are all of them."""

    asking: tuple[FriendShown, ...]
    count: int
    page: int
    is_last: bool


@dataclass(frozen=True, slots=True)
class FriendsShown:
    """``asking`` are the latest of the ``requests`` that wait for the viewer; ``asked`` have not answered them yet."""

    friends: tuple[FriendShown, ...]
    asking: tuple[FriendShown, ...]
    requests: int
    asked: tuple[FriendShown, ...]
    shunned: tuple[FriendShown, ...]
    presence_shown: bool


def requests(player: UUID, page: int = 1) -> RequestsShown:
    waiting = Friendship.objects.filter(asked=player, accepted_at=None)
    begin = (page - 1) * REQUESTS_A_PAGE
    rows = list(waiting.order_by("-asked_at", "-pk")[begin : begin + REQUESTS_A_PAGE + 1])
    here = [row.asker for row in rows[:REQUESTS_A_PAGE]]
    called = players.names(set(here))
    return RequestsShown(
        tuple(FriendShown(id_, called.get(id_, "")) for id_ in here),
        waiting.count(),
        page,
        is_last=len(rows) <= REQUESTS_A_PAGE,
    )


def friends(player: UUID, now: datetime | None = None) -> FriendsShown:
    rows = list(Friendship.objects.filter(Q(asker=player) | Q(asked=player)))
    shunned = dict(Shunned.objects.filter(owner=player).values_list("other", "blocked"))
    others = {_other(row, player) for row in rows}
    called = players.names({*others, *shunned})
    online = _online(others, now or timezone.now())

    def shown(ids: Iterable[UUID]) -> tuple[FriendShown, ...]:
        found = [FriendShown(id_, called.get(id_, ""), id_ in online, shunned.get(id_, False)) for id_ in ids]
        return tuple(sorted(found, key=lambda one: (not one.online, one.name.casefold(), str(one.player))))

    accepted = {_other(row, player) for row in rows if row.accepted_at}
    online &= accepted  # who has not accepted sees nothing, and is not seen
    hidden = Presence.objects.filter(player=player, shown=False).exists()
    waiting = sorted((row for row in rows if row.asked == player and not row.accepted_at), key=_when, reverse=True)
    return FriendsShown(
        friends=shown(accepted),
        asking=shown(row.asker for row in waiting[:REQUESTS_AT_ONCE]),
        requests=len(waiting),
        asked=shown(row.asked for row in rows if row.asker == player and not row.accepted_at),
        shunned=shown(shunned),
        presence_shown=not hidden,
    )


def could_be_asked(player: UUID, others: Iterable[UUID]) -> list[UUID]:
    """Those of ``others`` with whom the player is not friends, has not asked, and has not blocked."""
    wanted = [one for one in dict.fromkeys(others) if one != player]
    rows = Friendship.objects.filter(Q(asker=player, asked__in=wanted) | Q(asker__in=wanted, asked=player))
    known = {_other(row, player) for row in rows if row.accepted_at or row.asker == player}
    known |= set(Shunned.objects.filter(owner=player, other__in=wanted, blocked=True).values_list("other", flat=True))
    there = Player.objects.filter(id__in=wanted, is_active=True, erased_at=None, written_in=None)
    living = set(there.values_list("id", flat=True))
    return [one for one in wanted if one in living and one not in known]


def _when(row: Friendship) -> tuple[datetime, int]:
    return row.asked_at, row.pk


def _other(row: Friendship, player: UUID) -> UUID:
    return row.asked if row.asker == player else row.asker


def _online(ids: Iterable[UUID], now: datetime) -> set[UUID]:
    rows = Presence.objects.filter(player__in=list(ids), shown=True, seen_at__gt=now - ONLINE_FOR)
    return set(rows.values_list("player", flat=True))
