"""Matches are tested with a game that is none of the product's: nothing here may know a rule of Elekt."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import pytest

from elekt_core import registry
from matches.timeline import shelf
from tests.elekt_core import toy


@pytest.fixture(autouse=True)
def high_card() -> Iterator[None]:
    """The toy game is installed, and no timeline is warm."""
    loaders = cast("dict[str, Any]", registry._loaders())
    loaders["high-card"] = lambda: toy.game
    shelf.forget()
    yield
    del loaders["high-card"]


@pytest.fixture(autouse=True)
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, tuple[str | int, ...]]]:
    """Tasks that were sent instead of being sent: name and arguments."""
    tasks: list[tuple[str, tuple[str | int, ...]]] = []
    monkeypatch.setattr("matches.after.send", lambda task, *arguments, **_: tasks.append((task, arguments)))
    return tasks
