"""What can happen to a planned evening. Each is a stream of its own; ids only."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from ledger.typed import Kinds


class Coming(StrEnum):
    YES = "yes"
    PERHAPS = "perhaps"
    NO = "no"


@dataclass(frozen=True, slots=True)
class EveningPlanned:
    """``starts``: ISO 8601, in UTC. ``limit``: how many have a place; 0: everybody."""

    club: UUID
    starts: str
    limit: int = 0


@dataclass(frozen=True, slots=True)
class EveningAnswered:
    player: UUID
    coming: Coming


@dataclass(frozen=True, slots=True)
class EveningLimited:
    """From now on so many have a place; 0: everybody."""

    limit: int


@dataclass(frozen=True, slots=True)
class EveningOpened:
    """Its tournament was opened."""

    tournament: UUID


@dataclass(frozen=True, slots=True)
class EveningCalledOff:
    pass


EveningEvent = EveningPlanned | EveningAnswered | EveningLimited | EveningOpened | EveningCalledOff
KINDS = Kinds[EveningEvent](EveningEvent, first=EveningPlanned)
