"""Consent and objections, as part of a table's state (``tournaments.state``)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import assert_never
from uuid import UUID

from players.ratings.outcome import player_of

from .events import ObjectionsRuled, ObjectionWithdrawn, RatingObjected


@dataclass(frozen=True, slots=True)
class Consent:
    """Consent to a typed result: ``who`` sat there, by seat, as ratings name them, and which ``seats`` agree that it is
    rated, the ``lasting`` ones also to any later correction.
    """

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
    """``player`` as they sat there; None in events stored before it was noted. One ``remark`` is one objection, to
    however many results. ``typed_by``: the officer who typed the result, if one did.
    """

    remark: UUID
    player: UUID | None
    typed_by: UUID | None = None


@dataclass(frozen=True, slots=True)
class Objections:
    """Objections to the rating of a typed result: ``open`` ones by seat; ``answered`` seats, until the result changes;
    ``struck``: one was upheld, so it is not rated; ``staff``: the platform's staff ruled.
    """

    open: Mapping[int, OpenObjection] = field(default_factory=dict)
    answered: frozenset[int] = frozenset()
    struck: bool = False
    staff: bool = False

    @property
    def were_made(self) -> bool:
        """Somebody objects, or was answered and the result has not changed since."""
        return bool(self.open or self.answered)

    def after(self, event: RatingObjected | ObjectionWithdrawn | ObjectionsRuled) -> Objections:
        match event:
            case RatingObjected():
                objection = OpenObjection(event.remark, event.player, event.typed_by)
                return replace(self, open={**self.open, event.seat: objection})
            case ObjectionWithdrawn():
                return replace(self, open={seat: said for seat, said in self.open.items() if seat != event.seat})
            case ObjectionsRuled():
                return Objections({}, self.answered | frozenset(self.open), event.upheld, event.staff)
            case _:
                assert_never(event)

    def to_another_result(self) -> Objections:
        """After a new result, a player who was answered may object again. Open objections and rulings stay."""
        return replace(self, answered=frozenset()) if self.answered else self

    def at(self, who: Sequence[str]) -> Objections:
        """After a result was typed for ``who``: earlier remarks by another player of that seat are not about it."""
        here = {seat: one for seat, one in self.open.items() if one.player in (None, player_of(who[seat]))}
        return self if len(here) == len(self.open) else replace(self, open=here)


NO_OBJECTIONS = Objections()
