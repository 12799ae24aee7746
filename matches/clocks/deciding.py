"""What a decision does to the clocks, in the batch that it causes; the hook of ``play.services``."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any
from uuid import UUID

from elekt_core.contract import CONCEDE, Decision, Event
from elekt_core.record.clocks import Clocks
from elekt_core.record.seats import StandInLeft
from web.errors import Conflict

from ..models import Match
from ..play.decided import CLOCK
from . import lag, service_time
from .asked import people_asked
from .beside import beside_of
from .controls import control_of
from .course import Course, TimeOff, falls_at, has_time, none_off
from .hours import time_off_of
from .outages import Span

if TYPE_CHECKING:
    from ..changing import Playing

PERSON = "player:"


def follow(
    playing: Playing,
    state: Any,
    decision: Decision,
    actor: str,
    *,
    thought: int | None = None,
    thinking: int | None = None,
) -> tuple[Event, ...]:
    """The facts beside the game's that a decision causes; ``state`` is the position after it.

    ``thought`` is how long a person's browser has shown the question, ``thinking`` how long a bot was at it (both in
    ms). Raises Conflict where time has run out; that they are paused is said before (``check_running``).
    """
    seat, row = int(decision.seat), playing.row
    beside = beside_of(playing.timeline, playing.version)
    automatic, facts = row.automatic, list[Event]()
    if actor.startswith(PERSON) and seat in beside.stand_ins.bots:
        if decision.kind != CONCEDE and not has_time(beside.clocks, seat):
            raise Conflict("out_of_time")
        facts.append(StandInLeft(seat))
        automatic &= ~(1 << seat)
    if decision.kind == CONCEDE:
        automatic |= 1 << seat
    if beside.clocks.agreed is None:
        return tuple(facts)
    asked = people_asked(playing.timeline.game, state, automatic)
    at = service_time.serve() if actor.startswith(PERSON) else service_time.now()
    course = course_of(row, beside.clocks)
    if actor == CLOCK and is_due(course, seat, at):
        course.fell(seat)
        course.settle(at, asked)
    else:
        timely = actor.startswith(PERSON) and decision.kind != CONCEDE  # giving up is possible at any time
        credit = _credit(course, row.id, seat, at, thought) if timely else 0
        course.decided(seat, at, asked, credit=credit, thinking=thinking)
    return (*facts, *course.facts)


def check_running(playing: Playing) -> None:
    """Raises Conflict while the clocks are paused. Told ahead of anything else: that the match stands elsewhere now is
    no answer to whoever did not see the pause."""
    if playing.row.ended_at is None and beside_of(playing.timeline, playing.version).clocks.paused:
        raise Conflict("clocks_paused")


def has_to_fall(playing: Playing, seat: int) -> bool:
    clocks = beside_of(playing.timeline, playing.version).clocks
    if playing.row.ended_at is not None or seat not in clocks.running:
        return False
    return is_due(Course(clocks, outages_for(clocks)), seat, service_time.now())


def course_of(row: Match, clocks: Clocks) -> Course:
    """The state from which a match's clocks go on."""
    return Course(clocks, outages_for(clocks), time_off=_time_off(row))


def outages_for(clocks: Clocks) -> Collection[Span]:
    since = min((clock.reckoned for clock in clocks.running.values()), default=None)
    return () if since is None else service_time.outages(since)


def is_due(course: Course, seat: int, at: int) -> bool:
    """Whether the seat's flag must fall: no decision still on its way can have been made in time."""
    falls = falls_at(course.clocks, seat, course.outages)
    return falls is not None and falls + lag.CAP <= at


def _time_off(row: Match) -> TimeOff:
    control = control_of(row.table.time)
    if control is None or not control.off:  # then nobody's hours matter
        return none_off
    return time_off_of(control, list(row.table.seat_rows.order_by("number").values_list("player", flat=True)))


def _credit(course: Course, match: UUID, seat: int, at: int, thought: int | None) -> int:
    """Raises Conflict if the decision came too late."""
    clocks = course.clocks
    falls, clock = falls_at(clocks, seat, course.outages), clocks.running.get(seat)
    if falls is None or clock is None:
        return 0
    credit = lag.given_back(match, seat, at - clock.since, thought)
    if at - credit > falls:
        raise Conflict("out_of_time")
    return credit
