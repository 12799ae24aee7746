"""What the desk shows beside what everybody sees: the next step, the tables with their forms, an entrant's panel."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from tournaments import stages
from tournaments.corrections import at_odds
from tournaments.decisions import results, rounds
from tournaments.formats.contract import EntrantNo
from tournaments.pages import shapes as shown
from tournaments.pages import words, writing
from tournaments.pages.shapes import ByeShown, TableShown
from tournaments.queries import Asked
from tournaments.state import Entry, Progress, Round, Stage, Status, Table

MOST_TABLES = 60
MOST_ENTRANTS = 100
"""More than that is looked for by name or number."""
MOST_ROWS = 60
"""Of the standings, which have a page of their own."""


class Step(StrEnum):
    """What the organiser would do next."""

    ENTER = "enter"
    CHECK_IN = "check_in"
    START = "start"
    PAIR = "pair"
    WAIT = "wait"  # for results
    CLOSE = "close"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class NextStep:
    """``stage`` is the one concerned, ``missing`` how many results are waited for, ``round`` the one that comes.

    ``any_time``: whether its tables are paired one by one, so that more may be possible while others are played.
    """

    step: Step
    stage: str = ""
    missing: int = 0
    round: int = 0
    any_time: bool = False


def next_step(asked: Asked, key: str) -> NextStep:
    state = asked.state
    if state.status not in (Status.OPEN, Status.RUNNING):
        return NextStep(Step.DONE)
    stage = state.stages.get(key)
    if stage is not None and not stage.closed and not rounds.is_stage_over(state, key):
        missing = len(rounds.unfinished(stage))
        any_time = not stages.format_in(stage).by_rounds
        if missing:
            return NextStep(Step.WAIT, key, missing, len(stage.rounds), any_time)
        return NextStep(Step.PAIR, key, round=len(stage.rounds) + 1, any_time=any_time)
    following = rounds.next_stage(state)
    return NextStep(Step.CLOSE) if following is None else NextStep(_before(asked, following), following)


def _before(asked: Asked, following: str) -> Step:
    plan = asked.state.plan(following)
    assert plan is not None
    if plan.source.stage or len(stages.entrants_for(asked.state, plan)) >= 2:
        return Step.START
    there = sum(not entry.withdrawn for entry in asked.state.entries.values())
    return Step.CHECK_IN if asked.state.settings.check_in and there >= 2 else Step.ENTER


# --- a round ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeatField:
    """A seat of a result's form; ``place`` is what stands or was typed: a number, ``-`` for did not appear."""

    seat: int
    name: str
    place: str
    score: str
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Said:
    """What somebody at the table has reported, or has to say."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class DeskTable:
    """``awaited`` are those whose report is missing where others have reported."""

    table: TableShown
    fields: tuple[SeatField, ...]
    places: tuple[int, ...]
    reports: tuple[Said, ...]
    statements: tuple[Said, ...]
    awaited: tuple[str, ...]
    default: str
    at_odds: bool

    @property
    def ref(self) -> str:
        """For ids of elements."""
        return f"{self.table.round}-{self.table.no}"


@dataclass(frozen=True, slots=True)
class DeskRound:
    """``tables`` as looked for, ``more`` how many of them are not shown. ``timer`` is the round whose timer can be
    started: in an arena it is everybody's; 0 for none."""

    no: int
    tables: tuple[DeskTable, ...]
    more: int
    byes: tuple[ByeShown, ...]
    ends: str
    is_done: bool
    is_last: bool
    done: int
    whole: int
    may_be_taken_back: bool
    timer: int

    @property
    def missing(self) -> int:
        return self.whole - self.done


def desk_round(
    asked: Asked, stage: Stage | None, wanted: int, find: str, missing: bool, said: Mapping[UUID, str]
) -> DeskRound | None:
    """The round that was asked for, else the first with a result missing, else the last."""
    if stage is None or not stage.rounds:
        return None
    running = next((one for one in stage.rounds if not one.is_done), stage.rounds[-1])
    one = stage.round(wanted) or running
    odd = {(pairing.round, pairing.table) for pairing in at_odds(asked.state, stage.key)}
    tables = [table for _, table in sorted(one.tables.items()) if not (missing and table.is_done)]
    tables = [table for table in tables if _is_found(asked, table, find)]
    plain = shown.round_shown(asked, stage, one)
    return DeskRound(
        one.no,
        tuple(_desk_table(asked, stage, table, said, odd) for table in tables[:MOST_TABLES]),
        max(0, len(tables) - MOST_TABLES),
        plain.byes,
        plain.ends,
        one.is_done,
        plain.is_last,
        sum(table.is_done for table in one.tables.values()),
        len(one.tables),
        plain.is_last and _may_be_taken_back(asked, stage, one),
        _timer(stage, one),
    )


