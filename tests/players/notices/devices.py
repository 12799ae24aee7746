"""Devices of people in tests, and what waits for them."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.utils import timezone

from players.notices.models import Delivery, Device


def with_devices(people: Iterable[UUID]) -> None:
    """One device each."""
    for player in people:
        Device.objects.create(
            player=player, endpoint=f"https://push.example/{player}", key="k", secret="s", added_at=timezone.now()
        )


def waiting_for(player: UUID) -> list[Delivery]:
    """What was told to somebody and is not sent yet, in the order of telling."""
    return list(Delivery.objects.filter(player=player, state=Delivery.State.WAITING).order_by("made_at", "pk"))


def told(player: UUID) -> list[str]:
    return [row.message for row in waiting_for(player)]
