"""Who has a live stream open in this process, for those who ask who is there."""

from __future__ import annotations

from collections import Counter
from uuid import UUID

from .admission import Listener
from .audience import Audience

Viewer = tuple[str, UUID, str]
"""Kind of stream, its id, and from where somebody looks."""

_open: Counter[Viewer] = Counter()


def enter(audience: Audience, listener: Listener) -> None:
    """A stream was opened. Whoever is nobody here is nobody's presence."""
    if listener.player is not None:
        _open[audience.kind, audience.stream, audience.viewer] += 1


def leave(audience: Audience, listener: Listener) -> None:
    if listener.player is not None:
        viewer = (audience.kind, audience.stream, audience.viewer)
        _open[viewer] -= 1
        if not _open[viewer]:
            del _open[viewer]


def viewers(kind: str) -> list[tuple[UUID, str]]:
    """Those of one kind of stream; may be asked from any thread."""
    return [(stream, viewer) for name, stream, viewer in list(_open) if name == kind]
