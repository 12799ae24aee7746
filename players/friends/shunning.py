"""Muting and blocking: whom somebody does not want to hear."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from web.errors import BadRequest, Conflict

from .models import Friendship, Shunned

MAX_SHUNNED = 500


def shun(*, by: UUID, other: UUID, blocked: bool) -> None:
    """Mute, or also block. Whoever is blocked is no friend any more. Raises BadRequest, Conflict."""
    if by == other:
        raise BadRequest("not_oneself", field="player")
    if Shunned.objects.filter(owner=by).exclude(other=other).count() >= MAX_SHUNNED:
        raise Conflict("too_many_shunned", most=MAX_SHUNNED)
    Shunned.objects.update_or_create(owner=by, other=other, defaults={"blocked": blocked})
    if blocked:
        Friendship.objects.filter(asker__in=(by, other), asked__in=(by, other)).delete()


def pardon(*, by: UUID, other: UUID) -> None:
    Shunned.objects.filter(owner=by, other=other).delete()


def shunned_by(player: UUID | None) -> set[UUID]:
    """Whose words the player does not read: those whom they have muted or blocked."""
    return set(Shunned.objects.filter(owner=player).values_list("other", flat=True)) if player else set()


def blocking(player: UUID, others: Iterable[UUID]) -> set[UUID]:
    """Those of ``others`` who have blocked the player."""
    rows = Shunned.objects.filter(other=player, owner__in=list(others), blocked=True)
    return set(rows.values_list("owner", flat=True))
