"""Stages and their rounds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from tournaments.corrections import Choosing, Tables
from tournaments.formats.contract import Proposal
from tournaments.settings import StagePlan
from web.decoding import INSIDE, Beside

from .fields import Number, Numbers, Reasoned, RoundNumber, StageKey


@dataclass(frozen=True, slots=True)
class StartStage(Reasoned):
    """Begin a stage with those who are here, or who go on. Arbiters only.

    ``entrants`` go on where they are given, and not those whom the results say.
    """

    stage: StageKey
    entrants: Annotated[
        Numbers | None,
        Meta(description="Who of the stage before goes on, where an arbiter decides otherwise than the results."),
    ] = None


@dataclass(frozen=True, slots=True)
class AddStage:
    """Plan a stage at a border and begin it with those who play off there; nothing where it has begun."""

    plan: StagePlan


@dataclass(frozen=True, slots=True)
class Exchange(Reasoned):
    """Somebody of the stage before plays on for one who has left, before their first table. Arbiters only."""

    stage: StageKey
    out: Annotated[Number, Meta(description="Who has left.")]
    into: Annotated[Number, Meta(description="Of the stage before.")]


@dataclass(frozen=True, slots=True)
class Pair:
    """Pair and publish the next round. Arbiters only.

    ``proposal`` is what an arbiter saw (``by_hand``: changed); without it, as the format pairs it.
    """

    stage: StageKey
    proposal: Annotated[Proposal | None, INSIDE] = None
    by_hand: Annotated[bool, INSIDE] = True


@dataclass(frozen=True, slots=True)
class Challenge:
    """On a ladder: meet somebody who stands higher. Players for themselves, arbiters for anybody.

    ``challenger`` None: their own entry.
    """

    stage: StageKey
    challenged: Number
    challenger: Annotated[Number | None, Meta(description="Your own entry where it is not given.")] = None


@dataclass(frozen=True, slots=True)
class TakeBackRound(Reasoned):
    stage: StageKey
    round_no: RoundNumber


@dataclass(frozen=True, slots=True)
class TakeBackStage(Reasoned):
    """Undo the start of a stage, as long as none of its tables has started."""

    stage: StageKey


@dataclass(frozen=True, slots=True)
class Swap(Reasoned):
    """Two players of the round that runs change places, as long as neither plays. Arbiters only.

    A repeat or a second bye that this makes must be meant.
    """

    stage: StageKey
    one: Number
    other: Number
    anyway: Annotated[
        bool, Meta(description="Also where that makes two meet again, or gives somebody a second bye.")
    ] = False


@dataclass(frozen=True, slots=True)
class StartTimer:
    stage: StageKey
    round_no: RoundNumber
    minutes: int


@dataclass(frozen=True, slots=True)
class CloseStage:
    stage: StageKey


@dataclass(frozen=True, slots=True)
class RepairFields:
    """How a repair is sent."""

    stage: StageKey
    choice: Annotated[Choosing, Meta(description="What becomes of the published tables.")]

    def read(self) -> Tables:
        return Tables(self.stage, self.choice)


@dataclass(frozen=True, slots=True)
class Repair(Reasoned):
    """Bring the published tables in line with who is here, after a withdrawal or a late entry. Arbiters only."""

    tables: Annotated[Tables, Beside(RepairFields)]
