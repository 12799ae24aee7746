"""What queries of card lists return: plain values, ready to show."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated
from uuid import UUID

from web.encoding import BESIDE, component

from .models import CardList


@dataclass(frozen=True, slots=True)
class Chosen:
    """A version of a list with which the asker may open a table."""

    list: UUID
    number: int
    cards: str


@component("Version")
@dataclass(frozen=True, slots=True)
class VersionShown:
    number: int
    cards: Annotated[str, "SHA-256 of the text: the `card_set` of records."]
    note: str
    added_at: datetime


@dataclass(frozen=True, slots=True)
class VersionWithText:
    version: Annotated[VersionShown, BESIDE]
    text: str


@dataclass(frozen=True, slots=True)
class CardListShown:
    """A list with what the asker may do with it: everything if ``mine``, else look at it and play with it."""

    id: UUID
    version: int
    game: str
    name: str
    owner: UUID
    owner_name: str
    access: CardList.Access
    """Who may look at it and open tables with it."""
    retired: bool
    mine: bool
    newest: Annotated[int, "The number of the newest version."]
    choice: Annotated[str, "What opens a table with the newest version: `cards` of open_table."]
    opened_at: datetime
    changed_at: datetime


@dataclass(frozen=True, slots=True)
class CardListWithVersions:
    card_list: Annotated[CardListShown, BESIDE]
    versions: tuple[VersionShown, ...]
