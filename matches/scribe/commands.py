"""What can be asked of a recorded game: plain data, decided by ``scribe.services``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from msgspec import Meta

MAX_PICKS = 60
Pick = Annotated[str, Meta(max_length=120)]
Picks = Annotated[tuple[Pick, ...], Meta(max_length=MAX_PICKS)]


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginScribing:
    """``viewer`` is the seat whose cards the scribe sees, None for a scribe who sees none until it is played."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[int, Meta(ge=1, le=4)]
    viewer: Annotated[int, Meta(ge=0, le=3)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Enter:
    """``after`` is how many entries stand before it, so that two phones do not write past each other; None: however
    many there are."""

    picks: Picks = ()
    after: Annotated[int, Meta(ge=0)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBack:
    """Undo the last entry; ``after`` as it stood."""

    after: Annotated[int, Meta(ge=1)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """Say who may look at the replay and the record: ``link``, whoever has the address."""

    access: Literal["owner", "link"]


Command = BeginScribing | Enter | TakeBack | Share
