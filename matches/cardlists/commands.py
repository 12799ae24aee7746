"""What can be asked of a card list: plain data, decided by ``cardlists.decide``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from msgspec import Meta

from web.decoding import VERBATIM, SentAs

from .models import CardList

MAX_NAME = 80
MAX_NOTE = 200
GameName = Annotated[str, Meta(min_length=1, max_length=40)]
Name = Annotated[str, Meta(min_length=1, max_length=MAX_NAME)]
Note = Annotated[str, Meta(max_length=MAX_NOTE, description="What is new.")]
File = Annotated[str, VERBATIM, Meta(min_length=1, description="The card file (TOML), see docs/card-files.md.")]
Access = SentAs(Literal["owner", "link", "everyone"], CardList.Access)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenCardList:
    """A new list with its first version."""

    game: GameName
    name: Name
    text: File
    note: Note = ""
    access: Annotated[CardList.Access, Access] = CardList.Access.OWNER


@dataclass(frozen=True, slots=True)
class AddVersion:
    """A further version, which new tables get."""

    text: File
    note: Note = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeCardList:
    """Only the fields given are changed, all of them or nothing. Open tables, and matches, stay as they are: no
    new table opens with a retired list, old matches keep it."""

    name: Name | None = None
    access: Annotated[CardList.Access | None, Access] = None
    retired: bool | None = None


Command = OpenCardList | AddVersion | ChangeCardList
