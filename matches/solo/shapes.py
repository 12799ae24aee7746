"""What queries of the solo ladder return: plain values, ready to show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated
from uuid import UUID

from web.encoding import UNSHOWN, Named, ShownAs, component


@dataclass(frozen=True, slots=True)
class Level:
    """A level of a solo ruleset. ``value`` is ``""`` if the ruleset has none."""

    value: str
    name: str


@dataclass(frozen=True, slots=True)
class SoloOffered:
    """A ruleset for one person, and its levels from the first to the last."""

    game: str
    ruleset: str
    ladder: str
    """The name under which the ladder is kept; a ruleset that replaced another goes on with its ladder."""
    name: str
    about: str
    levels: tuple[Level, ...]
    option: str
    """The name of the option that is the level, for forms."""
    opponents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Again:
    """After a match: the level played, and the one after it, None after the last."""

    offered: SoloOffered
    level: Level
    next: Level | None


@component("Standing")
@dataclass(frozen=True, slots=True)
class Row:
    """A player's standing as it is shown. ``place`` is None for those who have none yet; ``best`` leads to a replay
    if the asker may see it."""

    place: Annotated[int | None, "null: a guest, or too few games yet."]
    player: UUID
    name: str
    guest: bool
    mine: bool
    games: Annotated[int, "Finished ones, and those left for a later one."]
    wins: int
    percent: Annotated[int, UNSHOWN]
    """The share of games won, rounded to whole percents for people; order never depends on it."""
    best_margin: Annotated[int | None, "Own points less those of the other side."]
    fewest_rounds: Annotated[int | None, "Of a game that was won."]
    streak: int
    best_streak: int
    last_at: datetime
    best: Annotated[UUID | None, "The match of the best margin, if you may see it."]


@component("LadderShown")
@dataclass(frozen=True, slots=True)
class Ladder:
    """First those with a place, by games won divided by games played plus ten; on the last page also the others."""

    offered: Annotated[SoloOffered, Named("ruleset"), ShownAs(str, lambda offered: offered.ruleset)]
    level: Annotated[Level, ShownAs(str, lambda level: level.value)]
    levels: Annotated[Sequence[Level], ShownAs(list[str], lambda levels: [one.value for one in levels])]
    players: Annotated[int, "All who have a game that counts."]
    page: int
    pages: int
    placed: tuple[Row, ...]
    unplaced: tuple[Row, ...]
    mine: Row | None
    """The asker's own row, wherever it stands."""
