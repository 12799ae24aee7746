"""What queries of positions return: plain values, ready to show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from elekt_core.contract import Game, Outcome
from web.encoding import UNSHOWN, component

from ..play.shapes import AutomatonShown, AwaitingShown, RefusalShown, SeatShown
from .models import KeptPosition


@component("BoardShown")
@dataclass(frozen=True, slots=True)
class Board:
    """A position and all that must be agreed to play it: what somebody sets up, keeps, or plays on from."""

    game: str
    ruleset: str
    seats: int
    options: Mapping[str, Any] = field(default_factory=dict)
    cards: str = ""
    """The hash of an own card list, ``""`` for the game's own cards."""
    card_list: Annotated[UUID | None, UNSHOWN] = None
    position: Mapping[str, Any] = field(default_factory=dict)

    def holding(self, position: Mapping[str, Any]) -> Board:
        return replace(self, position=position)


@component("KeptShown")
@dataclass(frozen=True, slots=True)
class Kept:
    """A position that somebody keeps."""

    id: UUID
    version: int
    name: str
    access: KeptPosition.Access
    """Who may look at it."""
    mine: bool
    changed_at: datetime
    board: Board


@dataclass(frozen=True, slots=True)
class Seen:
    """What board templates need from a position's match: its game, and who plays, by number."""

    game: str
    seats: tuple[SeatShown, ...]
    automata: tuple[AutomatonShown, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)

    @property
    def sides(self) -> tuple[SeatShown | AutomatonShown, ...]:
        return (*self.seats, *self.automata)


@dataclass(frozen=True, slots=True)
class FlawShown:
    """What is wrong, with the rule or invariant that it breaks."""

    key: Annotated[str, "Where: `zones.missions.rows.0.1`."]
    code: str
    rule: str
    sentence: str
    line: Annotated[int | None, "In a text."] = None


@dataclass(frozen=True, slots=True)
class Offered:
    """Decisions that begin with the same part (a Unit, an answer), in words."""

    label: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """An open question: what its seat may answer, what it may not and why."""

    question: AwaitingShown
    offered: tuple[Offered, ...]
    count: int
    refusals: tuple[RefusalShown, ...]

    @property
    def untold(self) -> int:
        """How many decisions there are beyond those listed."""
        return self.count - sum(len(group.sentences) for group in self.offered)


@dataclass(frozen=True, slots=True)
class Analysis:
    """A position as the rules see it: its flaws, or what it leads to. ``view`` is there only without flaws."""

    flaws: tuple[FlawShown, ...]
    seats: tuple[SeatShown, ...]
    game: Game[Any]
    view: Any = None
    asked: tuple[Asked, ...] = ()
    idle: tuple[str, ...] = ()
    """Of the seats that are not asked: why they cannot decide now."""
    outcome: Outcome | None = None
    log: Sequence[str] = ()
    """What happens before somebody is asked."""
