"""What can be asked of a club's roster: plain data, decided by ``rosters.decide``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

from msgspec import Meta

from web.decoding import INSIDE

NAME_LENGTH = 32


@dataclass(frozen=True, slots=True)
class WriteDown:
    """Write people down who have no account. Board only. ``people``: their new ids, in the order of ``names``."""

    names: tuple[str, ...]
    people: Annotated[tuple[UUID, ...], INSIDE] = ()


@dataclass(frozen=True, slots=True)
class Rename:
    """Correct a name, or add a nickname that tells two people apart. Board only."""

    player: UUID
    name: Annotated[str, Meta(max_length=NAME_LENGTH)]
    instead_of: Annotated[
        str | None, Meta(description="The name when you looked; refused if somebody has changed it since.")
    ] = None
    """Not the version: others are added while one of the board looks, and that changes nothing here."""


@dataclass(frozen=True, slots=True)
class Unlist:
    """Take somebody off the roster. Board only. Their results stay."""

    player: UUID


Command = WriteDown | Rename | Unlist
