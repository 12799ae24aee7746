"""What can be asked of a recorded game: plain data, decided by ``scribe.services``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta

from elekt_core.scribe import MAX_PICKS

from .events import ALL_HANDS

Pick = Annotated[str, Meta(max_length=120)]
Picks = Annotated[tuple[Pick, ...], Meta(max_length=MAX_PICKS)]


Detail = Literal["moves", "rounds", "result"]
"""How fine a game is recorded: every decision, who won which card in each round, or the result alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginScribing:
    """``viewer`` is the seat whose cards the scribe sees, ALL_HANDS for one who sees every hand, None for one who sees
    none until it is played. ``open_hands``: they lie open, so that everybody sees them.

    ``position`` is one of the scribe's kept positions, in which the game begins: it says game and seats, too.
    """

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[int, Meta(ge=1, le=4)]
    viewer: Annotated[int, Meta(ge=0, le=ALL_HANDS)] | None = None
    open_hands: bool = False
    detail: Detail = "moves"
    position: UUID | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginAtTable:
    """At a tournament's table, which says what is played and by whom. The scribe sees the hand of the own seat with
    ``own_hand``; officers, who have none, see none."""

    event: UUID
    spot: Annotated[str, Meta(max_length=60)]
    own_hand: bool = False
    detail: Detail = "moves"


@dataclass(frozen=True, slots=True, kw_only=True)
class Join:
    """Record, too: from the seat ``viewer``, whose hand this phone then sees, or as a spectator."""

    viewer: Annotated[int, Meta(ge=0, le=3)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdraw:
    """The addresses that were handed out for this seat lead nowhere any more; a phone that came by one is gone."""

    seat: Annotated[int, Meta(ge=0, le=3)]


@dataclass(frozen=True, slots=True, kw_only=True)
class RemovePhone:
    """A phone that came by an address is gone at once, and no address that was handed out leads anywhere any more."""

    player: UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveHand:
    """Once the game is over: let what the own phone has told of the own hand stand in the match that is kept."""

    given: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowLive:
    """Let spectators follow the game so many minutes late; None: no longer."""

    minutes: Annotated[int, Meta(ge=0, le=240)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakOff:
    """The game ended without an end: nobody enters anything any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Keep:
    """Make a match of what was recorded: a replay among the games of those who sat there, and in the archive."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Enter:
    """``after`` is how many entries stand before it, so that two phones do not write past each other; None: however
    many there are."""

    picks: Picks = ()
    after: Annotated[int, Meta(ge=0)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBack:
    """Undo the last entry, or the last ``number``; ``after`` as it stood."""

    after: Annotated[int, Meta(ge=1)] | None = None
    number: Annotated[int, Meta(ge=1)] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class TellAgain:
    """Tell again what the own seat has seen of entry number ``entry`` (from 1), and of those behind it."""

    entry: Annotated[int, Meta(ge=1)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """Say who may look at the replay and the record: ``link``, whoever has the address."""

    access: Literal["owner", "link"]


Command = (
    BeginScribing
    | BeginAtTable
    | Join
    | Withdraw
    | RemovePhone
    | Enter
    | TakeBack
    | TellAgain
    | Share
    | ShowLive
    | BreakOff
    | GiveHand
    | Keep
)
