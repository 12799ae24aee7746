"""Flag falls: carried out once, by whoever sees it first, by the table's rule.

The decision's id follows from the match's secret and version, so that it is one outcome however often it is tried.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from uuid import UUID

import structlog
from django.db import InterfaceError, OperationalError

from elekt_core.contract import CONCEDE, Decision, SeatNo
from elekt_core.errors import IllegalDecision
from elekt_core.record.seats import StandInCalled
from elekt_core.registry import bots_of, game_names
from web.errors import Conflict, GameUnavailable, NotAllowed

from .. import changing
from ..company import news
from ..models import Match
from ..play import services
from ..play.decided import CLOCK
from . import lag, service_time
from .beside import beside_of
from .controls import BOT, CONCEDES, control_of, is_live
from .course import falls_at, unpaid
from .deciding import course_of, is_due
from .notes import note

STRONGEST = "greedy"
AT_ONCE = 200
PUT_OFF = 60_000
"""Milliseconds for which a match whose flag cannot fall here keeps no other one waiting."""

_put_off: dict[UUID, int] = {}
"""Until when, by a clock that nobody can set."""

log = structlog.get_logger()


def due(late: int = 0, limit: int = AT_ONCE) -> Sequence[UUID]:
    """Running matches in which a flag is due to fall, or was due ``late`` ms ago."""
    until = service_time.now() - lag.CAP - late
    rows = Match.objects.filter(falls_at__lte=until, ended_at__isnull=True, game__in=game_names())
    for match_id, over in list(_put_off.items()):
        if over <= service_time.steady():
            _put_off.pop(match_id, None)
    rows = rows.exclude(id__in=list(_put_off))
    return list(rows.order_by("falls_at").values_list("id", flat=True)[:limit])


def carry_out_due(late: int = 0, before_each: Callable[[], object] = lambda: None) -> int:
    """Carry out all that are due; returns how many flags fell."""
    fell = 0
    for match_id in due(late):
        before_each()
        fell += carry_out(match_id)
    return fell


def carry_out(match_id: UUID) -> bool:
    """Let the next flag of a match fall if it is due; returns whether one fell here.

    Fails only where the database is busy or away, as all others would then.
    """
    try:
        return _carry_out(match_id)
    except GameUnavailable as error:
        log.warning("no flag falls: game not available", match=str(match_id), game=error.data["game"])
    except (Conflict, NotAllowed):  # somebody was faster
        return False
    except (OperationalError, InterfaceError):
        raise
    except Exception as error:  # no match stops the flags of the others; its text may name what is hidden
        log.error("no flag falls", match=str(match_id), failure=type(error).__name__)
    _put_off[match_id] = service_time.steady() + PUT_OFF
    return False


def _carry_out(match_id: UUID) -> bool:
    playing = changing.MATCHES.load(match_id)
    row, version = playing.row, playing.version
    clocks = beside_of(playing.timeline, version).clocks
    if row.ended_at is not None or not clocks.running:
        return False
    course, now = course_of(row, clocks), service_time.now()
    found = [(at, seat) for seat in clocks.running if (at := falls_at(clocks, seat, course.outages)) is not None]
    seat = min(found)[1] if found else None
    if seat is not None and is_due(course, seat, now):
        return _fall(playing, seat)
    if found and min(found)[0] > now and any(unpaid(clocks, one, now, course.outages) for one in clocks.running):
        _give_back(match_id, version, now)
    return False


def _give_back(match_id: UUID, version: int, now: int) -> None:
    """If only time in which nobody could play keeps a flag from falling, store that time in the stream."""

    def move(playing: changing.Playing) -> changing.Move:
        course = course_of(playing.row, beside_of(playing.timeline, playing.version).clocks)
        course.give_back(max(now, course.clocks.last))
        return note(playing, *course.facts)

    changing.MATCHES.change(match_id, move, actor=CLOCK, expected_version=version)


def _fall(playing: changing.Playing, seat: int) -> bool:
    row, game = playing.row, playing.timeline.game
    control = control_of(row.table.time)
    rule = "" if control is None else control.flag
    if rule == BOT:
        return _stand_in(row.id, seat, playing.version)
    state = playing.timeline.state(playing.version)
    default = game.default(game.view(state, SeatNo(seat)), SeatNo(seat))
    if rule == CONCEDES:
        try:
            return _decide(playing, Decision(SeatNo(seat), CONCEDE))
        except IllegalDecision:  # the game does not allow it now
            pass
    fell = _decide(playing, default)
    if fell and not is_live(control):
        news.tell(row.id)  # the others may be able to act by now
    return fell


def _decide(playing: changing.Playing, decision: Decision) -> bool:
    done = services.decide(
        match_id=playing.row.id,
        seat=decision.seat,
        decision=playing.timeline.game.encode_decision(decision),
        expected_version=playing.version,
        decision_id=services.automatic_id(playing.row.id, decision.seat, playing.version, "flag"),
        actor=CLOCK,
    )
    return not done.repeated


def _stand_in(match_id: UUID, seat: int, version: int) -> bool:
    """A bot plays on from here; a worker makes its first decision."""

    def move(playing: changing.Playing) -> changing.Move:
        beside = beside_of(playing.timeline, playing.version)
        course, now = course_of(playing.row, beside.clocks), service_time.now()
        if not is_due(course, seat, now):
            raise Conflict("not_awaited")
        course.fell(seat)
        return note(playing, *course.facts, *call(playing, seat))

    done = changing.MATCHES.change(
        match_id,
        move,
        actor=CLOCK,
        decision_id=services.automatic_id(match_id, seat, version, "flag"),
        expected_version=version,
    )
    return not done.repeated


def call(playing: changing.Playing, seat: int) -> Sequence[StandInCalled]:
    """The best bot that the game has."""
    bots = bots_of(playing.timeline.game)
    return [StandInCalled(seat, STRONGEST if STRONGEST in bots else "random")]
