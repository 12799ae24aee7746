"""What can be asked of a kept position: plain data, decided by ``positions.decide``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from msgspec import Meta

from web.decoding import INSIDE, VERBATIM, SentAs

from .models import KeptPosition
from .shapes import Board

MAX_NAME = 80
Name = Annotated[str, Meta(min_length=1, max_length=MAX_NAME)]
Access = SentAs(Literal["owner", "link"], KeptPosition.Access)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepPosition:
    """Keep a position by name. What is wrong with it does not matter: it may be finished another day."""

    name: Name
    board: Board
    access: Annotated[KeptPosition.Access, Access] = KeptPosition.Access.OWNER


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangePosition:
    """What is left out stays as it is; the rest is changed, all of it or nothing. With ``link`` whoever has the address
    may look at it. ``position`` is another one on the same terms, ``board`` also on other ones."""

    name: Name | None = None
    access: Annotated[KeptPosition.Access | None, Access] = None
    position: Annotated[Mapping[str, Any] | None, VERBATIM] = None
    board: Annotated[Board | None, INSIDE] = None


@dataclass(frozen=True, slots=True)
class DropPosition:
    """Keep it no longer."""


Command = KeepPosition | ChangePosition | DropPosition
