"""Exercises out of the shipped set: what is best in them was found by the judges, not by these tests."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any
from uuid import UUID, uuid4

import pytest

from matches.models import Exercise
from matches.training.adding import row_of
from matches.training.collecting import FOLDER, lines


@cache
def shipped(game: str = "elekt") -> tuple[dict[str, Any], ...]:
    return tuple(lines(FOLDER / f"{game}.jsonl"))


@pytest.fixture
def add() -> Callable[..., Exercise]:
    """Exercise ``number`` of the shipped ones."""

    def added(number: int = 0, *, source: UUID | None = None, **changes: Any) -> Exercise:
        one = shipped()[number]
        row = row_of(uuid4(), one, source=source, bots=[] if source else one["bots"])
        for name, value in changes.items():
            setattr(row, name, value)
        row.save()
        return row

    return added


@pytest.fixture
def exercise(add: Callable[..., Exercise]) -> Exercise:
    return add()
