"""Old kinds and versions of events become new ones when they are read; what is stored stays as it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from operator import itemgetter
from typing import Any, NamedTuple

from .events import NewEvent, StoredEvent, given


class Upcaster(NamedTuple):
    """How an old kind of event is read (hook ``upcasters``).

    ``event`` is a pure function from the payload of this kind and version to the event that replaces it; ``becomes`` is
    the kind of that event, where it is another one.
    """

    kind: str
    version: int
    event: Callable[[Any], NewEvent]
    becomes: str | None = None


@cache
def _upcasters() -> Mapping[tuple[str, int], Upcaster]:
    upcasters: tuple[Upcaster, ...] = given("upcasters")
    found = {(upcaster.kind, upcaster.version): upcaster for upcaster in upcasters}
    assert len(found) == len(upcasters), "a kind and version has two upcasters"
    return found


def older(kinds: frozenset[str]) -> frozenset[str]:
    """What events of these kinds were called before."""
    renamed = [upcaster for upcaster in _upcasters().values() if upcaster.becomes is not None]
    found = frozenset(old.kind for old in renamed if old.becomes in kinds and old.kind not in kinds)
    return found | older(found | kinds) if found else found


def newest(events: list[StoredEvent]) -> list[StoredEvent]:
    if _upcasters().keys().isdisjoint(map(_KIND_AND_VERSION, events)):
        return events
    return [event._replace(**upcast(*event[2:5])._asdict()) for event in events]


def newest_facts(facts: list[NewEvent]) -> list[NewEvent]:
    if _upcasters().keys().isdisjoint(map(_FIRST_TWO, facts)):
        return facts
    return [upcast(*fact) for fact in facts]


_KIND_AND_VERSION = itemgetter(2, 3)
_FIRST_TWO = itemgetter(0, 1)


def upcast(kind: str, version: int, payload: Any) -> NewEvent:
    while upcaster := _upcasters().get((kind, version)):
        becomes = upcaster.becomes or kind
        kind, version, payload = upcaster.event(payload)
        assert kind == becomes, f"an event became {kind}, its upcaster says {becomes}"
    return NewEvent(kind, version, payload)
