"""The time of day is set back: what waits for some seconds to pass does not wait until it has come again."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from matches import tasks
from matches.models import Match
from matches.play import archiving
from matches.thinking import queue
from matches.thinking.models import Thought

from ..factories import started

pytestmark = pytest.mark.django_db


def test_what_happened_before_the_clock_was_set_back_is_due_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot's move and a finished match of yesterday; then they are still to come."""
    asked: list[str] = []
    monkeypatch.setattr("matches.after_commit.send", lambda task, *arguments, **how: asked.extend(arguments[:1]))
    waiting, over = started("Alice", "bot:random"), started("Alice", "Bob")
    Match.objects.filter(id=waiting.match).update(due=True, automatic=3, awaited=1)
    over.play_out()
    Match.objects.filter(id=over.match).update(due=False)
    then = timezone.now()
    for later in (timedelta(days=1), timedelta(hours=-1)):
        now = then + later
        monkeypatch.setattr("django.utils.timezone.now", lambda now=now: now)
        asked.clear()
        tasks.resend()
        due = {*asked, *(str(match) for match, _ in queue.queued())}  # asked for, or in the lane that counts tries
        assert due == {str(waiting.match)}
        Thought.objects.all().delete()
        assert archiving.pending() == [over.match]
