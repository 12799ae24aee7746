"""What can happen to a card list, and the fold of it. The stream holds texts of card files and ids, never a name of a
person."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any, assert_never
from uuid import UUID

from ledger.events import NewEvent, StoredEvent


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

KINDS: Mapping[str, Callable[..., CardListEvent]] = {
    "card_list_opened": CardListOpened,
    "card_list_version_added": CardListVersionAdded,
    "card_list_renamed": CardListRenamed,
    "card_list_access_changed": CardListAccessChanged,
    "card_list_retired": CardListRetired,
    "card_list_restored": CardListRestored,
}
_NAMES = {cls: kind for kind, cls in KINDS.items()}
FIRST_KIND = "card_list_opened"
VERSION = 1


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
    """A card list as its events tell it."""

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


def fold(list_id: UUID, stored: Sequence[StoredEvent]) -> CardListFold:
    """A list as far as ``stored`` tells it; of another stream's events nothing is made."""
    folded = CardListFold(list_id)
    if stored and stored[0].kind == FIRST_KIND:
        for event in stored:
            folded.apply(decode(event.kind, event.version, event.payload), event.at)
    return folded


def encoded(batch: Sequence[CardListEvent]) -> list[NewEvent]:
    return [NewEvent(_NAMES[type(event)], VERSION, encode(event)) for event in batch]


def encode(event: CardListEvent) -> dict[str, Any]:
    return {key: str(value) if isinstance(value, UUID) else value for key, value in asdict(event).items()}


def decode(kind: str, version: int, payload: Mapping[str, Any]) -> CardListEvent:
    """Raises KeyError for a kind, ValueError for a version, that this program does not know."""
    if version != VERSION:
        raise ValueError(f"{kind} has version {version}, this program knows {VERSION}")
    return KINDS[kind](**{key: UUID(value) if key == "owner" else value for key, value in payload.items()})
