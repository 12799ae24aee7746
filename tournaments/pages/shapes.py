"""What the pages show: plain values, made from a tournament as somebody asked for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from tournaments import reasons, series, stages, tie_breaks
from tournaments.accounts.queries import is_whole
from tournaments.decisions.results import seat_of
from tournaments.formats.contract import Bye, EntrantNo, Standing
from tournaments.queries import Asked
from tournaments.state import Progress, Round, Stage, Table

from . import words, writing
from .calls import Calling, calling


@dataclass(frozen=True, slots=True)
class SeatShown:
    """``place`` is the player's place at the table, ``""`` while it has no result."""

    no: EntrantNo
    name: str
    mine: bool
    is_bot: bool
    gone: bool
    place: str
    won: bool


@dataclass(frozen=True, slots=True)
class TableShown:
    """A table of a round. ``opened`` is its online table; ``reason`` says why it was paired so."""

    stage: str
    round: int
    no: int
    slot: str
    seats: tuple[SeatShown, ...]
    progress: Progress
    result: str
    source: str
    corrected: bool
    mine: bool
    opened: UUID | None
    deadline: str
    reason: str
    calling: Calling | None = None
    """Who is waited for, at a real table."""
    offers_draw: bool = True
    """Whether a draw needs no further decision."""
    drawn: str = ""
    """In a knock-out: what becomes of a draw."""

    @property
    def is_done(self) -> bool:
        return self.progress is Progress.DONE

    @property
    def my_seat(self) -> int:
        """The reader's seat, from 1; 0 if the reader does not sit here."""
        return next((at for at, seat in enumerate(self.seats, 1) if seat.mine), 0)

    @property
    def am_here(self) -> bool:
        """Whether the reader is known to be at the table."""
        return self.calling is None or any(
            seat.here for seat, shown in zip(self.calling.seats, self.seats, strict=True) if shown.mine
        )

    @property
    def i_was_missed(self) -> bool:
        """Whether the reader did not come in time."""
        return self.calling is not None and any(
            seat.missed for seat, shown in zip(self.calling.seats, self.seats, strict=True) if shown.mine
        )

    @property
    def is_disputed(self) -> bool:
        return self.progress is Progress.DISPUTED


@dataclass(frozen=True, slots=True)
class ByeShown:
    no: EntrantNo
    name: str
    bye: Bye
    mine: bool
    explained: bool
    """Whether there is more to say of it (``pages.why``)."""

    @property
    def told(self) -> str:
        return str(words.BYES[self.bye])


