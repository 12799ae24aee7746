"""Who plays: entries, withdrawals, byes, seeds and penalties."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta

from tournaments.corrections import Tables
from tournaments.decisions.field import MAX_RATING, Newcomer
from tournaments.formats.contract import Bye
from tournaments.settings import MAX_DIVISION
from web.decoding import INSIDE, SentAs

from .fields import MAX_NUMBER, HalfPoints, Number, Numbers, Reasoned, RoundNumber, StageKey

Rating = Annotated[int, Meta(ge=0, le=MAX_RATING)]
Division = Annotated[str, Meta(max_length=MAX_DIVISION)]
FreeBye = SentAs(
    Annotated[Literal["zero", "half", "full"] | None, Meta(description="null takes it back.")],
    lambda bye: None if bye is None else Bye(bye),
)
ForTables = Annotated[Tables | None, Meta(description="For arbiters.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterOneself:
    """Enter a tournament whose entries are open."""

    rating: Annotated[Rating, INSIDE] = 0
    division: Annotated[Division, INSIDE] = ""


@dataclass(frozen=True, slots=True)
class Enter(Reasoned):
    """Enter players, bots, or people by name: all of them or none. Officers only.

    ``here``: they are to be seated at once, so where players check in, they have. People who are new stand in this
    order.
    """

    newcomers: tuple[Newcomer, ...]
    tables: ForTables = None
    here: Annotated[bool, INSIDE] = False
    reason: Annotated[str, INSIDE] = field(default="", kw_only=True)


@dataclass(frozen=True, slots=True)
class ChangeEntrant:
    """Change an entry; fields that are None stay as they are."""

    no: Number
    rating: Rating | None = None
    title: Annotated[str | None, INSIDE] = None
    division: Division | None = None


@dataclass(frozen=True, slots=True)
class Substitute(Reasoned):
    """Substitute another player for an entrant, who keeps their points and pairings."""

    no: Number
    player: UUID | None = None
    bot: str = ""


@dataclass(frozen=True, slots=True)
class Remove:
    no: Number


@dataclass(frozen=True, slots=True)
class CheckIn:
    """Check players in or out: officers anybody, players themselves.

    ``here`` False: they are not here after all.
    """

    numbers: Numbers
    here: bool = True


@dataclass(frozen=True, slots=True)
class Withdraw(Reasoned):
    """Withdraw from all further rounds: arbiters withdraw anybody, players themselves.

    Before anything of theirs has begun, the entry is struck off.
    """

    no: Number
    tables: ForTables = None


@dataclass(frozen=True, slots=True)
class BringBack(Reasoned):
    """Bring a withdrawn entrant back. Arbiters only."""

    no: Number
    tables: ForTables = None


@dataclass(frozen=True, slots=True)
class GrantBye:
    """Give an entrant a bye in a round that is not paired yet. Arbiters only.

    None takes it back.
    """

    no: Number
    stage: StageKey
    round_no: RoundNumber
    bye: Annotated[Bye | None, FreeBye]


@dataclass(frozen=True, slots=True)
class Seed:
    """Set the seeding of the whole field, for stages that have not begun. Arbiters only."""

    order: Annotated[Numbers, Meta(description="The whole field, the strongest first.")]


@dataclass(frozen=True, slots=True)
class Penalise(Reasoned):
    """Give a penalty: deduct points, or warn. Arbiters only."""

    no: Number
    stage: StageKey
    points: HalfPoints
    tables: ForTables = None


@dataclass(frozen=True, slots=True)
class LiftPenalty(Reasoned):
    """Lift a penalty. Arbiters only."""

    stage: StageKey
    index: Annotated[int, Meta(ge=0, le=MAX_NUMBER, description="Of the stage's penalties, from 0.")]
    tables: ForTables = None


def named(lines: Iterable[tuple[str, Newcomer]]) -> tuple[Newcomer, ...]:
    """People by name: each one without a player becomes a new person."""
    return tuple(newcomer if newcomer.player else replace(newcomer, name=name) for name, newcomer in lines)
