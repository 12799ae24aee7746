"""The wall page: seats in the running rounds, by table and by name; standings between rounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tournaments.queries import Asked
from tournaments.state import Progress, Round, Stage

from . import shapes, words
from .shapes import ByeShown, Row, TableShown

MAX_ROWS = 200


@dataclass(frozen=True, slots=True)
class Place:
    """A player's place. ``seat`` counts from 1; ``bye`` says what they have instead of a table."""

    name: str
    table: int
    seat: int
    bye: str


@dataclass(frozen=True, slots=True)
class WallRound:
    key: str
    title: str
    no: int
    tables: Sequence[TableShown]
    byes: Sequence[ByeShown]
    places: Sequence[Place]
    ends: datetime | None
    missing: int


@dataclass(frozen=True, slots=True)
class WallStandings:
    title: str
    codes: Sequence[str]
    rows: Sequence[Row]


def running(asked: Asked, key: str = "") -> list[WallRound]:
    """Rounds with a missing result, of all running stages or of the one with ``key``."""
    chosen = [stage for stage in asked.state.stages.values() if key in ("", stage.key) and not stage.closed]
    return [wall_round(asked, stage, one) for stage in chosen for one in stage.rounds if not one.is_done]


def wall_round(asked: Asked, stage: Stage, one: Round) -> WallRound:
    shown = shapes.round_shown(asked, stage, one)
    return WallRound(
        stage.key,
        words.stage(stage.key),
        one.no,
        shown.tables,
        shown.byes,
        places(shown.tables, shown.byes),
        shown.ends_at,
        sum(table.progress is not Progress.DONE for table in shown.tables),
    )


def places(tables: Sequence[TableShown], byes: Sequence[ByeShown]) -> list[Place]:
    """Sorted by name."""
    found = [Place(seat.name, table.no, at, "") for table in tables for at, seat in enumerate(table.seats, 1)]
    found += [Place(one.name, 0, 0, one.told) for one in byes]
    return sorted(found, key=lambda place: (place.name.casefold(), place.table))


def standings(asked: Asked, key: str) -> WallStandings | None:
    """The standings of a stage that has begun; None for any other."""
    stage = asked.state.stages.get(key)
    if stage is None or not stage.rounds:
        return None
    rows = shapes.rows(asked, key)[:MAX_ROWS]
    return WallStandings(words.stage(key), [code for code, _ in rows[0].tie_breaks] if rows else [], rows)
