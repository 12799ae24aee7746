"""What can happen to a card list, and the fold of it. The stream holds texts of card files and ids, never a name of a
person."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import assert_never
from uuid import UUID

from ledger.typed import Kinds


@dataclass(frozen=True, slots=True)
class CardListOpened:
    game: str
    name: str
    owner: UUID
    access: str


@dataclass(frozen=True, slots=True)
class CardListVersionAdded:
    """``number`` counts from 1; ``cards`` is the hash by which tables and records name the list."""

    number: int
    cards: str
    text: str
    note: str


@dataclass(frozen=True, slots=True)
class CardListRenamed:
    name: str


@dataclass(frozen=True, slots=True)
class CardListAccessChanged:
    access: str


@dataclass(frozen=True, slots=True)
class CardListRetired:
    """No new table opens with it. Matches that were opened with it go on."""


@dataclass(frozen=True, slots=True)
class CardListRestored:
    """It was retired, and is offered again."""


CardListEvent = (
    CardListOpened | CardListVersionAdded | CardListRenamed | CardListAccessChanged | CardListRetired | CardListRestored
)

KINDS = Kinds[CardListEvent](CardListEvent, first=CardListOpened)


@dataclass(frozen=True, slots=True)
class Version:
    """A version of the list, as it was added."""

    number: int
    cards: str
    text: str
    note: str
    added_at: datetime


@dataclass(slots=True)
class CardListFold:
    """A card list folded from its events."""

    id: UUID
    version: int = 0
    game: str = ""
    name: str = ""
    owner: UUID | None = None
    access: str = ""
    retired: bool = False
    versions: list[Version] = field(default_factory=list)
    opened_at: datetime | None = None
    changed_at: datetime | None = None

    def apply(self, event: CardListEvent, at: datetime) -> None:
        self.version += 1
        self.changed_at = at
        match event:
            case CardListOpened():
                self.game, self.name, self.owner, self.access = event.game, event.name, event.owner, event.access
                self.opened_at = at
            case CardListVersionAdded():
                self.versions.append(Version(event.number, event.cards, event.text, event.note, at))
            case CardListRenamed():
                self.name = event.name
            case CardListAccessChanged():
                self.access = event.access
            case CardListRetired():
                self.retired = True
            case CardListRestored():
                self.retired = False
            case _:
                assert_never(event)
