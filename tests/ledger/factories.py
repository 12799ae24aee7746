"""Plain builders with defaults."""

from __future__ import annotations

from typing import Any

from ledger.events import NewEvent


def placed(number: int = 1, **payload: Any) -> NewEvent:
    return NewEvent("stone_placed", 1, {"number": number, **payload})


def batch(length: int, first: int = 1) -> list[NewEvent]:
    return [placed(first + step) for step in range(length)]
