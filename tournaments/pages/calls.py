"""The missing players of a real table: calls, who is there, and until when the others may come."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournaments.decisions import presence
from tournaments.queries import Asked
from tournaments.state import Progress, Stage, Table


@dataclass(frozen=True, slots=True)
class Expected:
    """A seat (from 0) of a real table; ``calls`` is how often it was called."""

    seat: int
    name: str
    here: bool
    missed: bool
    lost: bool
    calls: int
    is_bot: bool


@dataclass(frozen=True, slots=True)
class Calling:
    """``calls`` is how often the missing players were called, ``called_at`` when last; ``is_last``: the time is up, and
    only coming helps. ``ends`` is until when they may come, ``forfeits`` what they lose after that.

    ``is_used``: whether it matters at all who is there: somebody was called or has come, or there is a time to come.
    """

    seats: tuple[Expected, ...]
    waits: bool
    calls: int
    called_at: datetime | None
    is_last: bool
    ends: datetime | None
    forfeits: bool
    is_used: bool

    @property
    def awaited(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats if not (seat.here or seat.lost or seat.is_bot))

    @property
    def missed(self) -> tuple[Expected, ...]:
        """Missing players about whom the arbiter must decide."""
        return tuple(seat for seat in self.seats if seat.missed and not seat.lost)

    @property
    def lost(self) -> tuple[Expected, ...]:
        return tuple(seat for seat in self.seats if seat.lost)


def calling(asked: Asked, stage: Stage, table: Table) -> Calling | None:
    """None if nobody is missing: the table is played online, has its result, or is under way with everybody there."""
    state = asked.state
    waits = table.progress is Progress.PAIRED
    if state.settings.online or table.is_done or not (waits or table.missed):
        return None
    awaited = presence.awaited(state, table)
    seats = tuple(
        Expected(
            seat,
            asked.names[no],
            seat in table.here,
            seat in table.missed,
            seat in table.lost,
            presence.calls(table, seat),
            state.entries[no].player is None,
        )
        for seat, no in enumerate(table.pairing.seats)
    )
    calls = [call for call in table.called if call.seats & awaited]
    ends, limited = None, presence.is_limited(state.settings) and not table.until
    if (stage.key, table.pairing.round, table.no) not in state.overruled:
        ends = presence.ends(state, stage.rounds[table.pairing.round - 1], table)
    return Calling(
        seats,
        waits,
        max((seats[seat].calls for seat in awaited), default=0),
        calls[-1].at if calls else None,
        bool(calls) and calls[-1].last,
        ends,
        presence.forfeits_late(state.settings),
        bool(table.called or table.here or table.missed or ends or limited),
    )
