"""What the desk shows beyond the public pages: the next step, the tables with their forms, an entrant's panel."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from django.utils import timezone

from tournaments import cut, qualification, stages
from tournaments.corrections import at_odds
from tournaments.decisions import challenges, results, rounds, windows
from tournaments.formats.contract import EntrantNo
from tournaments.pages import seated, words, writing
from tournaments.pages import shapes as shown
from tournaments.pages.seated import Said, SeatAsked
from tournaments.pages.shapes import ByeShown, TableShown
from tournaments.queries import Asked
from tournaments.state import Entry, Progress, Round, Stage, State, Status, Table

MAX_TABLES = 60
MAX_ENTRANTS = 100
"""More than that is looked for by name or number."""
MAX_ROWS = 60
"""Of the standings, which have a page of their own."""


class Step(StrEnum):
    """The organiser's next step."""

    ENTER = "enter"
    CHECK_IN = "check_in"
    START = "start"
    PAIR = "pair"
    WAIT = "wait"  # for results
    CLOSE = "close"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class NextStep:
    """``stage`` is the one concerned, ``missing`` the number of results still awaited, ``round`` the next round.

    ``any_time``: whether its tables are paired one by one, so that more may be possible while others are played.
    """

    step: Step
    stage: str = ""
    missing: int = 0
    round: int = 0
    any_time: bool = False
    postponed: int = 0
    """How many of the missing are postponed."""
    goes_on: bool = False
    """Whether the next round may be paired while all that is missing is postponed."""


def next_step(asked: Asked, key: str) -> NextStep:
    state = asked.state
    if state.status not in (Status.OPEN, Status.RUNNING):
        return NextStep(Step.DONE)
    stage = state.stages.get(key)
    if stage is not None and not stage.closed and not rounds.is_stage_over(state, key):
        missing = len(rounds.unfinished(stage))
        any_time = not stages.format_in(stage).by_rounds
        if missing:
            later = sum(table.postponed for table in stage.tables() if not table.is_done)
            goes_on = later == missing and stages.goes_on_without(state, key)
            return NextStep(Step.WAIT, key, missing, len(stage.rounds), any_time, later, goes_on)
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


@dataclass(frozen=True, slots=True)
class GoesOn:
    """An entrant of the stage before: ``goes`` on, ``instead`` of a qualifier who has left (``""``: by their own
    place).
    """

    no: EntrantNo
    name: str
    rank: int
    points: str
    goes: bool
    instead: str
    gone: bool
    level: bool = False
    """Whether they share the last place that advances, so that somebody has to choose."""


def going_on(asked: Asked, key: str) -> list[GoesOn]:
    """All entrants of the stage before in the order of its standings; empty if ``key`` starts from the whole field."""
    plan = asked.state.plan(key)
    if plan is None or plan.source.stage not in asked.state.stages:
        return []
    going = set(stages.entrants_for(asked.state, plan))
    instead = stages.moved_up(asked.state, plan)
    level = {no for tie in cut.ties(asked.state, plan) for no in tie.entrants}
    return [
        GoesOn(
            row.entrant,
            asked.names[row.entrant],
            row.rank,
            writing.points(row.points),
            row.entrant in going,
            asked.names[instead[row.entrant]] if row.entrant in instead else "",
            asked.state.entries[row.entrant].withdrawn,
            row.entrant in level,
        )
        for row in stages.standings(stages.stage_of(asked.state, plan.source.stage))
    ]


# --- a round ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DeskTable:
    """``awaited`` are the players who have not reported although others have."""

    table: TableShown
    fields: tuple[SeatAsked, ...]
    places: tuple[int, ...]
    reports: tuple[Said, ...]
    statements: tuple[Said, ...]
    awaited: tuple[str, ...]
    default: str
    at_odds: bool
    until: datetime | None
    """By when it is to be played, where it has a window."""
    asked: tuple[Said, ...]
    """Who of it would rather play by when."""
    is_overdue: bool
    is_overruled: bool
    """Whether the clock leaves it alone, since what it did was taken back."""
    may_be_postponed: bool
    postponed: bool

    @property
    def ref(self) -> str:
        """For element ids."""
        return f"{self.table.round}-{self.table.no}"


@dataclass(frozen=True, slots=True)
class DeskRound:
    """``tables`` are those that match the search, ``more`` the number not shown. ``timer`` is the round whose timer can
    be started (0: none); in an arena everybody shares it.
    """

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
    may_be_called: bool
    may_be_moved: bool
    """Whether players of it may change places."""
    timer: int

    @property
    def missing(self) -> int:
        return self.whole - self.done


def desk_round(
    asked: Asked, stage: Stage | None, wanted: int, find: str, missing: bool, said: Mapping[UUID, str]
) -> DeskRound | None:
    """The round that was asked for, else the first with a missing result, else the last."""
    if stage is None or not stage.rounds:
        return None
    one = stage.round(wanted) or stage.running
    odd = {(pairing.round, pairing.table) for pairing in at_odds(asked.state, stage.key)}
    tables = [table for _, table in sorted(one.tables.items()) if not (missing and table.is_done)]
    tables = [table for table in tables if _is_found(asked, table, find)]
    plain = shown.round_shown(asked, stage, one)
    return DeskRound(
        one.no,
        tuple(_desk_table(asked, stage, table, said, odd) for table in tables[:MAX_TABLES]),
        max(0, len(tables) - MAX_TABLES),
        plain.byes,
        plain.ends,
        one.is_done,
        plain.is_last,
        sum(table.is_done for table in one.tables.values()),
        len(one.tables),
        plain.is_last and _may_be_taken_back(asked, stage, one),
        any(table.calling is not None and bool(table.calling.awaited) for table in plain.tables),
        plain.is_last and asked.is_arbiter and _may_be_moved(asked, stage, one),
        _timer(stage, one),
    )


