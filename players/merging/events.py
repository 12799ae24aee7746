"""What can happen to two profiles of one person. Each merger is a stream of its own; ids only."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from ledger.typed import Kinds

BOTH, ORGANISER, STAFF = "both", "organiser", "staff"
PROOFS = (BOTH, ORGANISER, STAFF)


@dataclass(frozen=True, slots=True)
class MergerAsked:
    """``keeps`` says that ``goes`` is they. ``at``: the tournament whose organisers know, None where the person shows
    it themselves or who runs the platform does it."""

    keeps: UUID
    goes: UUID
    at: UUID | None = None


@dataclass(frozen=True, slots=True)
class ProfilesMerged:
    """``proof``: the person was logged in as both, an organiser who knows them, or who runs the platform. ``also`` were
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
