"""Consent and objections, as they stand at a table of ``tournaments.state``."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import assert_never
from uuid import UUID

from players.ratings.outcome import player_of

from .events import ObjectionsRuled, ObjectionWithdrawn, RatingObjected


@dataclass(frozen=True, slots=True)
class Consent:
    """Of a typed result: ``who`` sat there, by seat, as ratings name them, and which ``seats`` agree that it is rated,
    the ``lasting`` ones to whatever it is corrected to."""

    who: tuple[str, ...]
    seats: frozenset[int] = frozenset()
    lasting: frozenset[int] = frozenset()

    @property
    def missing(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(len(self.who)) if seat not in self.seats)

    def given(self, seats: Collection[int], *, lasting: bool) -> Consent:
        more = frozenset(seats)
        return replace(self, seats=self.seats | more, lasting=self.lasting | more if lasting else self.lasting)

    @property
    def has_bot(self) -> bool:
        return None in map(player_of, self.who)


@dataclass(frozen=True, slots=True)
class OpenObjection:
    """``player`` as they sat there; None in what was stored before it was noted."""

    remark: UUID
    player: UUID | None


@dataclass(frozen=True, slots=True)
class Objections:
    """Against the rating of a typed result: ``open`` ones by seat; ``answered`` seats, until the
    result is another one; ``struck``: one was upheld, so it is not rated; ``staff``: who runs the platform ruled."""

    open: Mapping[int, OpenObjection] = field(default_factory=dict)
    answered: frozenset[int] = frozenset()
    struck: bool = False
    staff: bool = False

    def after(self, event: RatingObjected | ObjectionWithdrawn | ObjectionsRuled) -> Objections:
        match event:
            case RatingObjected():
                return replace(self, open={**self.open, event.seat: OpenObjection(event.remark, event.player)})
            case ObjectionWithdrawn():
                return replace(self, open={seat: said for seat, said in self.open.items() if seat != event.seat})
            case ObjectionsRuled():
                return Objections({}, self.answered | frozenset(self.open), event.upheld, event.staff)
            case _:
                assert_never(event)

    def to_another_result(self) -> Objections:
        """Once answered, a player may object again. Open objections and rulings stay."""
        return replace(self, answered=frozenset()) if self.answered else self

    def at(self, who: Sequence[str]) -> Objections:
        """Once a result was typed for them: what somebody said who had that seat before is not about it."""
        here = {seat: one for seat, one in self.open.items() if one.player in (None, player_of(who[seat]))}
        return self if len(here) == len(self.open) else replace(self, open=here)


NO_OBJECTIONS = Objections()
