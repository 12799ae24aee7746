"""Who is away and what the others may do about it, and what the viewer is asked, ready to show."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from ..play import queries
from ..play.shapes import MatchShown
from .asking import PAUSE, REFUSED, RESUME
from .beside import beside_of
from .controls import is_live
from .services import situation_of

HERE, AWAY, GONE, STOOD_IN = "here", "away", "gone", "stood_in"
"""The four states of absence."""


@dataclass(frozen=True, slots=True)
class SeatAround:
    """A seat whose player is away. ``may_act``: the asker may call a bot; ``may_end``: or let them concede;
    ``may_abandon``: or end the match without a result."""

    seat: int
    name: str
    state: str
    minutes: int = 0
    run_out: int = 0
    """In correspondence: how many of their decisions in a row were made by default."""
    acts_in: int = 0
    """Seconds until the others may act; 0 where they may, or never."""
    may_act: bool = False
    may_end: bool = False
    may_abandon: bool = False
    abandons_in: int = 0
    """Seconds until the others may end the match without a result; 0 where they may, or never."""
    bot_wanted: tuple[str, ...] = ()
    end_wanted: tuple[str, ...] = ()
    unrated_wanted: tuple[str, ...] = ()

    @property
    def abandons_in_minutes(self) -> int:
        return ceil(self.abandons_in / 60)


@dataclass(frozen=True, slots=True)
class Around:
    """``back``: a bot plays for the asker. Names are of those who want a pause, or the clocks to resume."""

    seats: tuple[SeatAround, ...] = ()
    playing: bool = False
    """The asker decides at this table: what can be done soon is said to nobody else."""
    back: bool = False
    may_return: bool = False
    may_withdraw: bool = False
    """The asker has asked for something that others have not agreed to yet."""
    paused: bool = False
    may_resume: bool = False
    pause_wanted: tuple[str, ...] = ()
    pause_refused: bool = False
    """The asker has been refused one, and cannot ask again before play has gone on."""
    resume_wanted: tuple[str, ...] = ()
    answers_pause: bool = False
    lapses_in: int = 0
    """Seconds until the first of the wishes has stood for too long."""

    @property
    def is_any(self) -> bool:
        return bool(self.seats or self.back or self.paused or self.pause_wanted or self.pause_refused)

    @property
    def acts_in(self) -> int:
        """Seconds after which to ask again, since time alone changes what may be done about somebody, or ends what
        was wanted; 0: nothing changes by itself."""
        waits = [
            wait
            for wait in (self.lapses_in, *(wait for seat in self.seats for wait in (seat.acts_in, seat.abandons_in)))
            if wait
        ]
        return min(waits) + 1 if waits else 0

    @property
    def lapses(self) -> bool:
        """Whether all of these wishes lapse once play goes on."""
        return self.is_any and not (self.seats or self.back or self.paused)


def around(match: MatchShown) -> Around:
    """As ``match`` says who is looking."""
    people = [seat for seat in match.seats if not seat.bot]
    if match.is_over or match.late or match.practice or (len(people) < 2 and match.time is None):
        return Around()
    now, mine = situation_of(match), match.my_seat
    playing = mine is not None and mine in now.people

    def wanted(word: str) -> tuple[str, ...]:
        return tuple(match.names[seat] for seat in sorted(now.wishes.get(word, ())))

    def open_to_me(word: str) -> bool:
        return playing and mine not in now.wishes.get(word, frozenset())

    seats = []
    for seat in sorted(now.people | now.stood_in):
        gone, away = now.is_gone(seat), now.away.get(seat, 0)
        if seat == mine or not (gone or away or seat in now.stood_in):
            continue
        acts = seat in now.awaited and away and not gone and (now.live or not now.clocks) and not now.arbited
        acting = gone and not now.arbited
        abandons = acting and now.takes_bot(seat)
        late = now.run_out.get(seat, 0) if gone else 0
        seats.append(
            SeatAround(
                seat=seat,
                name=match.names[seat],
                state=STOOD_IN if seat in now.stood_in else GONE if gone else AWAY,
                minutes=0 if late else away // 60_000,
                run_out=late,
                acts_in=now.acts_in(seat) // 1000 if acts else 0,
                may_act=acting and now.takes_bot(seat) and open_to_me(f"bot {seat}"),
                may_end=acting and open_to_me(f"end {seat}"),
                may_abandon=abandons and now.is_abandoned(seat) and open_to_me(f"unrated {seat}"),
                abandons_in=ceil(now.abandoned_in(seat) / 1000) if abandons else 0,
                bot_wanted=wanted(f"bot {seat}"),
                end_wanted=wanted(f"end {seat}"),
                unrated_wanted=wanted(f"unrated {seat}"),
            )
        )
    paused = now.paused_for is not None
    return Around(
        seats=tuple(seats),
        playing=playing,
        back=mine is not None and mine in now.stood_in,
        may_return=mine in now.stood_in - now.without_time,
        may_withdraw=playing and any(mine in seats for word, seats in now.wishes.items() if word != REFUSED),
        paused=paused,
        may_resume=paused and open_to_me(RESUME),
        pause_wanted=() if paused else wanted(PAUSE),
        pause_refused=playing and not paused and mine in now.wishes.get(REFUSED, ()),
        resume_wanted=wanted(RESUME) if paused else (),
        answers_pause=bool(now.wishes.get(PAUSE)) and open_to_me(PAUSE) and not paused,
        lapses_in=ceil(now.lapses_in / 1000),
    )


def may_pause(match: MatchShown) -> bool:
    """Whether the viewer could ask for a pause, were nothing asked yet. It follows from the events alone."""
    if match.my_seat is None or match.time is None or match.is_over or match.practice:
        return False
    beside = beside_of(queries.timeline_of(match), match.version)
    plays = not match.seats[match.my_seat].conceded and match.my_seat not in beside.stand_ins.bots
    return plays and not beside.clocks.paused


def is_waited_for(match: MatchShown) -> bool:
    """Whether others would soon wait for the viewer, if their page had no stream: not with days to think."""
    others = [seat for seat in match.seats if not seat.bot and not seat.mine]
    return match.my_seat is not None and bool(others) and is_live(match.time) and not (match.is_over or match.practice)
