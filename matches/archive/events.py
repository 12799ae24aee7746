"""What the archive asks those who hold events (tournaments, leagues), which are a floor above."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from web import hooks
from web.encoding import component


@component("ArchivedEvent")
@dataclass(frozen=True, slots=True)
class Event:
    id: UUID
    title: str
    address: str


class EventsOfTables(NamedTuple):
    """The hook ``events_of_tables``."""

    tables_of: Callable[[str], Iterable[Any]]
    """Of an event by its id, or of events whose titles contain a text: a query of the ids of tables."""
    events_of: Callable[[Collection[UUID]], Mapping[UUID, Event]]
    """By table, the event that everybody may know of."""


def tables_of(asked: str) -> list[Iterable[Any]]:
    return [given.tables_of(asked) for given in hooks.given("events_of_tables")]


def events_of(tables: Collection[UUID]) -> Mapping[UUID, Event]:
    found: dict[UUID, Event] = {}
    for given in hooks.given("events_of_tables"):
        found |= given.events_of(tables)
    return found
