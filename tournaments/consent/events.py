"""What can happen to the rating of a typed result. These events are in the tournament's stream
(``tournaments.events``).
"""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from players.ratings.outcome import player_of
from tournaments.formats.contract import RoundNo


@dataclass(frozen=True, slots=True)
class ConsentNoted:
    """Who sat at a real table when its result was typed (by seat, as ratings name them), and which ``seats`` agree that
    it is rated; the ``lasting`` ones also to any later correction, since they agree to play here. A result without this
    event was typed before consent was asked for.
    """

    stage: str
    round: RoundNo
    table: int
    who: tuple[str, ...]
    seats: tuple[int, ...]
    lasting: tuple[int, ...] = ()

    @property
    def missing(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(len(self.who)) if seat not in self.seats)

    @property
    def has_bot(self) -> bool:
        return None in map(player_of, self.who)


@dataclass(frozen=True, slots=True)
class ConsentGiven:
    """These seats, too, agree that the result is rated."""

    stage: str
    round: RoundNo
    table: int
    seats: tuple[int, ...]
    lasting: bool = False


@dataclass(frozen=True, slots=True)
class RatingObjected:
    """``player``, who had this seat, objects to a typed result: it is not rated until somebody rules. ``typed_by``: the
    officer who typed it. Events with one ``remark`` are one objection, to all of the player's results.
    """

    stage: str
    round: RoundNo
    table: int
    seat: int
    remark: UUID
    player: UUID | None = None
    typed_by: UUID | None = None


@dataclass(frozen=True, slots=True)
class ObjectionWithdrawn:
    stage: str
    round: RoundNo
    table: int
    seat: int


@dataclass(frozen=True, slots=True)
class ObjectionsRuled:
    """All open objections at the table are answered. ``upheld``: its result is not rated; otherwise it can be.
    ``staff``: the platform's staff have ruled, and no arbiter overrules them. ``unasked``: nobody had objected.
    """

    stage: str
    round: RoundNo
    table: int
    upheld: bool
    staff: bool = False
    remark: UUID | None = None
    unasked: bool = False


OBJECTING = (RatingObjected, ObjectionWithdrawn, ObjectionsRuled)
