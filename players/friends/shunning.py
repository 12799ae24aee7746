"""Muting and blocking: whom somebody does not want to hear."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from web import hooks
from web.errors import BadRequest, Conflict

from .models import Friendship, Shunned

MAX_SHUNNED = 500


def shun(*, by: UUID, other: UUID, blocked: bool) -> None:
    """Mute, or also block. Raises BadRequest, Conflict."""
    if by == other:
        raise BadRequest("not_oneself", field="player")
    if Shunned.objects.filter(owner=by).exclude(other=other).count() >= MAX_SHUNNED:
        raise Conflict("too_many_shunned", most=MAX_SHUNNED)
    with transaction.atomic():
        put(owner=by, other=other, blocked=blocked)
        if blocked:
            for part in hooks.given("player_blocked"):
                part(by, other)


def put(*, owner: UUID, other: UUID, blocked: bool) -> None:
    """A blocked player is no longer a friend, and stays blocked until pardoned: muting them as well changes nothing."""
    with transaction.atomic():
        Shunned.objects.get_or_create(owner=owner, other=other, defaults={"blocked": blocked})
        if blocked:
            Shunned.objects.filter(owner=owner, other=other).update(blocked=True)
            Friendship.objects.filter(asker__in=(owner, other), asked__in=(owner, other)).delete()


def pardon(*, by: UUID, other: UUID) -> None:
    Shunned.objects.filter(owner=by, other=other).delete()


def shunned_by(player: UUID | None) -> set[UUID]:
    """Those whose words the player does not read, as they have muted or blocked them."""
    return set(Shunned.objects.filter(owner=player).values_list("other", flat=True)) if player else set()


def blocking(player: UUID, others: Iterable[UUID]) -> set[UUID]:
    """Those of ``others`` who have blocked the player."""
    rows = Shunned.objects.filter(other=player, owner__in=list(others), blocked=True)
    return set(rows.values_list("owner", flat=True))


def blocked_pairs(people: Iterable[UUID]) -> set[frozenset[UUID]]:
    """The pairs among ``people`` of whom either has blocked the other."""
    some = list(people)
    rows = Shunned.objects.filter(owner__in=some, other__in=some, blocked=True)
    return {frozenset(pair) for pair in rows.values_list("owner", "other")}


def blocked_between(one: UUID, other: UUID) -> bool:
    """Whether either has blocked the other."""
    pair = Q(owner=one, other=other) | Q(owner=other, other=one)
    return Shunned.objects.filter(pair, blocked=True).exists()
