"""What can be asked of a table: plain data, decided by ``tables.decide``.

The types of the fields are what a program may send (``web.decoding``): the API's schema follows from them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal
from uuid import UUID

from msgspec import Meta

from web.decoding import INSIDE, VERBATIM, SentAs

from ..cardlists.shapes import Chosen
from ..clocks.controls import TimeControl
from ..models import Table
from ..watching.rules import SpectatorRule
from .events import BranchedOff
from .rating import LIVE

MAX_SEATS = 8
MAX_INVITED = 100
POSITION = "position"
"""The option by which a match starts elsewhere than at the beginning. It tells all hands, so only practice has it, and
a match that goes on from one that is over (``branch``), where nobody is shown it."""

SeatNumber = Annotated[int, Meta(ge=0, le=MAX_SEATS - 1)]
BotName = Annotated[str, Meta(min_length=1, max_length=40)]
GameName = Annotated[str, Meta(min_length=1, max_length=40)]
RulesetName = SentAs(
    Annotated[str, Meta(min_length=1, max_length=60, description="The game's newest one if left out.")]
)
Access = SentAs(
    Annotated[Literal["anyone", "link", "named", "practice"], Meta(description="Who may join.")], Table.Access
)
Bots = Annotated[Mapping[SeatNumber, BotName], Meta(description='Bots by seat: {"1": "greedy"}.')]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTable:
    """Open a table; you sit on seat 0 unless you say otherwise. The match starts when all seats are taken.

    The host sits on ``host_seat`` (None: the host only watches); at a practice table on all seats but the ``bots``'.
    ``cards`` is the id of an own card list, with ``:`` and a number for a certain version of it; ``pinned`` is a
    version that the host has in another way, such as from a match of theirs. ``reserved`` says whose each seat is
    (None: a bot's), where that is settled; ``seated`` are those who sit there at once, by seat. ``among`` are the only
    ones who may sit down at a table that others may look at. A rated match counts on the ladder of ``speed``.
    """

    game: GameName
    seats: Annotated[int, Meta(ge=1, le=MAX_SEATS)]
    ruleset: Annotated[str, RulesetName] = ""
    options: Annotated[Mapping[str, Any], VERBATIM, Meta(description="The game's own options.")] = field(
        default_factory=dict
    )
    cards: Annotated[
        str,
        SentAs(
            Annotated[
                str,
                Meta(
                    min_length=1,
                    max_length=60,
                    description="A card list: its id, or `id:number` for a certain version.",
                ),
            ]
        ),
    ] = ""
    access: Annotated[Table.Access, Access] = Table.Access.ANYONE
    invited: Annotated[tuple[UUID, ...], Meta(max_length=MAX_INVITED)] = ()
    host_seat: Annotated[SeatNumber | None, Meta(description="null: you only watch.")] = 0
    bots: Bots = field(default_factory=dict)
    rated: Annotated[
        bool | None,
        Meta(
            description="Whether it counts on the ladder; left out: if it can, and you have an account. It counts once "
            "nobody at it is a guest."
        ),
    ] = None
    time: Annotated[TimeControl | None, Meta(description="null: there are no clocks.")] = None
    takebacks: Annotated[
        bool | None,
        Meta(
            description="Whether decisions can be taken back by consent of all; left out: where the match is not rated."
        ),
    ] = None
    spectators: Annotated[
        SpectatorRule | None, Meta(description="How late spectators see the match; null: as it happens.")
    ] = None
    reviewed: Annotated[
        bool, Meta(description="Whether a rated match is reviewed by itself once it is over; others never are.")
    ] = False
    speed: Annotated[str, INSIDE] = LIVE
    reserved: Annotated[tuple[UUID | None, ...], INSIDE] = ()
    among: Annotated[tuple[UUID, ...], INSIDE] = ()
    seated: Annotated[tuple[UUID | None, ...], INSIDE] = ()
    pinned: Annotated[Chosen | None, INSIDE] = None
    branch: Annotated[BranchedOff | None, INSIDE] = None


@dataclass(frozen=True, slots=True)
class SitDown:
    """Sit down at a table."""

    seat: Annotated[SeatNumber | None, Meta(description="The first free one if left out.")] = None
    agrees: Annotated[bool, Meta(description="You agree that spectators see your hand, where the table says so.")] = (
        False
    )


@dataclass(frozen=True, slots=True)
class StandUp:
    """Leave your seat, while the match has not started."""


@dataclass(frozen=True, slots=True)
class SeatBot:
    """Put a bot on a free seat of your table."""

    seat: SeatNumber
    bot: BotName


@dataclass(frozen=True, slots=True)
class RemoveBot:
    """Take a bot from your table."""

    seat: SeatNumber


@dataclass(frozen=True, slots=True)
class CloseTable:
    """Close your table; nobody will play there."""


Command = OpenTable | SitDown | StandUp | SeatBot | RemoveBot | CloseTable
