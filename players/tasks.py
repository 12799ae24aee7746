"""Background work. Each task may run twice, late, or not at all."""

from __future__ import annotations

from importlib import import_module

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from ledger import projections

from .merging import services as merging
from .notices import delivering, digest, outbox
from .ratings import measures


@shared_task
def follow() -> None:
    """Now and then: bring everything that follows the ledger's feed up to date."""
    projections.catch_up_all()


@shared_task
def follow_ratings_calendar() -> None:
    """Now and then: end rating periods, begin seasons and decay ratings, even if nobody plays."""
    measures.follow_calendar(timezone.now())


@shared_task
def clear_merged_profiles() -> None:
    """Now and then: erase profiles merged into others too long ago to be separated again."""
    merging.clear(timezone.now())


@shared_task
def forget_sessions() -> None:
    """Now and then: delete expired sessions, which nothing else does."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()


@shared_task
def deliver_notices() -> None:
    """Every few seconds, and when something was told: send what waits in the outbox."""
    delivering.begin()


@shared_task
def tell_digests() -> None:
    """Now and then: the weekly digest of those where Monday has come; and forget what was sent long ago."""
    now = timezone.now()
    digest.tell_due(now)
    outbox.clear(now)
