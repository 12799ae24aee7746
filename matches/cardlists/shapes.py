"""What queries of card lists hand out: plain values, ready to show."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Chosen:
    """A version of a list that the asker may open a table with."""

    list: UUID
    number: int
    cards: str


@dataclass(frozen=True, slots=True)
class VersionShown:
    number: int
    cards: str
    """The hash of the text, by which tables and records name it."""
    note: str
    added_at: datetime


@dataclass(frozen=True, slots=True)
class CardListShown:
    """A list with what the asker may do with it: ``mine`` is all, else it is looked at and played with."""

    id: UUID
    version: int
    game: str
    name: str
    owner: UUID
    owner_name: str
    access: str
    """``owner``, ``link`` or ``everyone``: who may look at it and open tables with it."""
    retired: bool
    mine: bool
    newest: int
    opened_at: datetime
    changed_at: datetime

    @property
    def choice(self) -> str:
        """The newest version, as ``open_table`` takes it."""
        return f"{self.id}:{self.newest}"
