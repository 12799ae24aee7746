"""Nothing is sent to workers while it is looked for leaks, and nothing is remembered from one test to the next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from matches.play.timeline import timelines as matches
from tests.conftest import AS_SENT
from tournaments.cache import cache as tournaments


@pytest.fixture(autouse=True)
def sent(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[str, tuple[Any, ...]]]]:
    """The tasks that would have been sent, by name and arguments."""
    tasks: list[tuple[str, tuple[Any, ...]]] = []
    monkeypatch.setattr("matches.after_commit.send", lambda task, *arguments, **_: tasks.append((task, arguments)))
    matches.forget()
    tournaments.clear()
    yield tasks
    matches.forget()
    tournaments.clear()


@pytest.fixture(autouse=True)
def pages_as_they_are_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaks are looked for byte by byte."""
    monkeypatch.setattr(Client, "request", AS_SENT)
