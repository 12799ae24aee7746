"""Old kinds and versions of events become new ones when they are read; what is stored stays as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from .events import NewEvent, StoredEvent

Upcaster = Callable[[Any], NewEvent]

_upcasters: dict[tuple[str, int], Upcaster] = {}


def register(kind: str, version: int, upcaster: Upcaster) -> None:
    """``upcaster`` is a pure function from the payload of this kind and version to the event that replaces it."""
    if _upcasters.get((kind, version), upcaster) is not upcaster:
        raise ValueError(f"{kind} version {version} has an upcaster already")
    _upcasters[kind, version] = upcaster


def newest(events: Iterable[StoredEvent]) -> list[StoredEvent]:
    return [_newest(event) for event in events] if _upcasters else list(events)


def _newest(event: StoredEvent) -> StoredEvent:
    while upcaster := _upcasters.get((event.kind, event.version)):
        kind, version, payload = upcaster(event.payload)
        event = event._replace(kind=kind, version=version, payload=payload)
    return event
