"""Real tables: players are called, their presence is noted, and those who do not come in time are marked as missing.

FIDE calls that time the default time (Laws of Chess, 6.7). It counts for tables without a window that nobody has
begun; the last call comes before it, so that nobody is missed unwarned.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from web.errors import BadRequest, Conflict

from .. import events as e
from ..events import TournamentEvent
from ..formats.contract import Result
from ..settings import FORFEIT, Settings
from ..state import Progress, Round, State, Status, Table, TableRef

MAX_WARNING = timedelta(minutes=5)


def awaited(state: State, table: Table) -> frozenset[int]:
    """Seats of people not yet known to be here, except those who have already forfeited."""
    people = (seat for seat, no in enumerate(table.pairing.seats) if state.entries[no].player is not None)
    return frozenset(people) - table.here - table.lost


def calls(table: Table, seat: int) -> int:
    """How often this seat has been called."""
    return sum(seat in call.seats for call in table.called)


# --- by officers and players ------------------------------------------------------------------------------


def call(state: State, ref: TableRef, table: Table, seats: Collection[int] | None = None) -> list[TournamentEvent]:
    """Call the absent players, or only these ``seats``. Raises BadRequest, Conflict (table played here, or begun)."""
    _check_real(state, table)
    if table.progress is not Progress.PAIRED:
        raise Conflict("tables_have_started", tables=[table.no])
    wanted = frozenset(range(len(table.pairing.seats)) if seats is None else seats)
    _check_seats(table, wanted)
    waiting = awaited(state, table) & wanted
    return [e.PlayersCalled(ref.stage, ref.round, ref.table, tuple(sorted(waiting)))] if waiting else []


def note(
    state: State,
    ref: TableRef,
    table: Table,
    seats: Collection[int],
    *,
    here: bool = True,
    rules: bool = True,
    silent: Collection[int] = (),
) -> list[TournamentEvent]:
    """Mark these seats as present, or with ``here`` False as absent. Once all are present, play begins; a player
    who says so does not wait for those who cannot (``silent``).

    ``rules``: by somebody who may also let one play who came too late. Raises BadRequest, Conflict.
    """
    _check_real(state, table)
    wanted = frozenset(seats)
    _check_seats(table, wanted)
    if not rules and wanted & table.missed:
        raise Conflict("came_too_late", table=table.no)
    if table.progress is not Progress.PAIRED and not (here and wanted & table.missed):
        return [] if here else _refuse_begun(table)
    now = table.here | wanted if here else table.here - wanted
    if now == table.here:
        return []
    batch: list[TournamentEvent] = [e.PresenceNoted(ref.stage, ref.round, ref.table, tuple(sorted(now)))]
    if here and table.progress is Progress.PAIRED and not awaited(state, table) - now - frozenset(silent):
        batch.append(e.TableStarted(ref.stage, ref.round, ref.table))
    return batch


def _refuse_begun(table: Table) -> list[TournamentEvent]:
    raise Conflict("tables_have_started", tables=[table.no])


def missed(ref: TableRef, table: Table, seats: Collection[int], *, forfeit: bool, source: str) -> list[TournamentEvent]:
    """These players did not come. With ``forfeit`` the others play on if at least two are left; else the table ends.

    Raises BadRequest.
    """
    gone = frozenset(seats)
    _check_seats(table, gone)
    batch: list[TournamentEvent] = [
        e.SeatsMissed(ref.stage, ref.round, ref.table, tuple(sorted(gone)), forfeit, source)
    ]
    size, lost = len(table.pairing.seats), table.lost | gone
    if forfeit and size - len(lost) < 2:
        batch.append(e.ResultStood(ref.stage, ref.round, ref.table, unplayed(size, lost), source))
    return batch


def unplayed(seats: int, missing: frozenset[int]) -> Result:
    """The result where ``missing`` did not appear and the others did not play: the others share first place."""
    here = seats - len(missing)
    return Result(tuple(here + 1 if seat in missing else 1 for seat in range(seats)), forfeited=missing)


def _check_real(state: State, table: Table) -> None:
    if state.status is not Status.RUNNING:
        raise Conflict("tournament_closed")
    if state.settings.online:
        raise Conflict("no_real_table")
    if table.is_done:
        raise Conflict("result_stands", places=list(table.pairing.result.places) if table.pairing.result else [])


def _check_seats(table: Table, seats: frozenset[int]) -> None:
    if not seats or not seats <= set(range(len(table.pairing.seats))):
        raise BadRequest("unknown_seat", field="seats")


# --- by the clock -----------------------------------------------------------------------------------------


def ends(state: State, one: Round, table: Table) -> datetime | None:
    """When the first awaited player runs out of time; None if there is no time limit or it has not started."""
    times = [end for _, end in _times(state, one, table)]
    return min(times, default=None)


def is_limited(settings: Settings) -> bool:
    """Whether players have limited time to come to a real table without a window."""
    return bool(settings.grace_minutes) and not settings.online


def forfeits_late(settings: Settings) -> bool:
    """Whether players who are not here by then forfeit; otherwise the arbiter decides."""
    return settings.grace_default == FORFEIT


def due_at(state: State, one: Round, table: Table) -> datetime | None:
    """When the clock acts next: with the last call, or when the time is up."""
    warned = _warned(table)
    times = [end if seat in warned else end - _warning(state) for seat, end in _times(state, one, table)]
    return min(times, default=None)


def due(
    state: State, ref: TableRef, table: Table, *, at: datetime, silent: Collection[int] = ()
) -> list[TournamentEvent]:
    """Make the last call when time is nearly up; players who had it and have not come in time are marked as missing,
    but those who cannot say so (``silent``) as present."""
    one = state.stages[ref.stage].rounds[ref.round - 1]
    times, warned = list(_times(state, one, table)), _warned(table)
    late = frozenset(seat for seat, end in times if seat in warned and at >= end)
    if come := late & frozenset(silent):
        return note(state, ref, table, come, silent=silent)
    if late:
        return missed(ref, table, late, forfeit=forfeits_late(state.settings), source="clock")
    nearly = tuple(sorted(seat for seat, end in times if seat not in warned and at >= end - _warning(state)))
    return [e.PlayersCalled(ref.stage, ref.round, ref.table, nearly, last=True)] if nearly else []


def _times(state: State, one: Round, table: Table) -> list[tuple[int, datetime]]:
    """How long each awaited seat may still come, without those already missed."""
    settings = state.settings
    if not is_limited(settings) or table.until or table.progress is not Progress.PAIRED:
        return []
    found = []
    for seat in sorted(awaited(state, table) - table.missed):
        begun = _begun(state, one, table, seat)
        if begun is not None:
            end = begun + timedelta(minutes=settings.grace_minutes)
            last = max((call.at for call in table.called if call.last and seat in call.seats), default=None)
            found.append((seat, end if last is None else max(end, last + _warning(state))))
    return found


def _begun(state: State, one: Round, table: Table, seat: int) -> datetime | None:
    """When the seat's time starts."""
    if state.settings.grace_from == "call":
        return min((call.at for call in table.called if seat in call.seats), default=None)
    began = one.began or (one.published_at if state.settings.automatic else None)
    if began is None or table.since is None:
        return began
    return max(began, table.since)


def _warned(table: Table) -> frozenset[int]:
    return frozenset(seat for call in table.called if call.last for seat in call.seats)


def _warning(state: State) -> timedelta:
    """How long before the end the last call comes."""
    return min(MAX_WARNING, timedelta(minutes=state.settings.grace_minutes) / 2)
