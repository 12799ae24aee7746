"""Who has a live stream open in this process, for those who ask who is online."""

from __future__ import annotations

from collections import Counter
from uuid import UUID

from .admission import Listener
from .audience import Audience

Viewer = tuple[str, UUID, str]
"""Kind of stream, its id, and from where somebody looks."""

_open: Counter[Viewer] = Counter()


def enter(audience: Audience, listener: Listener) -> None:
    """A stream was opened. Visitors without a profile are not counted."""
    if listener.player is not None:
        _open[audience.kind, audience.stream, audience.viewer] += 1


def leave(audience: Audience, listener: Listener) -> None:
    if listener.player is not None:
        viewer = (audience.kind, audience.stream, audience.viewer)
        _open[viewer] -= 1
        if not _open[viewer]:
            del _open[viewer]


def viewers(kind: str) -> list[tuple[UUID, str]]:
    """The viewers of one kind of stream; may be called from any thread."""
    return [(stream, viewer) for name, stream, viewer in list(_open) if name == kind]
