"""What one person may import in a day: reports are forgotten, so it is counted beside them."""

from __future__ import annotations

from uuid import UUID

from django.db.models import F, Q
from django.utils import timezone

from .models import ImportDay

MAX_MILLIS = 20 * 60 * 1000
"""Of a processor, a day (UTC): some twenty thousand records of usual length."""
MAX_STORED = 10_000
"""Matches a day."""


def is_spent(by: UUID) -> bool:
    too_much = Q(millis__gte=MAX_MILLIS) | Q(stored__gte=MAX_STORED)
    return ImportDay.objects.filter(too_much, by=by, day=timezone.now().date()).exists()


def count(by: UUID, seconds: float, *, stored: bool) -> None:
    today = timezone.now().date()
    row, is_new = ImportDay.objects.get_or_create(by=by, day=today)
    ImportDay.objects.filter(id=row.id).update(
        millis=F("millis") + int(seconds * 1000) + 1, stored=F("stored") + int(stored)
    )
    if is_new:
        ImportDay.objects.filter(by=by, day__lt=today).delete()


def forget(by: UUID) -> None:
    ImportDay.objects.filter(by=by).delete()
