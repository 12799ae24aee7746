"""Sessions that have run out are deleted; the others stay."""

from __future__ import annotations

from datetime import timedelta

import pytest
from celery import current_app
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from players import tasks

pytestmark = pytest.mark.django_db


def test_only_sessions_that_have_run_out_are_forgotten() -> None:
    old, kept = Client(), Client()
    for client in (old, kept):
        client.post("/guest/", {"name": "Bob"})
    key = old.session.session_key
    Session.objects.filter(session_key=key).update(expire_date=timezone.now() - timedelta(seconds=1))
    tasks.forget_sessions()
    assert [session.session_key for session in Session.objects.all()] == [kept.session.session_key]


def test_the_beat_knows_every_task_that_it_sends() -> None:
    current_app.loader.import_default_modules()
    for entry in settings.CELERY_BEAT_SCHEDULE.values():
        assert entry["task"] in current_app.tasks
