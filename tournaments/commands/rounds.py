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
    """Begin a stage with the players who are present or who qualified. Arbiters only.

    ``entrants`` go on where they are given, and not those whom the results say.
    """

    stage: StageKey
    entrants: Annotated[
        Numbers | None,
        Meta(description="Who of the stage before goes on, where an arbiter decides otherwise than the results."),
    ] = None
    by_seeding: Annotated[
        bool,
        Meta(
            description="Of players who share the last place that advances, the better seeds do. Otherwise such a tie "
            "is refused (`level_at_the_cut`)."
        ),
    ] = False


@dataclass(frozen=True, slots=True)
class AddStage:
    """Plan a border's play-off stage and begin it with its players; does nothing if it has begun."""

    plan: StagePlan


@dataclass(frozen=True, slots=True)
class Exchange(Reasoned):
    """Replace a qualifier who has left before their first table with another of the stage before. Arbiters only."""

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
    """Challenge somebody higher on the ladder. Players for themselves, arbiters for anybody.

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
    """Undo the start of a stage while none of its tables has started."""

    stage: StageKey


@dataclass(frozen=True, slots=True)
class Swap(Reasoned):
    """Swap two players of the current round while neither is playing. Arbiters only.

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
    """Adapt the published tables after a withdrawal or a late entry. Arbiters only."""

    tables: Annotated[Tables, Beside(RepairFields)]
