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
    """``starts``: ISO 8601, in UTC."""

    club: UUID
    starts: str


@dataclass(frozen=True, slots=True)
class EveningAnswered:
    player: UUID
    coming: Coming


@dataclass(frozen=True, slots=True)
class EveningOpened:
    """Its tournament was opened."""

    tournament: UUID


@dataclass(frozen=True, slots=True)
class EveningCalledOff:
    pass


EveningEvent = EveningPlanned | EveningAnswered | EveningOpened | EveningCalledOff
KINDS = Kinds[EveningEvent](EveningEvent, first=EveningPlanned)
