"""Marks: how a loss is called, in words that chess has made known."""

from __future__ import annotations

from typing import Final

from .numbers import POINT

MARKS: Final = (("blunder", 15 * POINT), ("mistake", 10 * POINT), ("inaccuracy", 5 * POINT))
"""From the gravest: what both judges call a loss above so much, or what is proved to be one."""
SHOWN: Final = 3
"""So many of the best choices are told."""


def mark_of(loss: int) -> str | None:
    return next((name for name, least in MARKS if loss > least), None)
