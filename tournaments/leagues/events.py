"""What can happen to a league. Its stream holds ids only; events at tables are in the seasons' own streams."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any
from uuid import UUID

from ledger.typed import Kinds
from tournaments.formats.contract import EntrantNo
from web.encoding import UNSHOWN, component

from .rules import Rules

Members = tuple[UUID, ...]
"""Players, in order."""


@dataclass(frozen=True, slots=True)
class Place:
    """A member's place in a season: their entrant number in its tournament. Substitutes do not change it."""

    no: EntrantNo
    player: UUID
    division: int
    """From 0, the top."""


@component("MoveShown")
@dataclass(frozen=True, slots=True)
class LeagueMove:
    """``origin`` and ``target`` are divisions from 0, None outside; ``code`` and ``data`` are the reason."""

    player: UUID
    origin: int | None
    target: int | None
    code: str
    data: Annotated[Mapping[str, Any], UNSHOWN] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Closing:
    """The end of a season: final standings, moves, and the resulting divisions."""

    standings: tuple[Members, ...]
    moves: tuple[LeagueMove, ...]
    divisions: tuple[Members, ...]
    withdrawn: Members = ()
    """Who had left by then."""
    playoffs: Mapping[int, Members] = field(default_factory=dict)
    """By the upper division (from 0): who won a place in it."""


@dataclass(frozen=True, slots=True)
class LeagueOpened:
    title: str
    game: str
    ruleset: str
    owner: UUID
    rules: Rules
    listed: bool = True
    open_entry: bool = True
    """Players sign up themselves."""
    club: str = ""
    """The id of the club whose league it is, ``""`` for nobody's."""


@dataclass(frozen=True, slots=True)
class LeagueChanged:
    title: str
    rules: Rules
    listed: bool
    open_entry: bool
    club: str = ""


@dataclass(frozen=True, slots=True)
class LeagueRoleGranted:
    """``owner`` or ``arbiter``; a player has one of these roles."""

    player: UUID
    role: str


@dataclass(frozen=True, slots=True)
class LeagueRoleRevoked:
    player: UUID


@dataclass(frozen=True, slots=True)
class MemberJoined:
    """Waits for the next season, or stays after wanting to leave. ``own``: the player joined themself."""

    player: UUID
    own: bool = False


@dataclass(frozen=True, slots=True)
class MemberConfirmed:
    """A player whom an officer entered agrees to be in the league."""

    player: UUID


@dataclass(frozen=True, slots=True)
class MemberLeft:
    """Does not play the next season. Leaving the running one is a withdrawal in its tournament."""

    player: UUID


@dataclass(frozen=True, slots=True)
class SeasonOpened:
    """Seasons are numbered from 1."""

    season: int
    tournament: UUID
    places: tuple[Place, ...]
    rules: Rules
    """Those of this season, to its end."""
    divisions: int
    """How many of them are played: the rules' first ones."""


@dataclass(frozen=True, slots=True)
class SeasonClosed:
    season: int
    closing: Closing


@dataclass(frozen=True, slots=True)
class SeasonCorrected:
    """A result was corrected after the end; these moves count from now on."""

    season: int
    closing: Closing
    remark: UUID | None = None


LeagueEvent = (
    LeagueOpened
    | LeagueChanged
    | LeagueRoleGranted
    | LeagueRoleRevoked
    | MemberJoined
    | MemberConfirmed
    | MemberLeft
    | SeasonOpened
    | SeasonClosed
    | SeasonCorrected
)

KINDS = Kinds[LeagueEvent](LeagueEvent, first=LeagueOpened)
