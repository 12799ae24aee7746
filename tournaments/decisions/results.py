"""A table's result: reported, agreed, disputed, ruled, corrected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from uuid import UUID

from web.errors import BadRequest, Conflict, NotFound

from .. import events as e
from ..events import TournamentEvent
from ..formats.contract import EntrantNo, Result
from ..state import Progress, State, Status, Table, TableRef
from . import presence, windows

MAX_SCORE = 100_000


def table_at(state: State, ref: TableRef) -> Table:
    """Raises NotFound if the table was not paired."""
    stage = state.stages.get(ref.stage)
    found = None if stage is None else stage.table(ref.round, ref.table)
    if found is None:
        raise NotFound("table_not_paired", stage=ref.stage, round=ref.round, table=ref.table)
    return found


def checked(result: Result, seats: int, *, told_elsewhere: bool = False) -> Result:
    """A valid result: one place for each seat; ties use up the places after them; forfeiting players share the place
    behind all others. ``told_elsewhere``: all may have lost, which nobody can enter here. Raises
    BadRequest."""
    places, here = result.places, [seat for seat in range(seats) if seat not in result.forfeited]
    if len(places) != seats:
        raise BadRequest("wrong_number_of_places", field="places", places=len(places), seats=seats)
    if any(not 0 <= seat < seats for seat in result.forfeited):
        raise BadRequest("unknown_seat", field="forfeited")
    result = replace(result, places=_after_forfeits(places, here))
    counted = Counter({} if told_elsewhere and result.is_lost_by_all else result.places)
    for place, tied in counted.items():
        behind = min((other for other in counted if other > place), default=seats + 1)
        if behind != place + tied or not 1 <= place <= seats or 1 not in counted:
            raise BadRequest("impossible_places", field="places", places=list(places))
    if result.scores and len(result.scores) != seats:
        raise BadRequest("wrong_number_of_scores", field="scores", scores=len(result.scores), seats=seats)
    if any(abs(score) > MAX_SCORE for score in result.scores):
        raise BadRequest("bad_field", field="scores")
    return result


def _after_forfeits(places: Sequence[int], here: Sequence[int]) -> tuple[int, ...]:
    """Players who forfeited share the place behind those who are here."""
    return tuple(place if seat in here else max(1, len(here) + 1) for seat, place in enumerate(places))


# --- by those who play ------------------------------------------------------------------------------------


def report(
    state: State, ref: TableRef, seat: int, result: Result, *, at: datetime, silent: Collection[int] = ()
) -> list[TournamentEvent]:
    """A seat reports the result. It stands once all seats agree but those that cannot answer (``silent``); reports that
    differ put only this table in dispute.

    Raises NotFound, BadRequest, Conflict (done already, played here, not reported by players).
    """
    _check_running(state)
    table = table_at(state, ref)
    if not state.settings.players_report:
        raise Conflict("scorers_report")
    if state.settings.online and table.games:
        raise Conflict("played_here")
    if table.is_done:
        raise Conflict("result_stands", **_told(table.pairing.result), source=table.source)
    if not 0 <= seat < len(table.pairing.seats):
        raise NotFound("unknown_seat", seat=seat)
    if state.entries[table.pairing.seats[seat]].withdrawn:
        raise Conflict("already_withdrawn", no=table.pairing.seats[seat])
    result = checked(result, len(table.pairing.seats))
    if not table.lost <= result.forfeited:
        raise Conflict("did_not_appear", table=ref.table)
    if table.reports.get(seat) == result:
        return []
    batch: list[TournamentEvent] = [e.ResultReported(ref.stage, ref.round, ref.table, seat, result)]
    reports = {**table.reports, seat: result}
    if len(set(reports.values())) > 1:
        if table.progress is not Progress.DISPUTED:
            batch.append(_disputed(state, ref, at))
    elif reports.keys() >= set(asked_for_report(state, table)) - set(silent):
        batch.append(e.ResultStood(ref.stage, ref.round, ref.table, result, "agreed"))
    return batch


def asked_for_report(state: State, table: Table) -> list[int]:
    """The seats that have to agree: not bots, and not players who have left or forfeited."""
    entries = [(seat, state.entries[no]) for seat, no in enumerate(table.pairing.seats)]
    return [seat for seat, entry in entries if entry.player and not entry.withdrawn and seat not in table.lost]


def _disputed(state: State, ref: TableRef, at: datetime) -> TournamentEvent:
    deadline = at + timedelta(minutes=state.settings.dispute_minutes)
    return e.ResultDisputed(ref.stage, ref.round, ref.table, deadline.isoformat(timespec="seconds"))


def object_to(state: State, ref: TableRef, seat: int, remark: UUID, *, at: datetime) -> list[TournamentEvent]:
    """A seat disputes the report and says why; in a dispute it adds to its earlier statement.

    Raises NotFound, Conflict (nothing was reported).
    """
    _check_running(state)
    table = table_at(state, ref)
    if table.is_done or not (table.reports or table.progress is Progress.DISPUTED):
        raise Conflict("nothing_to_dispute")
    said = e.StatementMade(ref.stage, ref.round, ref.table, seat, remark)
    return [said] if table.progress is Progress.DISPUTED else [_disputed(state, ref, at), said]


# --- by the clock -----------------------------------------------------------------------------------------


def due(state: State, ref: TableRef, *, at: datetime, silent: Collection[int] = ()) -> list[TournamentEvent]:
    """What time alone does to a table: an unanswered report stands, a dispute ends with the default, latecomers are
    called and then marked as missing, but for those who cannot answer (``silent``). Nothing if an arbiter has undone
    what the clock did."""
    table = table_at(state, ref)
    if state.status is not Status.RUNNING or table.is_done or (ref.stage, ref.round, ref.table) in state.overruled:
        return []
    if table.progress is Progress.REPORTED and table.since is not None:
        until = table.since + timedelta(minutes=state.settings.report_minutes)
        result = next(iter(table.reports.values()))
        return [e.ResultStood(ref.stage, ref.round, ref.table, result, "clock")] if at >= until else []
    if table.progress is Progress.DISPUTED and at >= datetime.fromisoformat(table.deadline):
        return [e.ResultStood(ref.stage, ref.round, ref.table, default(table), "default")]
    if windows.is_lost(state, table, at):
        nobody = presence.unplayed(len(table.pairing.seats), frozenset(range(len(table.pairing.seats))))
        return [e.ResultStood(ref.stage, ref.round, ref.table, nobody, "clock")]
    return presence.due(state, ref, table, at=at, silent=silent)


def default(table: Table) -> Result:
    """The result if nobody rules: what most seats reported, or without a majority a tie of all."""
    counted = Counter(table.reports.values()).most_common()
    if counted and counted[0][1] * 2 > len(table.pairing.seats):
        return counted[0][0]
    return Result((1,) * len(table.pairing.seats))


# --- by arbiters and scorers ------------------------------------------------------------------------------


def start(state: State, ref: TableRef) -> list[TournamentEvent]:
    """Note that play has begun. Raises NotFound."""
    _check_running(state)
    return [] if table_at(state, ref).has_started else [e.TableStarted(ref.stage, ref.round, ref.table)]


def check_not_played_here(state: State, ref: TableRef) -> None:
    """Raises NotFound, Conflict (a game is in progress here and will bring its own result)."""
    table = table_at(state, ref)
    if not table.is_done and any(game.is_under_way for game in table.games.values()):
        raise Conflict("played_here")


def enter(state: State, ref: TableRef, result: Result, *, source: str) -> list[TournamentEvent]:
    """Enter a result that counts at once. The same result again changes nothing; another one needs a correction.

    Raises NotFound, BadRequest, Conflict (``result_stands``, with what stands).
    """
    _check_running(state)
    table = table_at(state, ref)
    result = checked(result, len(table.pairing.seats))
    if table.is_done:
        if table.pairing.result == result:
            return []
        raise Conflict("result_stands", **_told(table.pairing.result), source=table.source)
    return [e.ResultStood(ref.stage, ref.round, ref.table, result, source)]


def rule(state: State, ref: TableRef, result: Result, *, remark: UUID | None = None) -> list[TournamentEvent]:
    """The arbiter rules on an unfinished table: a dispute, a no-show. Raises NotFound, BadRequest, Conflict."""
    batch = enter(state, ref, result, source="arbiter")
    return [replace(event, remark=remark) if isinstance(event, e.ResultStood) else event for event in batch]


def correct(state: State, ref: TableRef, result: Result | None, *, remark: UUID | None = None) -> list[TournamentEvent]:
    """Correct a table of any round; None clears the result, which a closed tournament does not
    allow. Raises NotFound, BadRequest, Conflict."""
    if state.status not in (Status.RUNNING, Status.CLOSED) or (result is None and state.status is Status.CLOSED):
        raise Conflict("tournament_closed")
    table = table_at(state, ref)
    if result is not None:
        result = checked(result, len(table.pairing.seats))
    if not table.is_done and result is None:
        raise Conflict("nothing_to_correct")
    if table.pairing.result == result:
        return []
    return [e.ResultCorrected(ref.stage, ref.round, ref.table, result, remark)]


def no_shows(state: State, ref: TableRef, missing: frozenset[int]) -> list[TournamentEvent]:
    """Record no-shows. At a real table the others play without them if at least two are left; otherwise, and when
    played here, the table ends. Raises as ``enter``."""
    _check_running(state)
    table = table_at(state, ref)
    seats = len(table.pairing.seats)
    if not missing or not missing <= set(range(seats)):
        raise BadRequest("unknown_seat", field="forfeited")
    if state.settings.online or table.is_done:
        return enter(state, ref, presence.unplayed(seats, missing), source="arbiter")
    return presence.missed(ref, table, missing, forfeit=True, source="arbiter")


def _told(result: Result | None) -> Mapping[str, object]:
    return {"places": list(result.places) if result else []}


def _check_running(state: State) -> None:
    if state.status is not Status.RUNNING:
        raise Conflict("tournament_closed")


def seat_of(table: Table, no: EntrantNo | None) -> int | None:
    return table.pairing.seats.index(no) if no in table.pairing.seats else None
