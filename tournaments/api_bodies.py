"""Request bodies that are not commands: a new tournament, a preview, what is to be taken back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from msgspec import Meta

from web.errors import BadRequest

from . import commands, plans
from .commands import Command, TablesCommand
from .commands.fields import MAX_NUMBER, MAX_ROUND, MAX_SEATS, HalfPoints, Number, Reasoned, StageKey
from .corrections import Tables
from .decisions.field import Newcomer
from .opening import MAX_TITLE
from .presets import PRESETS, Wish
from .settings import Entrants, Settings, StagePlan, Stages

Name = Annotated[str, Meta(min_length=1, max_length=60)]
Rounds = Annotated[int, Meta(ge=0, le=MAX_ROUND)]
WorkOut = Annotated[
    bool, Meta(description="Also which tables pairing again would give; in a large field that takes seconds.")
]


@dataclass(frozen=True, slots=True)
class OpenTournament:
    """Either ``preset`` with its wishes, or ``stages`` in full."""

    title: Annotated[str, Meta(min_length=1, max_length=MAX_TITLE)]
    game: Annotated[str, Meta(min_length=1, max_length=40)]
    ruleset: Name = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    cards: Name = ""
    preset: Annotated[str, Meta(pattern=f"^({'|'.join(PRESETS)})$", extra_json_schema={"enum": sorted(PRESETS)})] = ""
    seats: Annotated[int, Meta(ge=2, le=MAX_SEATS)] | None = None
    rounds: Rounds | None = None
    best: Entrants | None = None
    first: Annotated[
        Literal["scores", "repeats"], Meta(description="Of pods: equal scores come first, or no repeats.")
    ] = "scores"
    stages: Stages | None = None
    settings: Settings = field(default_factory=Settings)

    def planned(self) -> Sequence[StagePlan]:
        """Raises BadRequest."""
        if self.stages is not None:
            return [plans.of_now(stage) for stage in self.stages]
        if not self.preset:
            raise BadRequest("bad_field", field="stages")
        usual = Wish()
        return PRESETS[self.preset](
            Wish(
                usual.seats if self.seats is None else self.seats,
                usual.rounds if self.rounds is None else self.rounds,
                usual.best if self.best is None else self.best,
                first=self.first,
            )
        )


@dataclass(frozen=True, slots=True)
class TakeBack(Reasoned):
    """Take back the last round, or a stage, as long as none of its tables has begun. Arbiters only."""

    stage: StageKey
    round_no: Annotated[
        Annotated[int, Meta(ge=1, le=MAX_ROUND)] | None,
        Meta(description="The last round; the whole stage if not given."),
    ] = None

    def command(self) -> Command:
        if self.round_no is None:
            return commands.TakeBackStage(self.stage, reason=self.reason)
        return commands.TakeBackRound(self.stage, self.round_no, reason=self.reason)


@dataclass(frozen=True, slots=True)
class PenaltyFields:
    no: Number
    points: HalfPoints


@dataclass(frozen=True, slots=True)
class PreviewChange:
    """One of the changes, or none: then a repair of the published tables is previewed."""

    stage: StageKey
    newcomers: tuple[Newcomer, ...] | None = None
    withdraw: Number | None = None
    bring_back: Number | None = None
    penalise: PenaltyFields | None = None
    lift: Annotated[Annotated[int, Meta(ge=0, le=MAX_NUMBER)] | None, Meta(description="A penalty's index.")] = None
    work_out: WorkOut = False

    def command(self) -> TablesCommand:
        """Raises BadRequest if there are several."""
        found: dict[str, TablesCommand] = {}
        if self.newcomers is not None:
            found["newcomers"] = entering(commands.Enter(self.newcomers, tables=Tables(self.stage)))
        if self.withdraw is not None:
            found["withdraw"] = commands.Withdraw(self.withdraw)
        if self.bring_back is not None:
            found["bring_back"] = commands.BringBack(self.bring_back)
        if self.penalise is not None:
            found["penalise"] = commands.Penalise(self.penalise.no, self.stage, self.penalise.points)
        if self.lift is not None:
            found["lift"] = commands.LiftPenalty(self.stage, self.lift)
        if len(found) > 1:
            raise BadRequest("bad_field", field=list(found)[1])
        return next(iter(found.values()), commands.Repair(Tables(self.stage)))


@dataclass(frozen=True, slots=True)
class PreviewCorrection(commands.Correct):
    work_out: WorkOut = False


def entering(command: commands.Enter) -> commands.Enter:
    """Each newcomer has exactly one of ``player``, ``bot`` and ``name``; new people come after the others. Raises
    BadRequest.
    """
    newcomers = command.newcomers
    if not newcomers or any(bool(one.player) + bool(one.bot) + bool(one.name) != 1 for one in newcomers):
        raise BadRequest("bad_field", field="newcomers")
    order = sorted(newcomers, key=lambda one: bool(one.name))
    return commands.Enter(tuple(order), command.tables, here=command.tables is not None)
