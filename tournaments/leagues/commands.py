"""League commands: plain data, decided by ``leagues.decide``; seasons begin and end in tournaments of
their own (``leagues.seasons``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta

from tournaments.commands.fields import MAX_NUMBER, Reasoned
from tournaments.opening import MAX_TITLE
from tournaments.state import Role
from web.decoding import INSIDE, SentAs
from web.request import MAX_DIGITS

from .events import Members
from .rules import MAX_MEMBERS, Rules

MAX_NEWCOMERS = 500
Title = Annotated[str, Meta(min_length=1, max_length=MAX_TITLE)]


def _club(sent: UUID | None) -> str:
    return str(sent or "")


Club = SentAs(Annotated[UUID | None, Meta(description="Whose league it is: a club that you run.")], _club)
SameClub = SentAs(Annotated[UUID | None, Meta(description="Left out, it stays whose it is.")], _club)
SeasonVersion = Annotated[
    Annotated[int, Meta(ge=0, le=MAX_NUMBER)] | None,
    Meta(description="The version of the season's tournament that you have seen; refused if it has changed."),
]


def _by_division(sent: Mapping[str, list[UUID]]) -> Mapping[int, Members]:
    """Keys that name no division are ignored."""
    return {
        int(upper): tuple(won)
        for upper, won in sent.items()
        if upper.isascii() and upper.isdigit() and len(upper) <= MAX_DIGITS
    }


Winners = SentAs(
    Annotated[
        dict[str, Annotated[list[UUID], Meta(max_length=MAX_MEMBERS)]],
        Meta(description="By the upper division (from 0): who won a place in it, where the season does not say it."),
    ],
    _by_division,
)


Officers = SentAs(
    Annotated[Literal["owner", "arbiter"] | None, Meta(description="null takes it away.")],
    lambda role: None if role is None else Role(role),
)


@dataclass(frozen=True, slots=True)
class ChangeLeague:
    """Change the league's rules from the next season on. Owners only.

    A season that runs keeps its own. ``club`` None: it stays whose it is.
    """

    title: Title
    rules: Rules
    listed: bool
    open_entry: bool
    club: Annotated[str | None, SameClub] = None


@dataclass(frozen=True, slots=True)
class GrantRole:
    """Name an owner or an arbiter. Owners only.

    None takes it away.
    """

    player: UUID
    role: Annotated[Role | None, Officers]


@dataclass(frozen=True, slots=True)
class Join:
    """Sign up for the next season.

    Who wanted to leave stays after all, and whom an officer has entered confirms it.
    """


@dataclass(frozen=True, slots=True)
class Enter:
    """Enter players for the next season, in this order. Officers only.

    Who is in already stays. In ``people`` whoever has no player becomes a new person of that name.
    """

    players: Annotated[tuple[UUID, ...], Meta(max_length=MAX_NEWCOMERS)]
    people: Annotated[tuple[tuple[str, UUID | None], ...], INSIDE] = ()


@dataclass(frozen=True, slots=True)
class Leave:
    """Drop out of the next season: players themselves, officers anybody.

    The season that runs is left through its tournament.
    """

    player: Annotated[UUID | None, Meta(description="You, if it is left out.")] = None


@dataclass(frozen=True, slots=True)
class OpenSeason:
    """Open the next season: a tournament with a stage for each division. Officers only.

    Its final has a stage, too, where there is one. Entries are the last season's moves and those who wait.
    """

    starts: datetime | None = None


@dataclass(frozen=True, slots=True)
class BeginSeason:
    """Start its divisions and publish their tables; what has begun stays as it is. Officers only.

    So are the finals of divisions that are over, and the play-offs between two that are.
    """

    season_version: SeasonVersion = None


@dataclass(frozen=True, slots=True)
class CloseSeason:
    """Close the season: final standings, promotions and relegations. Doing it twice does nothing. Officers only."""

    playoffs: Annotated[Mapping[int, Members], Winners] = field(default_factory=dict)
    season_version: SeasonVersion = None


@dataclass(frozen=True, slots=True)
class CorrectSeason(Reasoned):
    """Recompute a closed season's promotions and relegations from its current results. Owners only.

    A season that has been opened since keeps its divisions. ``playoffs`` are as for the end.
    """

    season: Annotated[int, Meta(ge=1, le=MAX_NUMBER)]
    playoffs: Annotated[Mapping[int, Members], Winners] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OpenLeague:
    """Open a new league; the sender becomes its owner."""

    title: Title
    game: Annotated[str, Meta(min_length=1, max_length=40)]
    rules: Rules
    ruleset: Annotated[str, SentAs(Annotated[str, Meta(min_length=1, max_length=60)])] = ""
    listed: bool = True
    open_entry: bool = True
    club: Annotated[str, Club] = ""


Decided = ChangeLeague | GrantRole | Join | Enter | Leave | CorrectSeason
Command = Decided | OpenSeason | BeginSeason | CloseSeason
