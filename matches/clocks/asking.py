"""What people at a table ask of one another about time: a pause, and what to do about somebody who is away.

Pure: ``decide`` says what follows from a command, or that others have to agree yet.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Final

from msgspec import Meta

from web.errors import Conflict, NotAllowed

GONE_LIVE, GONE_UNLIMITED = 60_000, 180_000
"""Milliseconds away after which the others may act."""
ABANDONED: Final = 10 * 60_000
"""Milliseconds away after which the others may end the match without a result."""
RAN_OUT: Final = 2
"""In correspondence: after so many decisions in a row that were made because their time had run out."""
IDLE = 24 * 3_600_000
"""At a table without clocks, whoever has not decided for so long has left the others waiting, there or not."""
PAUSED_LONG = 10 * 60_000
"""After that anybody may let the clocks run again alone."""
WISH_LASTS, WISH_LASTS_BY_DAYS = 10 * 60_000, 14 * 24 * 3_600_000
MAX_SEAT = 7
PAUSE, RESUME, REFUSED = "pause", "resume", "refused"
"""Keys of wishes; the last one is none, but stands for a wish of the same seat that was refused."""

SeatNumber = Annotated[int, Meta(ge=0, le=MAX_SEAT)]


@dataclass(frozen=True, slots=True)
class Pause:
    """Ask for a pause, or agree to one: the clocks stop once all players want it."""


@dataclass(frozen=True, slots=True)
class RefusePause:
    """Refuse a pause. Those who asked cannot ask again before play has gone on."""


@dataclass(frozen=True, slots=True)
class Resume:
    """Resume the clocks: once all players want it, or at once after ten minutes."""


@dataclass(frozen=True, slots=True)
class CallBot:
    """Let a bot play for somebody who is away, until they return; all players who are there must agree. Not where the
    match is rated, unless its game lets nobody concede."""

    seat: SeatNumber


@dataclass(frozen=True, slots=True)
class EndWithout:
    """A player who is away concedes, and where the match is rated, that counts. All players who are there must
    agree."""

    seat: SeatNumber


@dataclass(frozen=True, slots=True)
class EndUnrated:
    """End the match without a result, once a player whom it waits for has been away for ten minutes (a day at a table
    without clocks where they look in but decide nothing; in correspondence, once their time has run out twice in a
    row). All players who are there must agree. Not where the match is rated, unless its game lets nobody concede."""

    seat: SeatNumber


@dataclass(frozen=True, slots=True)
class TakeSeatBack:
    """Take over again from the bot that has played for you."""


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Withdraw everything that you have asked for at the table and others have not agreed to yet."""


Command = Pause | RefusePause | Resume | CallBot | EndWithout | EndUnrated | TakeSeatBack | Withdraw


