"""Work in the background. Each task may run twice, late, or not at all."""

from __future__ import annotations

from importlib import import_module

from celery import shared_task
from django.conf import settings


@shared_task
def forget_sessions() -> None:
    """Now and then: delete the sessions that have run out, which nothing else does."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
