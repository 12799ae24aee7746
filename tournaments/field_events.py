"""What can happen to the field: entries, byes, seeds and penalties."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from .formats.contract import Bye, EntrantNo, RoundNo


@dataclass(frozen=True, slots=True)
class EntrantEntered:
    """A player, or a bot by its name; an entrant's number is never reused."""

    no: EntrantNo
    player: UUID | None = None
    bot: str = ""
    rating: int = 0
    title: str = ""
    division: str = ""
    own: bool = False
    """The player has entered by themself."""


@dataclass(frozen=True, slots=True)
class EntryConfirmed:
    """The player, whom somebody else has entered, agrees to it; nobody can agree for them."""

    no: EntrantNo


@dataclass(frozen=True, slots=True)
class EntrantChanged:
    no: EntrantNo
    rating: int
    title: str = ""
    division: str = ""


@dataclass(frozen=True, slots=True)
class EntrantReplaced:
    """Somebody else plays on in the entrant's place (a substitute)."""

    no: EntrantNo
    player: UUID | None = None
    bot: str = ""
    remark: UUID | None = None


@dataclass(frozen=True, slots=True)
class EntrantRemoved:
    """Struck off before anything was paired."""

    no: EntrantNo
    remark: UUID | None = None


@dataclass(frozen=True, slots=True)
class EntrantCheckedIn:
    no: EntrantNo


@dataclass(frozen=True, slots=True)
class CheckInUndone:
    no: EntrantNo


@dataclass(frozen=True, slots=True)
class EntrantWithdrew:
    no: EntrantNo
    remark: UUID | None = None


@dataclass(frozen=True, slots=True)
class EntrantReturned:
    no: EntrantNo


@dataclass(frozen=True, slots=True)
class ByeGranted:
    """The entrant does not play in that round, having asked in time."""

    no: EntrantNo
    stage: str
    round: RoundNo
    bye: Bye


@dataclass(frozen=True, slots=True)
class ByeRevoked:
    no: EntrantNo
    stage: str
    round: RoundNo


@dataclass(frozen=True, slots=True)
class FieldSeeded:
    """The whole field in its order, the strongest first."""

    order: tuple[EntrantNo, ...]


@dataclass(frozen=True, slots=True)
class PenaltyGiven:
    """``points`` half-points are deducted from ``round`` on; 0 is a warning."""

    no: EntrantNo
    stage: str
    round: RoundNo
    points: int
    remark: UUID | None = None


@dataclass(frozen=True, slots=True)
class PenaltyLifted:
    """``index`` counts the stage's penalties from 0."""

    stage: str
    index: int
    remark: UUID | None = None
