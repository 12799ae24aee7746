"""A table's page: its result and how it came, what was reported and said, what time will do, what the reader may do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.utils.translation import gettext as _

from tournaments import reasons
from tournaments.decisions import results
from tournaments.decisions.results import seat_of
from tournaments.formats.contract import Result
from tournaments.models import Remark
from tournaments.state import Progress, Stage, Status, Table

from . import shapes, words
from .asking import Look
from .games import GameShown, games_of
from .shapes import TableShown


@dataclass(frozen=True, slots=True)
class Said:
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class SeatAsked:
    """A seat of the report form, with what its reader reported before: a place, ``-`` for who did not appear."""

    seat: int
    name: str
    place: str
    score: str


@dataclass(frozen=True, slots=True)
class Seated:
    """``until`` is when time alone does ``comes``; ``awaited`` have not reported while others have."""

    table: TableShown
    stage: str
    result: str
    source: str
    reason: str
    games: Sequence[GameShown]
    reports: Sequence[Said]
    awaited: Sequence[str]
    statements: Sequence[Said]
    until: datetime | None
    comes: str
    may_report: bool
    may_object: bool
    fields: Sequence[SeatAsked]
    places: Sequence[int]


def seated(here: Look, stage: Stage, table: Table) -> Seated:
    asked = here.asked
    names = [asked.names[no] for no in table.pairing.seats]
    mine = None if here.is_past or asked.entry is None else seat_of(table, asked.entry.no)
    until, comes = _by_time(here, table, names)
    return Seated(
        shapes.table_shown(asked, stage, table),
        words.stage(stage.key),
        words.result(table.pairing.result, names) if table.pairing.result else "",
        words.source(table.source),
        "" if table.pairing.reason is None else reasons.said(table.pairing.reason, asked.names),
        games_of(table, names),
        tuple(Said(names[seat], words.result(told, names)) for seat, told in sorted(table.reports.items())),
        _awaited(here, table, names),
        _statements(here, table, names),
        until,
        comes,
        mine is not None and may_report(here, table),
        mine is not None and not table.is_done and bool(table.reports or table.progress is Progress.DISPUTED),
        _fields(table, names, mine),
        range(1, len(names) + 1),
    )


def may_report(here: Look, table: Table) -> bool:
    settings = here.now.state.settings
    is_running = here.now.state.status is Status.RUNNING and not here.is_past
    return is_running and settings.players_report and not table.is_done and not (settings.online and table.games)


def _awaited(here: Look, table: Table, names: Sequence[str]) -> tuple[str, ...]:
    if table.progress is not Progress.REPORTED:
        return ()
    people = [seat for seat, no in enumerate(table.pairing.seats) if here.asked.state.entries[no].player is not None]
    return tuple(names[seat] for seat in people if seat not in table.reports)


def _by_time(here: Look, table: Table, names: Sequence[str]) -> tuple[datetime | None, str]:
    """When time alone does something to the table, and what."""
    if table.progress is Progress.REPORTED and table.since is not None:
        until = table.since + timedelta(minutes=here.asked.state.settings.report_minutes)
        return until, words.result(next(iter(table.reports.values())), names)
    if table.progress is Progress.DISPUTED:
        return words.moment(table.deadline), words.result(results.default(table), names)
    return None, ""


def _statements(here: Look, table: Table, names: Sequence[str]) -> tuple[Said, ...]:
    """Those of the table and officers read them; nobody else is told that there are any."""
    now = here.now
    sits_here = now.entry is not None and now.entry.no in table.pairing.seats
    if not (now.is_officer or sits_here) or not table.statements:
        return ()
    said = remarks(now.state.id, [remark for _, remark in table.statements])
    return tuple(Said(names[seat], said.get(remark, _("This text was erased."))) for seat, remark in table.statements)


def remarks(tournament_id: UUID, wanted: Sequence[UUID]) -> dict[UUID, str]:
    """The reader's right to them was checked before."""
    return dict(Remark.objects.filter(tournament=tournament_id, id__in=wanted).values_list("id", "text"))


def _fields(table: Table, names: Sequence[str], mine: int | None) -> tuple[SeatAsked, ...]:
    before = None if mine is None else table.reports.get(mine)
    return tuple(SeatAsked(seat, name, *_reported(before, seat)) for seat, name in enumerate(names))


def _reported(before: Result | None, seat: int) -> tuple[str, str]:
    """Place and score."""
    if before is None:
        return "", ""
    place = "-" if seat in before.forfeited else str(before.places[seat])
    return place, str(before.scores[seat]) if before.scores else ""