def _timer(stage: Stage, one: Round) -> int:
    if stages.has_window(stage):
        return 0 if stage.closed else len(stage.rounds)
    return one.no if one is stage.rounds[-1] and not one.is_done else 0


def _may_be_taken_back(asked: Asked, stage: Stage, one: Round) -> bool:
    untouched = not any(table.has_started and table.source != "walkover" for table in one.tables.values())
    return asked.is_arbiter and untouched and stages.format_in(stage).by_rounds and not stage.closed


def _is_found(asked: Asked, table: Table, find: str) -> bool:
    if not find or find == str(table.no):
        return True
    return any(find.casefold() in asked.names[no].casefold() for no in table.pairing.seats)


def _desk_table(
    asked: Asked, stage: Stage, table: Table, said: Mapping[UUID, str], odd: Collection[tuple[int, int]]
) -> DeskTable:
    names = [asked.names[no] for no in table.pairing.seats]
    people = [seat for seat, no in enumerate(table.pairing.seats) if asked.state.entries[no].player is not None]
    reporting = table.progress is Progress.REPORTED
    return DeskTable(
        shown.table_shown(asked, stage, table),
        tuple(result_form(asked, table)),
        tuple(range(1, len(names) + 1)),
        tuple(Said(names[seat], words.result(result, names)) for seat, result in sorted(table.reports.items())),
        tuple(Said(names[seat], said.get(remark, "")) for seat, remark in table.statements),
        tuple(names[seat] for seat in people if seat not in table.reports) if reporting else (),
        words.result(results.default(table), names) if table.progress is Progress.DISPUTED else "",
        (table.pairing.round, table.no) in odd,
    )


def result_form(asked: Asked, table: Table) -> Iterator[SeatField]:
    """The fields of a table's result, filled with what stands."""
    result = table.pairing.result
    for seat, no in enumerate(table.pairing.seats):
        gone = asked.state.entries[no].withdrawn
        if result is None:
            yield SeatField(seat, asked.names[no], "-" if gone else "", "", gone)
        else:
            score = str(result.scores[seat]) if result.scores else ""
            place = "-" if seat in result.forfeited else str(result.places[seat])
            yield SeatField(seat, asked.names[no], place, score, gone)


# --- the field --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Field:
    """``rows`` as looked for; ``more`` are not shown."""

    rows: tuple[Mapping[str, object], ...]
    more: int
    here: int
    checked_in: int
    whole: int


def field(asked: Asked, find: str) -> Field:
    entries = [entry for entry in asked.state.entries.values() if not entry.withdrawn]
    rows = [row for row in shown.field_shown(asked) if find.casefold() in str(row["name"]).casefold()]
    rows.sort(key=lambda row: bool(row["withdrawn"]))
    return Field(
        tuple(rows[:MOST_ENTRANTS]),
        max(0, len(rows) - MOST_ENTRANTS),
        len(entries),
        sum(entry.checked_in for entry in entries),
        len(asked.state.entries),
    )


@dataclass(frozen=True, slots=True)
class PenaltyShown:
    index: int
    round: int
    points: str


@dataclass(frozen=True, slots=True)
class EntrantPanel:
    """Everything that can be done about one entrant. ``coming`` are rounds for which a bye can be granted."""

    entry: Entry
    name: str
    penalties: tuple[PenaltyShown, ...]
    notes: tuple[str, ...]
    byes: tuple[tuple[int, str], ...]
    coming: tuple[int, ...]
    plays: bool


def entrant_panel(asked: Asked, key: str, no: int, said: Mapping[UUID, str]) -> EntrantPanel | None:
    entry = asked.state.entries.get(EntrantNo(no))
    if entry is None:
        return None
    stage = asked.state.stages.get(key)
    begun = 0 if stage is None else len(stage.rounds)
    planned = shown.planned_rounds(asked, stage) or begun + 1
    byes = asked.state.byes.get(key, {})
    return EntrantPanel(
        entry,
        asked.names[entry.no],
        tuple(_penalties(stage, entry.no)),
        tuple(said.get(remark, "") for remark, about in asked.state.notes if about == entry.no),
        tuple((round_no, granted[entry.no].value) for round_no, granted in sorted(byes.items()) if entry.no in granted),
        tuple(range(begun + 1, max(planned, begun + 1) + 1)),
        stage is not None and entry.no in stage.entrants,
    )


def _penalties(stage: Stage | None, no: EntrantNo) -> Iterator[PenaltyShown]:
    for index, given in enumerate(() if stage is None else stage.penalties):
        if given.entrant == no and stage is not None and index not in stage.lifted:
            yield PenaltyShown(index, given.round, writing.points(given.points) if given.points else "")
