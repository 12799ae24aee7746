"""Windows: tables that may be played any time before a deadline, and their postponement."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

from web.errors import BadRequest, Conflict

from .. import events as e
from ..events import TournamentEvent
from ..formats.contract import EntrantNo, Pairing, Result, RoundNo
from ..series import is_bracket
from ..settings import FORFEIT
from ..state import Progress, State, Status, Table, TableRef

FURTHEST = timedelta(days=366)


def opened(state: State, stage: str, rounds: Collection[RoundNo], at: datetime) -> list[TournamentEvent]:
    """The windows of rounds published at ``at``, one after the other; empty if there are none."""
    time = _time(state, stage)
    if not time or not rounds:
        return []
    ends = {number: _text(at + time * place) for place, number in enumerate(sorted(rounds), start=1)}
    return [e.WindowsSet(stage, ends)]


def in_bracket(state: State, stage: str, pairings: Sequence[Pairing], at: datetime) -> list[TournamentEvent]:
    """The windows of a bracket's tables published at ``at``. A round's window follows the previous round's; a table
    that is published late, after a postponed one, still gets the full time."""
    time, rounds = _time(state, stage), {one.no: one for one in state.stages[stage].rounds}
    if not time:
        return []
    known = {number: one.window for number, one in rounds.items() if one.window}
    new: dict[RoundNo, str] = {}
    for number in sorted({pairing.round for pairing in pairings}):
        if number not in rounds or (not rounds[number].tables and number not in known):
            before = {**known, **new}.get(RoundNo(number - 1))
            new[number] = _text(max(at, datetime.fromisoformat(before) if before else at) + time)
    late = [
        e.TablePostponed(stage, pairing.round, pairing.table, _text(at + time))
        for pairing in pairings
        if pairing.result is None
        and pairing.round in known
        and datetime.fromisoformat(known[pairing.round]) < at + time
    ]
    return [*([e.WindowsSet(stage, new)] if new else []), *late]


def _time(state: State, stage: str) -> timedelta:
    own = state.stages[stage].plan.window_minutes
    return timedelta(minutes=state.settings.window_minutes if own is None else own)


def at_once(state: State, stage: str) -> bool:
    """Whether rounds known from the schedule alone are published at once."""
    own = state.stages[stage].plan.window_minutes
    return state.settings.all_rounds if own is None else bool(own)


def ends(state: State, table: Table) -> datetime | None:
    """When time alone ends the table: the end of its window, if that is a forfeit and nobody is playing."""
    waits = table.progress is Progress.PAIRED and not any(game.started for game in table.games.values())
    if not table.until or not waits or state.settings.window_default != FORFEIT:
        return None
    return datetime.fromisoformat(table.until)


def is_lost(state: State, table: Table, at: datetime) -> bool:
    """Whether nobody has appeared by the end of the window and that counts as a forfeit."""
    end = ends(state, table)
    return end is not None and at >= end and not table.games


def is_overdue(table: Table, at: datetime) -> bool:
    """Whether the window is over and an arbiter has to rule."""
    return bool(table.until) and not table.is_done and at >= datetime.fromisoformat(table.until)


# --- postponement -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Postponement:
    """The seat that asks to postpone; None for an arbiter, who decides."""

    until: datetime
    seat: int | None = None


def postpone(
    state: State, ref: TableRef, table: Table, wanted: Postponement, *, at: datetime, remark: UUID | None = None
) -> list[TournamentEvent]:
    """Postpone a table: an arbiter at once, the players once all of them have asked for the same time. A table without
    a window has one from then on.

    Raises Conflict (it has begun, is done or under dispute, not running), BadRequest (a moment that cannot be).
    """
    if state.status is not Status.RUNNING:
        raise Conflict("tournament_closed")
    if not may_be_postponed(table):
        raise Conflict("cannot_be_postponed", table=table.no)
    until = _checked(wanted.until, at)
    if wanted.seat is None:
        return [] if table.until == until else [_postponed(ref, table, until, remark)]
    if table.asked.get(wanted.seat) == until:
        return []
    batch: list[TournamentEvent] = [e.PostponementAsked(ref.stage, ref.round, ref.table, wanted.seat, until)]
    asked = {**table.asked, wanted.seat: until}
    people = [seat for seat, no in enumerate(table.pairing.seats) if state.entries[no].player is not None]
    if all(asked.get(seat) == until for seat in people):
        batch.append(_postponed(ref, table, until, remark))
    return batch


def may_be_postponed(table: Table) -> bool:
    """Whether the table may be postponed: before play begins, or with a window until a result is reported."""
    if not table.until:
        return not table.has_started
    return table.progress in (Progress.PAIRED, Progress.STARTED)


def _postponed(ref: TableRef, table: Table, until: str, remark: UUID | None) -> e.TablePostponed:
    """Stop waiting for players who were called to a table."""
    anew = not table.until or table.waits_for is not None
    return e.TablePostponed(ref.stage, ref.round, ref.table, until, remark, anew)


def _checked(until: datetime, at: datetime) -> str:
    if until.tzinfo is None or not at < until <= at + FURTHEST:
        raise BadRequest("bad_new_deadline", field="until")
    return _text(until)


def _text(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds")


# --- who leaves -------------------------------------------------------------------------------------------


def walkovers(state: State, gone: EntrantNo) -> list[TournamentEvent]:
    """Tables with a window where ``gone`` would still have to play and at most one other player is left: later ones
    would be walkovers too. In a bracket an arbiter rules, since other tables depend on it."""
    batch: list[TournamentEvent] = []
    for stage in state.stages.values():
        for one in stage.rounds if not is_bracket(stage) else ():
            for table in one.tables.values():
                if result := _walkover(state, table, gone):
                    batch.append(e.ResultStood(stage.key, one.no, table.no, result, "walkover"))
    return batch


def _walkover(state: State, table: Table, gone: EntrantNo) -> Result | None:
    seats = table.pairing.seats
    if not table.until or table.has_started or table.waits_for or gone not in seats:
        return None
    away = frozenset(seat for seat, no in enumerate(seats) if no == gone or state.entries[no].withdrawn)
    return walkover_of(len(seats), away)


def walkover_of(seats: int, away: frozenset[int]) -> Result | None:
    """How a table of so many seats ends if these players do not come; None if enough others are left to play."""
    if len(away) < max(1, seats - 1):
        return None
    lost = 1 if len(away) == seats else 2
    return Result(tuple(lost if seat in away else 1 for seat in range(seats)), (), away)
