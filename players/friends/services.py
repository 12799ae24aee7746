"""Every change to who is friends with whom. None of it is in a ledger, so it can be erased."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import assert_never
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from web.errors import BadRequest, Conflict, NotFound
from web.limits import Limit

from ..models import Player
from . import commands as c
from .commands import Command
from .models import Friendship, Presence, Shunned
from .shunning import blocked_between, pardon, put, shun

MAX_FRIENDS = 500
MAX_ASKING, MAX_GUESTS_ASKING = 100, 50
"""Requests that wait for one person, and those of guests among them: guests cost nothing, and must not use up all."""
ASKED_OFTEN = Limit("people asked to be friends", 30, 24 * 3600)
SAME_ASKED_OFTEN = Limit("the same person asked to be friends", 3, 24 * 3600)
SEEN_EVERY = timedelta(seconds=50)


def change(command: Command, *, by: UUID, now: datetime | None = None) -> None:
    """Raises NotFound, BadRequest, Conflict, TooMany."""
    match command:
        case c.AskToBeFriends(player):
            _ask(by, player, now or timezone.now())
        case c.AcceptFriend(player):
            _check_room(by)
            asked = Friendship.objects.filter(asker=player, asked=by, accepted_at=None)
            if not asked.update(accepted_at=now or timezone.now()):
                raise NotFound("no_friend_request")
        case c.EndFriendship(player):
            Friendship.objects.filter(between(by, player)).delete()
        case c.RefuseAllRequests():
            Friendship.objects.filter(asked=by, accepted_at=None).delete()
        case c.MutePlayer(player) | c.BlockPlayer(player):
            _check_there(player)
            shun(by=by, other=player, blocked=isinstance(command, c.BlockPlayer))
        case c.PardonPlayer(player):
            pardon(by=by, other=player)
        case c.ShowPresence(shown):
            Presence.objects.update_or_create(
                player=by, defaults={"shown": shown}, create_defaults={"shown": shown, "seen_at": timezone.now()}
            )
        case _:
            assert_never(command)


def between(one: UUID, other: UUID) -> Q:
    return Q(asker=one, asked=other) | Q(asker=other, asked=one)


def _ask(by: UUID, other: UUID, now: datetime) -> None:
    if by == other:
        raise BadRequest("not_oneself", field="player")
    _check_there(other)
    if blocked_between(by, other):
        raise Conflict("cannot_be_asked")
    _check_room(by)
    if _answered(by, other, now):
        return
    _check_waiting(by, other)
    ASKED_OFTEN.take(str(by))
    SAME_ASKED_OFTEN.take(str(by), str(other))
    try:
        with transaction.atomic():
            Friendship.objects.create(asker=by, asked=other, asked_at=now)
    except IntegrityError:  # one of the two has just asked
        _answered(by, other, now)


def _answered(by: UUID, other: UUID, now: datetime) -> bool:
    """Whether one of the two had already asked. If it was ``other``, they are friends now."""
    found = Friendship.objects.filter(between(by, other)).first()  # looked at once: who asks meanwhile, asks next
    if found is not None and found.asker == other:
        Friendship.objects.filter(pk=found.pk, accepted_at=None).update(accepted_at=now)
    return found is not None


def _check_there(player: UUID) -> None:
    """Erased people, and names that were only written down, cannot answer."""
    if not Player.objects.filter(id=player, is_active=True, erased_at=None, written_in=None).exists():
        raise Conflict("cannot_be_asked")


def _check_waiting(by: UUID, other: UUID) -> None:
    """Raises Conflict where too many wait for the answer of ``other`` already."""
    waiting, guests = Friendship.objects.filter(asked=other, accepted_at=None), Player.objects.filter(username=None)
    most = MAX_ASKING
    if waiting.count() < most and guests.filter(id=by).exists():
        waiting, most = waiting.filter(asker__in=guests.values("id")), MAX_GUESTS_ASKING
    if waiting.count() >= most:
        raise Conflict("asked_by_many", most=most)


def _check_room(player: UUID) -> None:
    if Friendship.objects.filter(Q(asker=player) | Q(asked=player, accepted_at__isnull=False)).count() >= MAX_FRIENDS:
        raise Conflict("too_many_friends", most=MAX_FRIENDS)


# --- who is here --------------------------------------------------------------------------------------------


def note_presence(player: UUID, now: datetime | None = None) -> None:
    """Somebody has a page open. Written once a minute or so."""
    at = now or timezone.now()
    if Presence.objects.filter(player=player, seen_at__gt=at - SEEN_EVERY, seen_at__lte=at).exists():
        return
    Presence.objects.update_or_create(player=player, defaults={"seen_at": at})


# --- whoever goes -------------------------------------------------------------------------------------------


def forget(player: UUID) -> None:
    Friendship.objects.filter(Q(asker=player) | Q(asked=player)).delete()
    Shunned.objects.filter(Q(owner=player) | Q(other=player)).delete()
    Presence.objects.filter(player=player).delete()


def merged(keeps: UUID, goes: UUID) -> None:
    """Combine both profiles' friends, and those whom either has muted or blocked; a block by either stays a block."""
    with transaction.atomic():
        for one in Shunned.objects.filter(owner=goes).exclude(other=keeps):
            put(owner=keeps, other=one.other, blocked=one.blocked)
        for one in Shunned.objects.filter(other=goes).exclude(owner=keeps):
            put(owner=one.owner, other=keeps, blocked=one.blocked)
        for row in Friendship.objects.filter(Q(asker=goes) | Q(asked=goes)):
            other = row.asked if row.asker == goes else row.asker
            if other != keeps and not blocked_between(keeps, other):
                asker, asked = (keeps, other) if row.asker == goes else (other, keeps)
                _move(row, asker, asked)
        if Presence.objects.filter(player=goes, shown=False).exists():
            change(c.ShowPresence(False), by=keeps)
        forget(goes)


def _move(row: Friendship, asker: UUID, asked: UUID) -> None:
    """Move one profile's rows to the other. Two who have asked each other are friends."""
    found = Friendship.objects.filter(between(asker, asked)).first()
    if found is None:
        Friendship.objects.create(asker=asker, asked=asked, asked_at=row.asked_at, accepted_at=row.accepted_at)
    elif found.accepted_at is None and (row.accepted_at or found.asker != asker):
        since = row.accepted_at or max(found.asked_at, row.asked_at)
        Friendship.objects.filter(pk=found.pk).update(accepted_at=since)
