"""What can happen to two profiles of one person. Each merger is a stream of its own; ids only."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from ledger.typed import Kinds

BOTH, ORGANISER, STAFF, CLUB = "both", "organiser", "staff", "club"
PROOFS = (BOTH, ORGANISER, STAFF, CLUB)


@dataclass(frozen=True, slots=True)
class MergerAsked:
    """``keeps`` claims the profile ``goes``. ``at``: the tournament or club whose organisers know, None if the
    person proves it themselves or staff do it."""

    keeps: UUID
    goes: UUID
    at: UUID | None = None


@dataclass(frozen=True, slots=True)
class ProfilesMerged:
    """``proof``: the person was logged in as both, an organiser knows them, staff merged them, or
    the board of the club on whose roster both are names. ``also`` were
    merged into ``goes`` before, and are in ``keeps`` now."""

    proof: str
    also: tuple[UUID, ...] = ()


@dataclass(frozen=True, slots=True)
class MergerDeclined:
    """Declined by an organiser, or withdrawn."""


@dataclass(frozen=True, slots=True)
class ProfilesParted:
    """The merger is undone."""


MergerEvent = MergerAsked | ProfilesMerged | MergerDeclined | ProfilesParted
KINDS = Kinds[MergerEvent](MergerEvent, first=MergerAsked)
