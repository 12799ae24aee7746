"""What can happen to a recorded game, and the fold of it. The stream holds cards and ids, never a name of a person."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, assert_never
from uuid import UUID

from ledger.typed import Kinds


@dataclass(frozen=True, slots=True)
class ScribingBegun:
    """``viewer`` is the seat whose cards the scribe sees, None for a scribe who sees none until it is played."""

    game: str
    owner: UUID
    ruleset: str
    seats: int
    options: Mapping[str, Any]
    viewer: int | None


@dataclass(frozen=True, slots=True)
class ScribeEntered:
    """An entry, and the facts that followed, as the scribe may know them."""

    picks: tuple[str, ...]
    facts: tuple[Mapping[str, Any], ...]
    decision: Mapping[str, Any] | None
    ranks: tuple[int, ...]
    """Of the result, where the game is over with it."""


@dataclass(frozen=True, slots=True)
class ScribeTookBack:
    """The last entry in force is undone. Both stay."""


@dataclass(frozen=True, slots=True)
class ScribeAccessChanged:
    """Who may look at the replay: ``owner``, or ``link``, whoever has its address."""

    access: str


ScribeEvent = ScribingBegun | ScribeEntered | ScribeTookBack | ScribeAccessChanged

KINDS = Kinds[ScribeEvent](ScribeEvent, first=ScribingBegun)


@dataclass(slots=True)
class ScribeFold:
    """A recorded game folded from its events."""

    id: UUID
    version: int = 0
    game: str = ""
    owner: UUID | None = None
    ruleset: str = ""
    seats: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    viewer: int | None = None
    entries: tuple[ScribeEntered, ...] = ()
    """In force."""
    access: str = "owner"
    begun_at: datetime | None = None
    changed_at: datetime | None = None

    @property
    def ranks(self) -> tuple[int, ...]:
        return self.entries[-1].ranks if self.entries else ()

    def apply(self, event: ScribeEvent, at: datetime) -> None:
        self.version += 1
        self.changed_at = at
        match event:
            case ScribingBegun():
                self.game, self.owner, self.ruleset = event.game, event.owner, event.ruleset
                self.seats, self.options, self.viewer = event.seats, event.options, event.viewer
                self.begun_at = at
            case ScribeEntered():
                self.entries = (*self.entries, event)
            case ScribeTookBack():
                self.entries = self.entries[:-1]
            case ScribeAccessChanged(access=access):
                self.access = access
            case _:
                assert_never(event)
