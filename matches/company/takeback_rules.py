"""What can be asked about a takeback, and what follows: pure. Requests are no facts of a match; only results are.

One request is open in a match at a time. It lapses when play goes on, and after a while; a pause is no play. ``played``
is the last event of a match that is no fact of clocks.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import assert_never
from uuid import UUID

from web.errors import Conflict

ASKED, REFUSED, WITHDRAWN, DONE = "asked", "refused", "withdrawn", "done"
LAPSES_AFTER = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class AskTakeback:
    """Ask to go back to the position after event ``to``; if omitted, to before your last decision."""

    to: int | None = None


@dataclass(frozen=True, slots=True)
class AgreeToTakeback:
    """Agree to another seat's request."""


@dataclass(frozen=True, slots=True)
class RefuseTakeback:
    """Refuse a request. The same seat cannot ask again before play has gone on."""


@dataclass(frozen=True, slots=True)
class WithdrawTakeback:
    """Withdraw your request."""


Command = AskTakeback | AgreeToTakeback | RefuseTakeback | WithdrawTakeback


@dataclass(frozen=True, slots=True)
class Request:
    """``seat`` asked at ``version`` of the match to go on from event ``to``; ``agreed`` are the others who agree."""

    id: UUID
    seat: int
    to: int
    version: int
    asked_at: datetime
    agreed: frozenset[int] = frozenset()
    status: str = ASKED

    def is_open(self, played: int, now: datetime) -> bool:
        return self.status == ASKED and self.version >= played and abs(now - self.asked_at) < LAPSES_AFTER

    def was_refused(self, seat: int | None, played: int) -> bool:
        """Whether that seat was refused, and play has not gone on since."""
        return (self.status, self.seat) == (REFUSED, seat) and self.version >= played

    def is_agreed(self, others: Collection[int]) -> bool:
        """Whether everybody on other seats than the asking one has agreed."""
        return self.status == ASKED and self.agreed >= frozenset(others) - {self.seat}


def decide(
    before: Request | None,
    command: Command,
    *,
    seat: int,
    version: int,
    played: int,
    to: int,
    now: datetime,
    new_id: UUID,
) -> Request:
    """The request after the command. ``to`` is where ``AskTakeback`` leads. Raises Conflict."""
    current = before if before is not None and before.is_open(played, now) else None
    if isinstance(command, AskTakeback):
        if current is not None:
            raise Conflict("takeback_asked_already")
        if before is not None and before.was_refused(seat, played):
            raise Conflict("takeback_was_refused")
        return Request(new_id, seat, to, version, now)
    if current is None:
        raise Conflict("takeback_lapsed")
    own = seat == current.seat
    match command:
        case AgreeToTakeback():
            return current if own else replace(current, agreed=current.agreed | {seat})
        case RefuseTakeback():
            return replace(current, status=WITHDRAWN if own else REFUSED)
        case WithdrawTakeback():
            if not own:
                raise Conflict("takeback_of_another_seat")
            return replace(current, status=WITHDRAWN)
        case _:
            assert_never(command)
