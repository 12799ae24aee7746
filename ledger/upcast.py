"""Old kinds and versions of events become new ones when they are read; what is stored stays as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from .events import NewEvent, StoredEvent

Upcaster = Callable[[Any], NewEvent]

_upcasters: dict[tuple[str, int], Upcaster] = {}


_renamed: dict[tuple[str, int], str] = {}


def register(kind: str, version: int, upcaster: Upcaster, *, becomes: str | None = None) -> None:
    """``upcaster`` is a pure function from the payload of this kind and version to the event that replaces it.

    ``becomes`` is the kind of that event, where it is another one.
    """
    if _upcasters.get((kind, version), upcaster) is not upcaster:
        raise ValueError(f"{kind} version {version} has an upcaster already")
    _upcasters[kind, version] = upcaster
    if becomes is not None:
        _renamed[kind, version] = becomes


def older(kinds: frozenset[str]) -> frozenset[str]:
    """What events of these kinds were called before."""
    found = frozenset(old for (old, _), new in _renamed.items() if new in kinds and old not in kinds)
    return found | older(found | kinds) if found else found


def newest(events: Iterable[StoredEvent]) -> list[StoredEvent]:
    return [_newest(event) for event in events] if _upcasters else list(events)


def _newest(event: StoredEvent) -> StoredEvent:
    while upcaster := _upcasters.get((event.kind, event.version)):
        kind, version, payload = upcaster(event.payload)
        assert kind == _renamed.get((event.kind, event.version), event.kind), (
            f"{event.kind} became {kind}, which is not registered"
        )
        event = event._replace(kind=kind, version=version, payload=payload)
    return event