@dataclass(frozen=True, slots=True)
class RoundShown:
    stage: str
    no: int
    tables: tuple[TableShown, ...]
    byes: tuple[ByeShown, ...]
    ends: str
    is_done: bool
    is_last: bool

    @property
    def missing(self) -> int:
        """How many results are missing."""
        return sum(not table.is_done for table in self.tables)

    @property
    def ends_at(self) -> datetime | None:
        """When the timer of the round ends."""
        return words.moment(self.ends)


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the standings; ``tie_breaks`` are codes with values as written."""

    rank: int
    no: EntrantNo
    name: str
    mine: bool
    is_bot: bool
    withdrawn: bool
    points: str
    tie_breaks: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class StageShown:
    key: str
    format: str
    seats: int
    begun: bool
    over: bool
    rounds: int
    planned: int | None
    current: bool

    @property
    def title(self) -> str:
        return words.stage(self.key)


def stages_shown(asked: Asked, current: str) -> list[StageShown]:
    """Every planned stage, in order."""
    shown = []
    for plan in asked.state.planned:
        stage = asked.state.stages.get(plan.key)
        over = stage is not None and (stage.closed or stages.is_over(asked.state, plan.key))
        shown.append(
            StageShown(
                plan.key,
                str(plan.plan["format"]),
                int(plan.plan.get("seats", 2)),
                stage is not None,
                over,
                0 if stage is None else len(stage.rounds),
                planned_rounds(asked, stage),
                plan.key == current,
            )
        )
    return shown


def planned_rounds(asked: Asked, stage: Stage | None) -> int | None:
    if stage is None:
        return None
    made = stages.stage_of(asked.state, stage.key)
    return stages.format_in(stage).rounds(made.plan, len(made.entrants))


def current_stage(asked: Asked, wanted: str = "") -> str:
    """The stage that was asked for, else the last that has begun, else the first."""
    keys = [plan.key for plan in asked.state.planned]
    if wanted in keys:
        return wanted
    return next(reversed(list(asked.state.stages)), keys[0])


def round_shown(asked: Asked, stage: Stage, one: Round) -> RoundShown:
    mine = _mine(asked)
    return RoundShown(
        stage.key,
        one.no,
        tuple(table_shown(asked, stage, table) for _, table in sorted(one.tables.items())),
        tuple(
            ByeShown(no, asked.names[no], bye, no == mine, bye is Bye.PAIRING and is_whole(stage))
            for no, bye in sorted(one.byes.items(), key=lambda item: asked.names[item[0]])
            if bye is not Bye.ZERO or no == mine
        ),
        stages.ends(stage, one),
        one.is_done,
        one.no == len(stage.rounds),
    )


def table_shown(asked: Asked, stage: Stage, table: Table) -> TableShown:
    mine = _mine(asked)
    last = max(table.games, default=None)
    return TableShown(
        stage.key,
        table.pairing.round,
        table.no,
        table.pairing.slot,
        tuple(_seat(asked, table, seat, no, mine) for seat, no in enumerate(table.pairing.seats)),
        table.progress,
        writing.duel(table.pairing),
        table.source,
        table.corrected,
        seat_of(table, mine) is not None,
        None if last is None else table.games[last].opened,
        table.deadline,
        "" if table.pairing.reason is None else reasons.said(table.pairing.reason, asked.names),
        calling(asked, stage, table),
        series.offers_draw(asked.state, stage),
        words.drawn(stage, runs_alone=asked.state.settings.automatic) if series.is_bracket(stage) else "",
    )


def _seat(asked: Asked, table: Table, seat: int, no: EntrantNo, mine: EntrantNo | None) -> SeatShown:
    entry, result = asked.state.entries[no], table.pairing.result
    return SeatShown(
        no,
        asked.names[no],
        no == mine,
        entry.player is None,
        entry.withdrawn,
        "" if result is None else writing.seat_result(result, seat),
        result is not None and result.places[seat] == 1 and seat not in result.forfeited,
    )


def _mine(asked: Asked) -> EntrantNo | None:
    return None if asked.entry is None else asked.entry.no


def rows(asked: Asked, key: str) -> list[Row]:
    """The standings of a stage that has begun."""
    stage = stages.stage_of(asked.state, key)
    breaks = [tie_breaks.find(code) for code in stage.plan.tie_breaks]
    return [_row(asked, standing, breaks) for standing in stages.standings(stage)]


def _row(asked: Asked, standing: Standing, breaks: Sequence[tie_breaks.TieBreak]) -> Row:
    entry = asked.state.entries[standing.entrant]
    values = zip(breaks, standing.tie_breaks, strict=False)
    return Row(
        standing.rank,
        standing.entrant,
        asked.names[standing.entrant],
        asked.entry is not None and asked.entry.no == standing.entrant,
        entry.player is None,
        entry.withdrawn,
        writing.points(standing.points),
        tuple((one.code, writing.tie_break(one, value)) for one, value in values),
    )


def my_tables(asked: Asked) -> list[TableShown]:
    """The asker's tables without a result, the latest first."""
    mine = _mine(asked)
    if mine is None:
        return []
    return [
        table_shown(asked, stage, table)
        for stage in reversed(list(asked.state.stages.values()))
        for table in stage.tables()
        if mine in table.pairing.seats and not table.is_done
    ]


def field_shown(asked: Asked) -> Sequence[Mapping[str, object]]:
    """All entrants, in order of seeding."""
    return [
        {
            "no": no,
            "name": asked.names[no],
            "rating": asked.state.entries[no].rating,
            "division": asked.state.entries[no].division,
            "checked_in": asked.state.entries[no].checked_in,
            "withdrawn": asked.state.entries[no].withdrawn,
            "is_bot": asked.state.entries[no].player is None,
        }
        for no in stages.seeded(asked.state)
    ]
