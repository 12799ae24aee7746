"""What the apps above say about two profiles: why they cannot be one person, and what follows when they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from uuid import UUID

Obstacle = Callable[[UUID, UUID], str]
"""From the profile that is kept and the one that goes to a code of ``sentences``, ``""`` where nothing stands between
them."""
Follow = Callable[[UUID, UUID], None]
"""The same, after they were made one: each does its own transaction."""
_obstacles: list[Obstacle] = []
_follows: list[Follow] = []


def register(*, obstacle: Obstacle | None = None, follow: Follow | None = None) -> None:
    if obstacle is not None and obstacle not in _obstacles:
        _obstacles.append(obstacle)
    if follow is not None and follow not in _follows:
        _follows.append(follow)


def obstacles(keeps: UUID, goes: UUID) -> Iterator[str]:
    return (code for one in _obstacles if (code := one(keeps, goes)))


def follow(keeps: UUID, goes: UUID) -> None:
    for one in _follows:
        one(keeps, goes)