def _timer(stage: Stage, one: Round) -> int:
    if stages.has_window(stage):
        return 0 if stage.closed else len(stage.rounds)
    return one.no if one is stage.rounds[-1] and not one.is_done else 0


def joins_round(state: State, key: str) -> bool:
    """Whether a late entrant may get a table in the running round, depending on what happens to its tables."""
    stage = state.stages.get(key)
    if stage is None or stage.closed or not stage.rounds or stage.rounds[-1].is_done:
        return False
    return stages.format_in(stage).by_rounds and stages.format_in(stage).takes_late


def _may_be_taken_back(asked: Asked, stage: Stage, one: Round) -> bool:
    untouched = not any(table.has_started and table.source != "walkover" for table in one.tables.values())
    return asked.is_arbiter and untouched and stages.format_in(stage).by_rounds and not stage.closed


def _may_be_moved(asked: Asked, stage: Stage, one: Round) -> bool:
    running = asked.state.status is Status.RUNNING and not stage.closed
    waiting = any(not table.has_started for table in one.tables.values())
    return running and waiting and not one.is_done and stages.format_in(stage).by_rounds


def _is_found(asked: Asked, table: Table, find: str) -> bool:
    if not find or find == str(table.no):
        return True
    return any(find.casefold() in asked.names[no].casefold() for no in table.pairing.seats)


def _desk_table(
    asked: Asked, stage: Stage, table: Table, said: Mapping[UUID, str], odd: Collection[tuple[int, int]]
) -> DeskTable:
    names = [asked.names[no] for no in table.pairing.seats]
    return DeskTable(
        shown.table_shown(asked, stage, table),
        tuple(result_form(asked, table)),
        tuple(range(1, len(names) + 1)),
        seated.reports(table, names),
        tuple(Said(names[seat], said.get(remark, "")) for seat, remark in table.statements),
        seated.awaited(asked, table),
        words.result(results.default(table), names) if table.progress is Progress.DISPUTED else "",
        (table.pairing.round, table.no) in odd,
        words.moment(table.until) if not table.is_done else None,
        tuple(Said(names[seat], words.until(until)) for seat, until in sorted(table.asked.items())),
        windows.is_overdue(table, timezone.now()),
        not table.is_done and (stage.key, table.pairing.round, table.no) in asked.state.overruled,
        asked.is_arbiter and asked.state.status is Status.RUNNING and windows.may_be_postponed(table),
        table.postponed,
    )


def result_form(asked: Asked, table: Table) -> Iterator[SeatAsked]:
    """The fields of a table's result, filled with the current one; those who have left did not appear."""
    names = [asked.names[no] for no in table.pairing.seats]
    gone = [seat for seat, no in enumerate(table.pairing.seats) if asked.state.entries[no].withdrawn]
    return seated.fields(table, names, table.pairing.result, gone)


# --- the field --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Field:
    """``rows`` are those that match the search; ``more`` is the number not shown."""

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
        tuple(rows[:MAX_ENTRANTS]),
        max(0, len(rows) - MAX_ENTRANTS),
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
    """Everything that can be done about one entrant. ``coming`` are the rounds for which a bye can be granted."""

    entry: Entry
    name: str
    penalties: tuple[PenaltyShown, ...]
    notes: tuple[str, ...]
    byes: tuple[tuple[int, str], ...]
    coming: tuple[int, ...]
    plays: bool
    sits: bool
    """Whether they are at a published table that has no result."""
    within_reach: tuple[tuple[EntrantNo, str], ...]
    """Whom they may challenge on a ladder."""
    followers: tuple[tuple[EntrantNo, str], ...]
    """Who of the stage before may have the place of who has left this one, the next one first."""


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
        stage is not None and any(entry.no in t.pairing.seats for t in stage.tables() if not t.is_done),
        tuple((one, asked.names[one]) for one in _within_reach(asked, stage, entry)),
        tuple((one, asked.names[one]) for one in _followers(asked, stage, entry)),
    )


def _within_reach(asked: Asked, stage: Stage | None, entry: Entry) -> list[EntrantNo]:
    if stage is None or entry.no not in stage.entrants or entry.withdrawn:
        return []
    return challenges.open_to(asked.state, stage.key, entry.no)


def _followers(asked: Asked, stage: Stage | None, entry: Entry) -> list[EntrantNo]:
    if stage is None or stage.closed or not entry.withdrawn or entry.no not in stage.entrants:
        return []
    begun = any(entry.no in t.pairing.seats and t.has_started and t.source != "walkover" for t in stage.tables())
    return [] if begun else qualification.could_follow(asked.state, stage, entry.no)


def _penalties(stage: Stage | None, no: EntrantNo) -> Iterator[PenaltyShown]:
    for index, given in enumerate(() if stage is None else stage.penalties):
        if given.entrant == no and stage is not None and index not in stage.lifted:
            yield PenaltyShown(index, given.round, writing.points(given.points) if given.points else "")
