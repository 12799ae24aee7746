"""Work in the background. Each task may run twice, late, or not at all."""

from __future__ import annotations

from importlib import import_module

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from ledger import projections

from .merging import services as merging
from .ratings import measures


@shared_task
def follow() -> None:
    """Now and then: bring what follows the ledger's feed to its end."""
    projections.catch_up_all()


@shared_task
def follow_ratings_calendar() -> None:
    """Now and then: rating periods end, seasons begin and ratings decay where nobody plays, too."""
    measures.follow_calendar(timezone.now())


@shared_task
def clear_merged_profiles() -> None:
    """Now and then: erase what was merged into another profile so long ago that nobody can undo it."""
    merging.clear(timezone.now())


@shared_task
def forget_sessions() -> None:
    """Now and then: delete the sessions that have run out, which nothing else does."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
