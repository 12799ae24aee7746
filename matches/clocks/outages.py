"""Outages, in which nobody could play: how much of a clock's running time they cover. Pure."""

from __future__ import annotations

from collections.abc import Iterable

Span = tuple[int, int]


def later(outages: Iterable[Span], since: int, falls: int) -> int:
    """When a flag due to fall at ``falls`` falls, if the outages since ``since`` do not count. One that begins
    after that changes nothing any more."""
    for begin, end in sorted(outages):
        counted = max(begin, since)
        if counted >= falls:
            break
        falls += max(0, end - counted)
    return falls


def overlap(outages: Iterable[Span], since: int, until: int) -> int:
    """Milliseconds of the outages, which do not overlap, between two instants."""
    return sum(max(0, min(end, until) - max(begin, since)) for begin, end in outages)
