"""Matches are tested with a game that is none of the product's: nothing here may know a rule of Elekt."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest

from elekt_core import registry
from matches.play.timeline import timelines
from tests.elekt_core import toy, toy_solo


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
