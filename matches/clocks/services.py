"""What people at a table ask of one another about time, carried out (``clocks.asking`` decides)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import inf
from typing import Annotated
from uuid import UUID

from django.utils import timezone

from elekt_core.chance import SeededChance
from elekt_core.contract import CONCEDE, Decision, SeatNo
from elekt_core.errors import IllegalDecision
from elekt_core.record import match as core_match
from elekt_core.record.clocks import Clocks
from elekt_core.record.seats import StandInLeft
from elekt_core.record.stop import PlayAbandoned
from web.errors import Conflict, NotAllowed
from web.limits import Limit

from .. import changing
from ..company import news
from ..play import queries, warm_rows
from ..play import services as play
from ..play.decided import RunOut, run_out
from ..play.shapes import MatchShown
from ..play.timeline import Timeline
from . import asking, presence, service_time
from .asked import people_asked
from .asking import PAUSE, REFUSED, RESUME, Answer, Command, Situation
from .beside import beside_of, paused_since
from .controls import is_live
from .course import has_time, unpaid
from .deciding import course_of, outages_for
from .flags import call
from .models import Wish
from .notes import note

ASKED_OFTEN = Limit("wishes about time of a player", 20, 60)


@dataclass(frozen=True, slots=True)
class Asked:
    """The outcome of a request."""

    match: UUID
    done: Annotated[bool, "It has happened; false: others have to agree yet."]


def ask(match_id: UUID, command: Command, *, by: UUID) -> Asked:
    """Raises NotFound, NotAllowed, Conflict, TooMany."""
    match = queries.match(match_id=match_id, player=by)
    if match.my_seat is None:
        raise NotAllowed("foreign_seat")
    if match.is_over:
        raise Conflict("match_over")
    ASKED_OFTEN.take(str(by))
    presence.looked(match)
    service_time.serve()
    situation = situation_of(match)
    answer = asking.decide(situation, command, match.my_seat)
    stood = match.my_seat in situation.wishes.get(answer.word, ())
    if not stood:
        said = {"at": service_time.now(), "version": match.version}
        Wish.objects.update_or_create(match=match_id, seat=match.my_seat, word=answer.word, defaults=said)
    done = answer.is_agreed(situation_of(match), match.my_seat)
    if done:
        _carry_out(match, answer, f"player:{by}")
        Wish.objects.filter(match=match_id, word=answer.word).delete()
    if done or not stood:
        news.tell(match_id)
    return Asked(match_id, done)


def situation_of(match: MatchShown) -> Situation:
    """The situation at a table now."""
    timeline = queries.timeline_of(match)
    beside, now = beside_of(timeline, match.version), service_time.now()
    clocks = beside.clocks
    away = presence.away_for(match.id)
    taken = frozenset(beside.stand_ins.bots)
    people = frozenset(one.number for one in match.seats if one.player and not one.bot and not one.conceded) - taken
    idle_for = max(0, round((timezone.now() - match.last_at).total_seconds() * 1000))
    asked_for = asked_for_ms(clocks, now) if clocks.agreed else dict.fromkeys(match.awaited, idle_for)
    wishes: dict[str, set[int]] = {}
    by_days = not is_live(match.time)
    lasts = asking.WISH_LASTS_BY_DAYS if by_days else asking.WISH_LASTS
    late = {seat: run_out(timeline, seat, match.version) for seat in people} if by_days else {}
    since = {RESUME: paused_since(timeline, match.version)} if clocks.paused else {}
    said = Wish.objects.filter(match=match.id, at__gt=now - lasts)
    rows = [row for row in said if row.version >= min(match.version, since.get(row.word, _since(row.word, late)))]
    for row in rows:
        wishes.setdefault(row.word, set()).add(row.seat)
    found = Situation(
        people=people,
        stood_in=taken,
        without_time=frozenset(seat for seat in taken if not has_time(clocks, seat)),
        awaited=frozenset(match.awaited),
        away={seat: ms for seat, ms in away.items() if seat in people},
        asked_for=asked_for,
        run_out={seat: one.times for seat, one in late.items()},
        rated=match.rated,
        arbited=is_arbited(match),
        clocks=clocks.agreed is not None,
        live=match.time is not None and match.time.is_live,
        paused_for=max(0, now - clocks.last) if clocks.paused else None,
        idle_for=idle_for,
        wishes={word: frozenset(seats) for word, seats in wishes.items()},
        lapses_in=min((row.at + lasts - now for row in rows), default=0),
    )
    gone = [seat for seat in match.awaited if match.rated and found.is_gone(seat)]  # of nobody else it is asked
    return replace(found, bound=frozenset(seat for seat in gone if _is_bound(timeline, match.version, seat)))


def _since(word: str, late: Mapping[int, RunOut]) -> float:
    """The moment since which a wish about somebody stands, whatever others have decided meanwhile: in correspondence
    since they have decided nothing themselves. All other wishes lapse when play goes on."""
    about = word.partition(" ")[2]
    found = late.get(int(about)) if about else None
    return inf if found is None or found.times < asking.RAN_OUT else found.since


def _is_bound(timeline: Timeline, version: int, seat: int) -> bool:
    try:
        state, decision = timeline.state(version), Decision(SeatNo(seat), CONCEDE)
        core_match.apply(timeline.game, state, decision, SeededChance(bytes(32)))
    except IllegalDecision:
        return True
    return False


def asked_for_ms(clocks: Clocks, now: int) -> Mapping[int, int]:
    """How long each clock has run, by seat, without time in which nobody could play."""
    outages = outages_for(clocks)
    return {
        seat: max(0, now - clock.since - unpaid(clocks, seat, now, outages)) for seat, clock in clocks.running.items()
    }


def is_arbited(match: MatchShown) -> bool:
    warm = warm_rows.get(match.id)
    return warm is not None and warm.is_arbited


def _carry_out(match: MatchShown, answer: Answer, actor: str) -> None:
    word, _, seat = answer.word.partition(" ")
    assert match.my_seat is not None
    if word == "withdraw":
        Wish.objects.filter(match=match.id, seat=match.my_seat).exclude(word=REFUSED).delete()
        return
    if word == "refuse":
        wanted = Wish.objects.filter(match=match.id, word=PAUSE)
        wanted.filter(seat=match.my_seat).delete()
        seats = list(wanted.values_list("seat", flat=True))
        Wish.objects.filter(match=match.id, word=REFUSED, seat__in=seats).delete()
        wanted.update(word=REFUSED)
        return
    if word == "end":
        _end(match, int(seat))
        return

    def move(playing: changing.Playing) -> changing.Move:
        row, game = playing.row, playing.timeline.game
        if row.ended_at is not None:
            raise Conflict("match_over")
        beside = beside_of(playing.timeline, playing.version)
        course, now, automatic = course_of(row, beside.clocks), service_time.now(), row.automatic
        asked = people_asked(game, playing.timeline.state(playing.version), automatic)
        timed = beside.clocks.agreed is not None
        if word == PAUSE and timed and not beside.clocks.paused:
            course.pause(now)
        elif word == RESUME and beside.clocks.paused:
            course.resume(now, asked)
        elif word == "bot" and int(seat) not in beside.stand_ins.bots:
            if timed:
                course.settle(now, asked - {int(seat)})
            return note(playing, *call(playing, int(seat)), *course.facts)
        elif word == "unrated":
            if timed:
                course.settle(now, ())
            return note(playing, PlayAbandoned(int(seat)), *course.facts)
        elif word == "back" and match.my_seat in beside.stand_ins.bots:
            if timed:
                state = playing.timeline.state(playing.version)
                course.settle(now, people_asked(game, state, automatic & ~(1 << match.my_seat)))
            return note(playing, StandInLeft(match.my_seat), *course.facts)
        else:
            raise Conflict("not_awaited")  # somebody was faster
        return note(playing, *course.facts)

    seen = None if word == "back" else match.version  # what others have agreed to lapses when play goes on
    changing.MATCHES.change(match.id, move, actor=actor, expected_version=seen)


def _end(match: MatchShown, seat: int) -> None:
    """A player who returns and decides meanwhile plays on."""
    try:
        play.concede_for(match_id=match.id, seat=seat, expected_version=match.version)
    except IllegalDecision as error:
        raise Conflict("cannot_concede_for") from error
