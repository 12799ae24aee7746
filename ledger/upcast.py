"""Old kinds and versions of events become new ones when they are read; what is stored stays as it is."""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
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


def newest(events: list[StoredEvent]) -> list[StoredEvent]:
    if _upcasters.keys().isdisjoint(map(_KIND_AND_VERSION, events)):
        return events
    return [event._replace(**upcast(*event[2:5])._asdict()) for event in events]


def newest_facts(facts: list[NewEvent]) -> list[NewEvent]:
    if _upcasters.keys().isdisjoint(map(_FIRST_TWO, facts)):
        return facts
    return [upcast(*fact) for fact in facts]


_KIND_AND_VERSION = itemgetter(2, 3)
_FIRST_TWO = itemgetter(0, 1)


def upcast(kind: str, version: int, payload: Any) -> NewEvent:
    while upcaster := _upcasters.get((kind, version)):
        becomes = _renamed.get((kind, version), kind)
        kind, version, payload = upcaster(payload)
        assert kind == becomes, f"an event became {kind}, but {becomes} is registered"
    return NewEvent(kind, version, payload)
