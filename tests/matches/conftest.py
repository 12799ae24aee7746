"""Matches are tested with a game that is none of the product's: nothing here may know a rule of Elekt."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from types import ModuleType

import pytest
from django.db import connection

from elekt_core import registry
from matches.play.timeline import timelines
from tests.elekt_core import toy, toy_solo
from tests.sampling import LONG, ON_POSTGRES

collect_ignore = [] if LONG or ON_POSTGRES else ["test_api_contract.py"]
"""Tried on PostgreSQL, which is stricter; to read the schema alone takes seconds."""


@pytest.fixture(autouse=True)
def high_card() -> Iterator[None]:
    """The toy games are installed, and no timeline is warm."""
    sources = registry._sources()
    for game in (toy.game, toy_solo.game):
        sources[game.name] = [registry.Source(game.name, "tests", "toy", partial(_itself, game))]
    timelines.forget()
    yield
    del sources["high-card"], sources["duel"]


def _itself(game: object) -> object:
    return game


@pytest.fixture(autouse=True)
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, tuple[str | int, ...]]]:
    """Tasks that were sent instead of being sent: name and arguments."""
    tasks: list[tuple[str, tuple[str | int, ...]]] = []
    monkeypatch.setattr("matches.after_commit.send", lambda task, *arguments, **_: tasks.append((task, arguments)))
    return tasks


@pytest.fixture
def no_queries(monkeypatch: pytest.MonkeyPatch) -> Callable[[ModuleType], None]:
    """Where this module has its work ``watched``, the work asks the database for nothing: who looks around in the
    middle of it does so by the same connection, and PostgreSQL's waits for ever for one that is in use."""

    def refuse(*_: object) -> None:
        raise AssertionError("a query while it is watched")

    @contextmanager
    def watched(is_needed: Callable[[], bool]) -> Iterator[None]:
        with connection.execute_wrapper(refuse):
            yield

    return lambda module: monkeypatch.setattr(module, "watched", watched)
