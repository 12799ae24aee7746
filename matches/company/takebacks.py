"""Takeback by consent of all seats: who may ask, what is being asked, and the fact that follows once all agree.

Bots agree where the match is not rated. In practice there is nobody to be asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from math import ceil
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone

from elekt_core.contract import Event
from elekt_core.errors import CoreError
from elekt_core.record import match as course
from elekt_core.record.takeback import Branch, TakenBack, learned
from web import limits
from web.errors import BadRequest, Conflict, NotAllowed, StaleVersion

from .. import changing
from ..clocks import presence, service_time
from ..clocks.asked import people_asked
from ..clocks.beside import beside_of, played_at
from ..clocks.deciding import course_of
from ..models import Seat
from ..names import TUTOR
from ..play import decided, narration, queries
from ..play.redaction import Perspective
from ..play.services import player_actor
from ..play.shapes import LogLine, MatchShown
from ..play.timeline import Timeline
from . import news
from .models import Takeback
from .takeback_rules import DONE, LAPSES_AFTER, AskTakeback, Command, Request, decide

ASKED_OFTEN = limits.Limit("takebacks asked for in a match", 20, 3600)
MAX_LINES = 40


@dataclass(frozen=True, slots=True)
class Undone:
    """A log line that would be undone; ``shows`` says that it shows cards which stay known afterwards."""

    line: LogLine
    shows: bool


@dataclass(frozen=True, slots=True)
class TakebackShown:
    """``seat`` and what follows are empty while nobody asks. Shows only what one seat, or a spectator, may know."""

    version: int
    was_refused: bool = False
    """The asker has been refused here, and cannot ask again before play has gone on."""
    seat: int | None = None
    name: str = ""
    before: str = ""
    """The first thing that would be undone, as the viewer may know it."""
    place: str = ""
    """The round and the phase in which it happened."""
    undone: tuple[Undone, ...] = ()
    agreed: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    """Who else has not answered yet."""
    may_answer: bool = False
    may_withdraw: bool = False
    lapses_in: int = 0
    """Seconds after which to ask again whether the request still stands."""


def shown(match: MatchShown, now: datetime | None = None) -> TakebackShown:
    """As ``match`` says who is looking."""
    if match.is_over or match.late or why_not(match):
        return TakebackShown(match.version)
    mine, now = match.my_seat, now or timezone.now()
    request = _request(Takeback.objects.filter(match=match.id).first())
    played = played_at(queries.timeline_of(match), match.version)
    if request is None or not request.is_open(played, now):
        return TakebackShown(match.version, request is not None and request.was_refused(mine, played))
    others = [seat for seat in _asked(match) if seat != request.seat]
    answered = mine is None or mine == request.seat or mine in request.agreed
    perspective = "spectator" if mine is None else queries.allowed(match, None)
    told = undone(match, request.to, perspective)
    return TakebackShown(
        version=match.version,
        seat=request.seat,
        name=match.names[request.seat],
        before=_first(match, request.to, told),
        place=narration.place(queries.log_at(match, perspective=perspective), request.to),
        undone=told,
        agreed=tuple(match.names[seat] for seat in others if seat in request.agreed),
        waiting=tuple(match.names[seat] for seat in others if seat not in request.agreed and seat != mine),
        may_answer=not answered,
        may_withdraw=mine == request.seat,
        lapses_in=ceil((request.asked_at + LAPSES_AFTER - now).total_seconds()) + 1,
    )


def may_ask(match: MatchShown) -> bool:
    """Whether the asker could ask to go back to some moment."""
    return match.my_seat is not None and not match.is_over and not why_not(match)


def has_decided(match: MatchShown) -> bool:
    """Whether the asker has a decision in force that they could ask to take back, were nothing else asked."""
    if match.my_seat is None or match.late or not may_ask(match):
        return False
    return decided.has_decided(queries.timeline_of(match), match.my_seat, match.version)


def change(
    match_id: UUID, command: Command, *, by: UUID, now: datetime | None = None, request_id: UUID | None = None
) -> Request:
    """Ask for a takeback, or answer one. It happens as soon as the last seat agrees.

    Raises NotFound, NotAllowed, Conflict, TooMany, BadRequest (there is no such moment).
    """
    match = queries.match(match_id=match_id, player=by)
    if match.my_seat is None:
        raise NotAllowed("foreign_seat")
    if match.is_over:
        raise Conflict("match_over")
    presence.looked(match)
    if why := why_not(match):
        raise Conflict(why)
    timeline, to = queries.timeline_of(match), 0
    if isinstance(command, AskTakeback):
        to = _target(timeline, match, command.to)
        if not match.practice:  # there nobody is asked
            ASKED_OFTEN.take(str(match_id), str(by))
    at = now or timezone.now()
    with transaction.atomic():
        Takeback.objects.get_or_create(match=match_id, defaults=_row(None, at))
        row = Takeback.objects.select_for_update().get(match=match_id)
        request = decide(
            _request(row),
            command,
            seat=match.my_seat,
            version=match.version,
            played=played_at(timeline, match.version),
            to=to,
            now=at,
            new_id=request_id or uuid4(),
        )
        Takeback.objects.filter(match=match_id).update(**_row(request, at))
    if request.is_agreed(_asked(match)):
        _take_back(match, request, by)
    news.tell(match_id)
    return request


def status_of(match_id: UUID) -> str:
    """How the last request in a match stands."""
    return Takeback.objects.filter(match=match_id).values_list("status", flat=True).first() or ""


def why_not(match: MatchShown) -> str:
    """The code of what rules out takebacks in this match, ``""`` if nothing does."""
    if match.practice:
        return "takeback_in_lesson" if any(seat.bot.startswith(TUTOR) for seat in match.seats) else ""
    if not match.takebacks:
        return "takebacks_off"
    if match.automata:
        return "takebacks_off"  # it counts on the solo ladder
    if match.rated and any(seat.bot for seat in match.seats):
        return "bots_refuse_takebacks"
    return ""


def undone(match: MatchShown, to: int, perspective: Perspective) -> tuple[Undone, ...]:
    """What going back to event ``to`` would undo, as visible from this seat."""
    timeline = queries.timeline_of(match)
    lines = queries.log_at(match, perspective=perspective)
    showing: set[int] = set()
    if perspective != "open":
        branch = Branch(to, tuple(n for n in timeline.line(match.version).events if n > to), match.version + 1)
        viewer = None if perspective == "spectator" else perspective
        known = learned(timeline.game, timeline.events[: match.version], branch, viewer)
        showing = {one.number for one in known}
    told = [Undone(line, line.seq in showing) for line in lines if line.seq > to]
    return tuple(told[:MAX_LINES])


def _first(match: MatchShown, to: int, told: Sequence[Undone]) -> str:
    """What was decided there, if the viewer was told of it; else ``""``."""
    end = next((end for end in queries.timeline_of(match).ends(match.version) if end > to), 0)
    first = next((one.line for one in told if not one.line.chapter), None)
    return first.text.rstrip(".") if first is not None and first.seq <= end else ""


# --- inside -------------------------------------------------------------------------------------------------


def _asked(match: MatchShown) -> list[int]:
    """The seats whose consent is needed: all those of people other than the asker."""
    return [seat.number for seat in match.seats if not seat.bot and not (match.practice and seat.mine)]


def _target(timeline: Timeline, match: MatchShown, to: int | None) -> int:
    assert match.my_seat is not None
    version = match.version
    found = decided.before_own_decision(timeline, match.my_seat, version) if to is None else to
    if found is None:
        raise Conflict("nothing_to_take_back")
    fact_of(timeline, found, match.my_seat, (), version)
    return found


def fact_of(timeline: Timeline, to: int, seat: int, consented: Sequence[int], version: int) -> TakenBack:
    """Raises BadRequest if there is no such moment."""
    if to not in timeline.ends(version):
        raise BadRequest("no_such_moment", field="to", to=to)
    fact = TakenBack(to, seat, tuple(sorted(consented)), course.draws_of(timeline.state(to)))
    try:
        timeline.line(version).check(fact, timeline.ends(version), len(_seats(timeline)))
    except CoreError:
        raise Conflict("nothing_to_take_back") from None
    return fact


def _seats(timeline: Timeline) -> range:
    return range(Seat.objects.filter(table__match=timeline.match_id).count())


def _take_back(match: MatchShown, request: Request, by: UUID) -> None:
    """Append the fact to the match's own stream; its id is the request's, so it is stored once."""
    consented = [seat.number for seat in match.seats if seat.number != request.seat]

    def move(playing: changing.Playing) -> changing.Move:
        timeline = playing.timeline
        fact = fact_of(timeline, request.to, request.seat, consented, playing.version)
        state = timeline.state(request.to)
        facts = (fact, *clocks_go_on(playing, fact, state))
        return changing.Move(timeline.game, course.Batch(facts, course.state_hash(timeline.game, state)), state)

    asker = match.seats[request.seat].player
    try:
        changing.MATCHES.change(
            match.id,
            move,
            actor=player_actor(asker or by),
            decision_id=request.id,
            expected_version=match.version,
        )
    except StaleVersion:
        raise Conflict("takeback_lapsed") from None
    Takeback.objects.filter(match=match.id, request=request.id).update(status=DONE)


def clocks_go_on(playing: changing.Playing, fact: TakenBack, state: Any) -> Sequence[Event]:
    """Withdraw the increments of what is undone, and start the clocks of those to decide now."""
    timeline, row = playing.timeline, playing.row
    beside = beside_of(timeline, playing.version)
    if beside.clocks.agreed is None:
        return ()
    gone = changing.conceded(row.id, [*timeline.events[: playing.version], fact])
    automatic = changing.bots(row.table_id) | beside.stood_in | sum(1 << seat for seat in gone)
    going = course_of(row, beside.clocks)
    line, after = timeline.line(playing.version), range(fact.to + 1, playing.version + 1)
    undone = [timeline.events[number - 1] for number in after if line.in_force(number)]
    had = beside_of(timeline, fact.to).clocks.left
    going.taken_back(service_time.serve(), people_asked(timeline.game, state, automatic), undone, had)
    return going.facts


def _request(row: Takeback | None) -> Request | None:
    if row is None or not row.status:
        return None
    agreed = frozenset(seat for seat in range(row.agreed.bit_length()) if row.agreed >> seat & 1)
    return Request(row.request, row.seat, row.to, row.version, row.asked_at, agreed, row.status)


def _row(request: Request | None, now: datetime) -> dict[str, object]:
    if request is None:
        return {"request": uuid4(), "seat": 0, "to": 0, "version": 0, "agreed": 0, "status": "", "asked_at": now}
    return {
        "request": request.id,
        "seat": request.seat,
        "to": request.to,
        "version": request.version,
        "agreed": sum(1 << seat for seat in request.agreed),
        "status": request.status,
        "asked_at": request.asked_at,
    }
