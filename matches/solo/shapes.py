"""What queries of the solo ladder hand out: plain values, ready to show."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Level:
    """A level of a ruleset for one. ``value`` is ``""`` where the ruleset has none."""

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
    """After a match: the level that was played, and the one after it, None after the last."""

    offered: SoloOffered
    level: Level
    next: Level | None


@dataclass(frozen=True, slots=True)
class Row:
    """A player's standing as it is shown. ``place`` is None for those who have none yet; ``best`` leads to a replay
    if the asker may see it."""

    place: int | None
    player: UUID
    name: str
    guest: bool
    mine: bool
    games: int
    wins: int
    percent: int
    """The share of games won, rounded to whole percents for people; order never depends on it."""
    best_margin: int | None
    fewest_rounds: int | None
    streak: int
    best_streak: int
    last_at: datetime
    best: UUID | None


@dataclass(frozen=True, slots=True)
class Ladder:
    """A page of the ladder at one level: first those with a place, then those without. ``mine`` is the asker's own row,
    wherever it stands."""

    offered: SoloOffered
    level: Level
    placed: tuple[Row, ...]
    unplaced: tuple[Row, ...]
    mine: Row | None
    players: int
    page: int
    pages: int
