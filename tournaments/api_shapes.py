"""What the API shows of a tournament, made from states and queries. Requests are commands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from web.encoding import component
from web.error_words import explain

from . import qualification, queries, stages, tie_breaks
from .consent.standing import Standing as Consent
from .consent.standing import is_asked, standing
from .corrections import ByeMoved, Choice, Moved, Preview
from .events import KINDS
from .formats.contract import Bye, EntrantNo, Pairing, Proposal, Reason, Result, Standing
from .pages import writing
from .queries import Asked
from .rating import PreviewLine
from .settings import Settings, StagePlan
from .state import Call, Progress, Role, Round, Stage, State, Status, Table

component("ResultShown")(Result)
component("CallShown")(Call)
component("ResultStands")(Consent)
component("TournamentRole")(Role)
component("TournamentStatus")(Status)


@dataclass(frozen=True, slots=True)
class EntrantShown:
    no: int
    name: str
    player: UUID | None
    bot: str
    rating: int
    division: str
    checked_in: bool
    withdrawn: bool
    confirmed: Annotated[
        bool, "They have entered, or confirmed the entry, by themselves: what is typed of them is rated."
    ]


@dataclass(frozen=True, slots=True)
class TypedRatingShown:
    """Whether a typed result is rated, and why not."""

    stands: Consent
    unconfirmed: Annotated[Sequence[int], "Seats (from 0) for which nobody has confirmed it."]
    objecting: Annotated[Sequence[int], "Seats whose objection is open."]


@dataclass(frozen=True, slots=True)
class TableShown:
    table: int
    slot: str
    seats: Sequence[int]
    progress: Progress
    result: Result | None
    source: str
    corrected: bool
    here: Annotated[frozenset[int], "Seats known to be at the real table."]
    missed: Annotated[frozenset[int], "Seats that did not come in time."]
    lost: Annotated[frozenset[int], "Seats that forfeit by that."]
    calls: Sequence[Call]
    opened: Annotated[Sequence[UUID], "Tables here, one for each game."]
    rating: Annotated[TypedRatingShown | None, "Of a typed result at a rated event."]


@dataclass(frozen=True, slots=True)
class RoundShown:
    round: int
    tables: Sequence[TableShown]
    byes: Mapping[EntrantNo, Bye]


@dataclass(frozen=True, slots=True)
class StageShown:
    key: str
    plan: Mapping[str, Any]
    window_minutes: Annotated[int | None, "Its own for each round; null: the settings'."]
    begun: bool
    over: bool
    ends: Annotated[datetime | None, "When the time of an arena is up: nobody is paired from then on."]
    seed: Annotated[str, "Decides all lots; anybody can draw them again."]
    entrants: Sequence[int]
    rounds: Sequence[RoundShown]


@dataclass(frozen=True, slots=True)
class TournamentShown:
    id: UUID
    version: int
    title: str
    game: str
    ruleset: str
    status: Status
    settings: Settings
    my_role: Role | None
    my_number: int | None
    hash: Annotated[str, "Of everything above and below: equal states have equal hashes."]
    entrants: Sequence[EntrantShown]
    stages: Sequence[StageShown]


def tournament(asked: Asked) -> TournamentShown:
    state = asked.state
    assert state.status is not None
    return TournamentShown(
        id=state.id,
        version=state.version,
        title=state.title,
        game=state.game,
        ruleset=state.ruleset,
        status=state.status,
        settings=state.settings,
        my_role=asked.role,
        my_number=None if asked.entry is None else asked.entry.no,
        hash=stages.digest(state),
        entrants=[
            EntrantShown(
                no,
                asked.names[no],
                entry.player,
                entry.bot,
                entry.rating,
                entry.division,
                entry.checked_in,
                entry.withdrawn,
                entry.own,
            )
            for no, entry in state.entries.items()
        ],
        stages=[_stage(state, plan) for plan in state.planned],
    )


def _stage(state: State, plan: StagePlan) -> StageShown:
    stage: Stage | None = state.stages.get(plan.key)
    return StageShown(
        key=plan.key,
        plan=plan.plan,
        window_minutes=plan.window_minutes,
        begun=stage is not None,
        over=stage is not None and (stage.closed or stages.is_over(state, plan.key)),
        ends=None if stage is None else stages.window(stage),
        seed="" if stage is None else stage.seed,
        entrants=[] if stage is None else stage.entrants,
        rounds=[] if stage is None else [_round(state, one) for one in stage.rounds],
    )


def _round(state: State, one: Round) -> RoundShown:
    tables = [_table(state, table) for table in one.tables.values()]
    return RoundShown(one.no, tables, one.byes)


def _table(state: State, table: Table) -> TableShown:
    return TableShown(
        table=table.no,
        slot=table.pairing.slot,
        seats=table.pairing.seats,
        progress=table.progress,
        result=table.pairing.result,
        source=table.source,
        corrected=table.corrected,
        here=table.here,
        missed=table.missed,
        lost=table.lost,
        calls=table.called,
        opened=[game.opened for game in table.games.values() if game.opened],
        rating=rating(state, table),
    )


def rating(state: State, table: Table) -> TypedRatingShown | None:
    """None if no result was typed, or the event is not rated."""
    stands = standing(table) if is_asked(state, table) else None
    if stands is None:
        return None
    missing = table.consent.missing if table.consent is not None else ()
    return TypedRatingShown(stands, missing, sorted(table.objections.open))


# --- standings and pairings -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TieBreakShown:
    code: str
    value: Annotated[str, "Exact: a whole number or a fraction; points are counted in half-points."]
    shown: str


@dataclass(frozen=True, slots=True)
class StandingShown:
    rank: int
    no: int
    name: str
    half_points: str
    points: str
    tie_breaks: Sequence[TieBreakShown]


@dataclass(frozen=True, slots=True)
class PairingShown:
    round: int
    table: int
    slot: str
    seats: Sequence[int]
    reason: Reason | None


@dataclass(frozen=True, slots=True)
class ProposalShown:
    pairings: Sequence[PairingShown]
    byes: Mapping[EntrantNo, Bye]
    notes: Sequence[Reason]


def standings(asked: Asked, key: str) -> list[StandingShown]:
    stage = stages.stage_of(asked.state, key)
    breaks = [tie_breaks.find(code) for code in stage.plan.tie_breaks]
    return [_standing(asked, row, breaks) for row in stages.standings(stage)]


def _standing(asked: Asked, row: Standing, breaks: list[tie_breaks.TieBreak]) -> StandingShown:
    broken = [
        TieBreakShown(one.code, str(value), writing.tie_break(one, value))
        for one, value in zip(breaks, row.tie_breaks, strict=False)
    ]
    name, points = asked.names[row.entrant], row.points
    return StandingShown(row.rank, row.entrant, name, str(points), writing.points(points), broken)


def proposal(made: Proposal) -> ProposalShown:
    return ProposalShown([pairing(one) for one in made.pairings], made.byes, made.notes)


def pairing(one: Pairing) -> PairingShown:
    return PairingShown(one.round, one.table, one.slot, one.seats, one.reason)


# --- previews -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MovedShown:
    no: int
    rank_before: int | None
    rank: int | None
    half_points_before: str | None
    half_points: str | None


@dataclass(frozen=True, slots=True)
class ChoiceShown:
    name: str
    open: bool
    worked_out: bool
    refused: str
    changed: Sequence[PairingShown]
    removed: Sequence[PairingShown]
    byes: Annotated[Sequence[ByeMoved], "Of the running round, those that change."]
    kept: Annotated[Sequence[str], "Later stages that stay as they are, since they have been played."]


@dataclass(frozen=True, slots=True)
class TablesChoice(ChoiceShown):
    moved: Annotated[Sequence[MovedShown], "What this choice does to the standings."]
    ratings: Annotated[Sequence[PreviewLine], "And to ratings, if it was made now."]
    breaches: Annotated[
        Sequence[Reason],
        "Repeats and second byes that it makes in a Swiss, and who then sits out of place in pods: `code` and `data`.",
    ]


@dataclass(frozen=True, slots=True)
class LaterShown:
    stages: Sequence[qualification.Qualified]
    choices: Sequence[ChoiceShown]


@dataclass(frozen=True, slots=True)
class PreviewShown:
    moved: Annotated[Sequence[MovedShown], "What the first choice, which keeps the tables, does to the standings."]
    ratings: Annotated[Sequence[PreviewLine], "And to ratings, if it was made now."]
    rating: Annotated[TypedRatingShown | None, "Whether the corrected result would be rated."]
    at_odds: Sequence[PairingShown]
    unseated: Annotated[Sequence[int], "Who came after the round was paired, and has no table in it."]
    out_of_place: Annotated[Sequence[Reason], "Who of the pods sits at a table they do not belong to: `code`, `data`."]
    choices: Annotated[
        Sequence[TablesChoice],
        "Those that have a meaning: one that would do the same as one before it is left out.",
    ]
    later: Annotated[LaterShown | None, "Stages that have begun with entrants of this one, and a league's play-offs."]


def preview(
    shown: Preview, ratings: Sequence[Sequence[PreviewLine]], rating: TypedRatingShown | None = None
) -> PreviewShown:
    """``ratings`` has those of each choice."""
    choices = [
        TablesChoice(**_choice(one), moved=[_moved(row) for row in one.moved], ratings=lines, breaches=one.breaches)
        for one, lines in zip(shown.choices, ratings, strict=True)
    ]
    later = shown.later
    then = None if later is None else LaterShown(later.stages, [ChoiceShown(**_choice(one)) for one in later.choices])
    at_odds = [pairing(one) for one in shown.at_odds]
    return PreviewShown(
        choices[0].moved, choices[0].ratings, rating, at_odds, shown.unseated, shown.out_of_place, choices, then
    )


def _choice(choice: Choice) -> dict[str, Any]:
    """The fields of ``ChoiceShown``."""
    return {
        "name": choice.name,
        "open": choice.is_open,
        "worked_out": choice.worked_out,
        "refused": "" if choice.refused is None else explain(choice.refused).sentence,
        "changed": [pairing(one) for one in choice.changed],
        "removed": [pairing(one) for one in choice.removed],
        "byes": choice.byes,
        "kept": choice.kept,
    }


def _moved(moved: Moved) -> MovedShown:
    before, after = moved.before, moved.after
    return MovedShown(
        moved.entrant,
        None if before is None else before.rank,
        None if after is None else after.rank,
        None if before is None else str(before.points),
        None if after is None else str(after.points),
    )


# --- the log --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChangeShown:
    first: int
    last: int
    at: datetime
    actor: str
    events: Sequence[dict[str, Any]]
    said: Sequence[str]
    hash: Annotated[str, "The link of the stream's hash chain at the first of these events."]
    undone: bool


def change(one: queries.Change) -> ChangeShown:
    events = [{"kind": event.kind, **event.payload} for event in KINDS.encoded(one.events)]
    return ChangeShown(one.first, one.last, one.at, one.actor, events, list(one.said.values()), one.hash, one.undone)
