"""What can happen to a kept position, and the fold of it. The stream holds cards and ids, never a name of a person."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, assert_never
from uuid import UUID

from ledger.typed import Kinds


@dataclass(frozen=True, slots=True)
class PositionKept:
    """Somebody keeps a position by name. ``cards`` is the hash of an own card list, taken from ``card_list``."""

    game: str
    owner: UUID
    name: str
    access: str
    ruleset: str
    seats: int
    options: Mapping[str, Any]
    cards: str
    card_list: UUID | None
    position: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PositionChanged:
    """The same name stands for another position now."""

    ruleset: str
    seats: int
    options: Mapping[str, Any]
    cards: str
    card_list: UUID | None
    position: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PositionRenamed:
    name: str


@dataclass(frozen=True, slots=True)
class PositionAccessChanged:
    access: str


@dataclass(frozen=True, slots=True)
class PositionDropped:
    """Its owner keeps it no longer."""


PositionEvent = PositionKept | PositionChanged | PositionRenamed | PositionAccessChanged | PositionDropped

KINDS = Kinds[PositionEvent](PositionEvent, first=PositionKept)


@dataclass(slots=True)
class PositionFold:
    """A kept position folded from its events."""

    id: UUID
    version: int = 0
    game: str = ""
    owner: UUID | None = None
    name: str = ""
    access: str = ""
    ruleset: str = ""
    seats: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    cards: str = ""
    card_list: UUID | None = None
    position: Mapping[str, Any] = field(default_factory=dict)
    dropped: bool = False
    kept_at: datetime | None = None
    changed_at: datetime | None = None

    def apply(self, event: PositionEvent, at: datetime) -> None:
        self.version += 1
        self.changed_at = at
        match event:
            case PositionKept():
                self.game, self.owner, self.name, self.access = event.game, event.owner, event.name, event.access
                self.kept_at = at
                self._set_up(event)
            case PositionChanged():
                self._set_up(event)
            case PositionRenamed():
                self.name = event.name
            case PositionAccessChanged():
                self.access = event.access
            case PositionDropped():
                self.dropped = True
            case _:
                assert_never(event)

    def _set_up(self, event: PositionKept | PositionChanged) -> None:
        self.ruleset, self.seats, self.options = event.ruleset, event.seats, event.options
        self.cards, self.card_list, self.position = event.cards, event.card_list, event.position
