"""What a worker looks for each second, in one task."""

from __future__ import annotations

import pytest
from django.utils import timezone

from matches import tasks
from matches.clocks import flags
from matches.models import Match
from matches.thinking import queue
from matches.watching import live as watching

from .factories import started

pytestmark = pytest.mark.django_db


def test_what_cannot_be_looked_at_keeps_nothing_else_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Flags and spectators come before the bots that are due."""
    asked: list[str] = []
    monkeypatch.setattr("matches.after_commit.send", lambda task, *arguments, **how: asked.extend(arguments[:1]))
    monkeypatch.setattr("matches.tasks.RESEND_AFTER", tasks.RESEND_AFTER * 0)
    table = started("Alice", "bot:random")
    Match.objects.filter(id=table.match).update(due=True, automatic=3, awaited=1, last_at=timezone.now())
    tasks.look_each_second()
    assert str(table.match) in {*asked, *(str(match) for match, _ in queue.queued())}

    def fails() -> None:
        raise RuntimeError("a row that cannot be read")

    asked.clear()
    monkeypatch.setattr(flags, "carry_out_due", fails)
    monkeypatch.setattr(watching, "advance_due", fails)
    with pytest.raises(ExceptionGroup) as raised:
        tasks.look_each_second()
    assert [str(error) for error in raised.value.exceptions] == ["a row that cannot be read"] * 2
    assert str(table.match) in {*asked, *(str(match) for match, _ in queue.queued())}