@dataclass(frozen=True, slots=True)
class Situation:
    """Who sits there and what they want; ``wishes`` are sets of seats by wish."""

    people: frozenset[int]
    """Seats whose players decide themselves: no bots, none who has conceded."""
    stood_in: frozenset[int] = frozenset()
    without_time: frozenset[int] = frozenset()
    """Those of them whose flag would fall again the moment they are asked."""
    awaited: frozenset[int] = frozenset()
    away: Mapping[int, int] = field(default_factory=dict)
    """Milliseconds by seat, 0 for who is there."""
    asked_for: Mapping[int, int] = field(default_factory=dict)
    """Milliseconds by awaited seat since it was asked."""
    run_out: Mapping[int, int] = field(default_factory=dict)
    """In correspondence, by seat: how many of its decisions, the last ones in a row, were made by default."""
    rated: bool = False
    bound: frozenset[int] = frozenset()
    """Of those who are gone: the seats that the game does not let concede now."""
    arbited: bool = False
    """The seats were given out by a tournament or league: its arbiters decide about who is gone."""
    clocks: bool = False
    live: bool = False
    paused_for: int | None = None
    """Milliseconds; None while the clocks run."""
    idle_for: int = 0
    wishes: Mapping[str, frozenset[int]] = field(default_factory=dict)
    lapses_in: int = 0
    """Milliseconds until the first of them has stood for too long; 0 without any."""

    @property
    def here(self) -> frozenset[int]:
        """Whose consent is needed; in correspondence nobody has to look in all the time."""
        if self.clocks and not self.live:
            return frozenset(seat for seat in self.people if self.run_out.get(seat, 0) < RAN_OUT)
        return frozenset(seat for seat in self.people if not self.away.get(seat, 0))

    def is_gone(self, seat: int) -> bool:
        """Whether the others no longer have to wait for that seat."""
        if seat not in self.people or seat not in self.awaited:
            return False
        missed = self.missed_for(seat)
        if not self.clocks:
            return missed >= GONE_UNLIMITED or self.idle_for >= IDLE
        if self.paused_for is not None:
            return False
        return missed >= GONE_LIVE if self.live else self.run_out.get(seat, 0) >= RAN_OUT

    def is_abandoned(self, seat: int) -> bool:
        """Whether the others may end the match without a result because of that seat."""
        return self.is_gone(seat) and self.abandoned_in(seat) == 0

    def takes_bot(self, seat: int) -> bool:
        """Whether a bot may take the seat, or the match end unrated: nobody gets out of a rated match by leaving it."""
        return not self.rated or seat in self.bound

    def missed_for(self, seat: int) -> int:
        """How long the seat's player has been away since it was their turn: nobody waited for them before."""
        return min(self.away.get(seat, 0), self.asked_for.get(seat, 0))

    def abandoned_in(self, seat: int) -> int:
        """Milliseconds until the others may end the match without a result, as long as that seat is gone."""
        by_absence = self.live if self.clocks else self.idle_for < IDLE
        return max(0, ABANDONED - self.missed_for(seat)) if by_absence else 0

    def consenting(self, seat: int) -> frozenset[int]:
        """Whose consent it needs to end a match unrated: of a rated one also theirs who have left it for a moment, so
        that whoever is losing does not wait for that."""
        if not self.rated or (self.clocks and not self.live):
            return self.here - {seat}
        return frozenset(one for one in self.people - {seat} if self.away.get(one, 0) < ABANDONED)

    def acts_in(self, seat: int) -> int:
        """Milliseconds until the others may act because somebody is away."""
        after = GONE_LIVE if self.clocks else GONE_UNLIMITED
        return max(0, after - self.missed_for(seat))


@dataclass(frozen=True, slots=True)
class Answer:
    """``word`` is the key of the wish; it is carried out once every seat of ``needed`` wants it."""

    word: str
    needed: frozenset[int]

    def is_agreed(self, situation: Situation, by: int) -> bool:
        return self.needed <= situation.wishes.get(self.word, frozenset()) | {by}


def decide(situation: Situation, command: Command, by: int) -> Answer:
    """Raises Conflict, NotAllowed."""
    if isinstance(command, TakeSeatBack):
        if by not in situation.stood_in:
            raise Conflict("no_stand_in")
        if by in situation.without_time:
            raise Conflict("out_of_time")
        return Answer("back", frozenset({by}))
    if by not in situation.people:
        raise NotAllowed("foreign_seat")
    match command:
        case Pause():
            if not situation.clocks:
                raise Conflict("no_clocks")
            if situation.paused_for is not None:
                raise Conflict("clocks_paused")
            if by in situation.wishes.get(REFUSED, ()) and not situation.wishes.get(PAUSE):
                raise Conflict("pause_was_refused")
            return Answer(PAUSE, situation.people)
        case RefusePause():
            if not situation.wishes.get(PAUSE, frozenset()) - {by}:
                raise Conflict("no_pause_asked")
            return Answer("refuse", frozenset({by}))
        case Resume():
            if situation.paused_for is None:
                raise Conflict("clocks_run")
            long = situation.paused_for >= PAUSED_LONG
            return Answer(RESUME, frozenset({by}) if long else situation.people)
        case Withdraw():
            return Answer("withdraw", frozenset({by}))
        case CallBot(seat) | EndWithout(seat) | EndUnrated(seat):
            if situation.arbited:
                raise Conflict("arbiters_decide")
            if seat == by or not situation.is_gone(seat):
                raise Conflict("not_gone")
            return _without(situation, command, seat, by)


def _without(situation: Situation, command: CallBot | EndWithout | EndUnrated, seat: int, by: int) -> Answer:
    """What the others want to do about a seat that is gone."""
    match command:
        case EndWithout():
            return Answer(f"end {seat}", situation.here - {seat} | {by})
        case CallBot():
            if not situation.takes_bot(seat):
                raise Conflict("no_bot_when_rated")
            return Answer(f"bot {seat}", situation.here - {seat} | {by})
        case EndUnrated():
            if not situation.takes_bot(seat):
                raise Conflict("no_end_when_rated")
            if not situation.is_abandoned(seat):
                raise Conflict("not_abandoned", minutes=ABANDONED // 60_000)
            return Answer(f"unrated {seat}", situation.consenting(seat) | {by})
