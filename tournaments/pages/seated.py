"""A table's page: its result and history, reports and remarks, deadlines, and what the reader may do."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.utils.translation import gettext as _

from tournaments import reasons, silent
from tournaments.accounts.queries import is_explained
from tournaments.decisions import results, windows
from tournaments.decisions.results import seat_of
from tournaments.formats.contract import Result
from tournaments.models import Remark
from tournaments.queries import Asked
from tournaments.state import Progress, Stage, Status, Table

from . import shapes, words
from .asking import Look
from .games import GameShown, games_of
from .shapes import TableShown


@dataclass(frozen=True, slots=True)
class Said:
    """What somebody at the table has reported or remarked."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class SeatAsked:
    """A seat in the form of a result, with the current or reported value: a place, or ``-`` for a player who did not
    appear.
    """

    seat: int
    name: str
    place: str
    score: str


@dataclass(frozen=True, slots=True)
class Wished:
    """A player's wish to play by ``until`` instead."""

    name: str
    until: datetime
    mine: bool


@dataclass(frozen=True, slots=True)
class Seated:
    """``until`` is when ``comes`` happens by itself; ``awaited`` are those who have not reported while others have."""

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
    explained: bool
    """Whether there is more to say of the pairing (``pages.why``)."""
    by: datetime | None
    """By when it is to be played, where it has a window or was postponed."""
    wishes: Sequence[Wished]
    may_postpone: bool
    may_open: bool
    """The reader may open it here when they want to play."""


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
        reports(table, names),
        awaited(here.asked, table),
        _statements(here, table, names),
        until,
        comes,
        mine is not None and may_report(here, table),
        mine is not None and not table.is_done and bool(table.reports or table.progress is Progress.DISPUTED),
        tuple(fields(table, names, None if mine is None else table.reports.get(mine))),
        range(1, len(names) + 1),
        is_explained(stage, table.pairing),
        words.moment(table.until) if not table.is_done else None,
        [Wished(names[seat], datetime.fromisoformat(text), seat == mine) for seat, text in sorted(table.asked.items())],
        mine is not None and asked.state.status is Status.RUNNING and windows.may_be_postponed(table),
        mine is not None and _may_open(asked, table),
    )


def _may_open(asked: Asked, table: Table) -> bool:
    running = asked.state.status is Status.RUNNING and asked.state.settings.online
    return running and bool(table.until) and not table.games and table.progress is Progress.PAIRED


def may_report(here: Look, table: Table) -> bool:
    settings = here.now.state.settings
    is_running = here.now.state.status is Status.RUNNING and not here.is_past
    if here.asked.entry is None or here.asked.entry.withdrawn or (settings.online and table.games):
        return False
    return is_running and settings.players_report and not table.is_done


def awaited(asked: Asked, table: Table) -> tuple[str, ...]:
    """The players who have not reported although others have."""
    if table.progress is not Progress.REPORTED:
        return ()
    mute = silent.of_table(asked.state, table)
    missing = [s for s in results.asked_for_report(asked.state, table) if s not in table.reports and s not in mute]
    return tuple(asked.names[table.pairing.seats[seat]] for seat in missing)


def _by_time(here: Look, table: Table, names: Sequence[str]) -> tuple[datetime | None, str]:
    """When a deadline affects the table, and what happens then."""
    if table.progress is Progress.REPORTED and table.since is not None:
        until = table.since + timedelta(minutes=here.asked.state.settings.report_minutes)
        return until, words.result(next(iter(table.reports.values())), names)
    if table.progress is Progress.DISPUTED:
        return words.moment(table.deadline), words.result(results.default(table), names)
    return None, ""


def _statements(here: Look, table: Table, names: Sequence[str]) -> tuple[Said, ...]:
    """For the players at the table and officers; nobody else is told that there are any."""
    now = here.now
    sits_here = now.entry is not None and now.entry.no in table.pairing.seats
    if not (now.is_officer or sits_here) or not table.statements:
        return ()
    said = remarks(now.state.id, [remark for _, remark in table.statements])
    return tuple(Said(names[seat], said.get(remark, _("This text was erased."))) for seat, remark in table.statements)


def remarks(tournament_id: UUID, wanted: Sequence[UUID]) -> dict[UUID, str]:
    """The caller has checked the reader's right to see them."""
    return dict(Remark.objects.filter(tournament=tournament_id, id__in=wanted).values_list("id", "text"))


def reports(table: Table, names: Sequence[str]) -> tuple[Said, ...]:
    """The reports in words, by seat."""
    return tuple(Said(names[seat], words.result(told, names)) for seat, told in sorted(table.reports.items()))


def fields(
    table: Table, names: Sequence[str], before: Result | None, absent: Collection[int] = ()
) -> Iterator[SeatAsked]:
    """The seats of a result's form, filled with ``before``; players who are ``absent``, or lost by forfeit, did not
    appear.
    """
    gone = table.lost | frozenset(absent)
    return (SeatAsked(seat, name, *_filled(before, seat, seat in gone)) for seat, name in enumerate(names))


def _filled(before: Result | None, seat: int, gone: bool) -> tuple[str, str]:
    """Place and score of the seat."""
    if before is None:
        return "-" if gone else "", ""
    place = "-" if seat in before.forfeited else str(before.places[seat])
    return place, str(before.scores[seat]) if before.scores else ""
