"""A tournament as its events describe it: frozen values, so that a state may be kept, compared, and continued.

``evolve`` gives the next one, ``stages`` makes of it what formats work on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from .consent.state import NO_OBJECTIONS, Consent, Objections
from .formats.contract import Bye, EntrantNo, Pairing, Penalty, Result, RoundNo
from .settings import Settings, StagePlan


class Role(StrEnum):
    """What an officer may do: an owner everything, an arbiter everything but roles, a scorer enters results."""

    OWNER = "owner"
    ARBITER = "arbiter"
    SCORER = "scorer"


class Status(StrEnum):
    OPEN = "open"  # entries are taken
    RUNNING = "running"
    CLOSED = "closed"
    CANCELLED = "cancelled"


class Progress(StrEnum):
    """How far a table has come."""

    PAIRED = "paired"
    STARTED = "started"
    REPORTED = "reported"
    DISPUTED = "disputed"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Entry:
    """An entrant: a player, or a bot by its name."""

    no: EntrantNo
    player: UUID | None
    bot: str
    rating: int
    title: str
    division: str
    entered_at: datetime
    checked_in: bool = False
    withdrawn: bool = False
    own: bool = False
    """The player says so: they have entered by themself, or have confirmed it."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game of a table that is played online: ``opened`` is the table of ``matches``."""

    opened: UUID | None = None
    result: Result | None = None
    called_at: datetime | None = None
    started: bool = False
    """Whether it is known that all have come to it."""

    @property
    def is_under_way(self) -> bool:
        """Whether it is being played, or its players are being waited for."""
        return self.opened is not None and self.result is None


@dataclass(frozen=True, slots=True)
class Call:
    """A call of seats at a real table; ``last``: by the clock, shortly before their time is over."""

    at: datetime
    seats: frozenset[int]
    last: bool = False


@dataclass(frozen=True, slots=True)
class TableRef:
    """A table's place: the stage's key, the round and the table's number, both from 1."""

    stage: str
    round: RoundNo
    table: int


@dataclass(frozen=True, slots=True)
class Table:
    """A published table. ``pairing.result`` is what counts; everything else says how it came about."""

    pairing: Pairing
    progress: Progress = Progress.PAIRED
    games: Mapping[int, Played] = field(default_factory=dict)
    reports: Mapping[int, Result] = field(default_factory=dict)
    """By seat."""
    statements: tuple[tuple[int, UUID], ...] = ()
    """Seat and remark."""
    source: str = ""
    corrected: bool = False
    deadline: str = ""
    until: str = ""
    """By when it is to be played, where it has a window; any time before will do."""
    postponed: bool = False
    asked: Mapping[int, str] = field(default_factory=dict)
    """What seats would rather have as ``until``."""
    called: tuple[Call, ...] = ()
    here: frozenset[int] = frozenset()
    """Seats of a real table that are known to be there."""
    missed: frozenset[int] = frozenset()
    """Seats that were not there in time: the arbiter decides, unless they are ``lost``."""
    lost: frozenset[int] = frozenset()
    """Seats that forfeit; the others play without them."""
    since: datetime | None = None
    """When it came to where it is."""
    consent: Consent | None = None
    """None without a typed result, and where it was typed before anybody was asked."""
    objections: Objections = NO_OBJECTIONS

    @property
    def no(self) -> int:
        return self.pairing.table

    @property
    def is_done(self) -> bool:
        return self.progress is Progress.DONE

    @property
    def has_started(self) -> bool:
        """Whether play has begun: such a table is never moved. A table only called still waits for its players."""
        begun = any(game.started or game.result is not None for game in self.games.values())
        return begun or self.progress is not Progress.PAIRED

    @property
    def waits_for(self) -> UUID | None:
        """The online table to which its players are called, until they are known to have come."""
        last = self.games.get(max(self.games, default=0))
        return last.opened if last is not None and last.is_under_way and not last.started else None


@dataclass(frozen=True, slots=True)
class Round:
    no: RoundNo
    tables: Mapping[int, Table] = field(default_factory=dict)
    byes: Mapping[EntrantNo, Bye] = field(default_factory=dict)
    published_at: datetime | None = None
    ends: str = ""
    """Until when its timer runs."""
    began: datetime | None = None
    """When its timer was started first."""
    window: str = ""
    """By when its tables are to be played, if they were not postponed."""

    @property
    def is_done(self) -> bool:
        return all(table.is_done for table in self.tables.values())


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage that has begun. ``joined`` are late entrants, with the first round that they can play."""

    plan: StagePlan
    entrants: tuple[EntrantNo, ...]
    seed: str
    rounds: tuple[Round, ...] = ()
    joined: Mapping[EntrantNo, RoundNo] = field(default_factory=dict)
    penalties: tuple[Penalty, ...] = ()
    lifted: frozenset[int] = frozenset()
    closed: bool = False
    calls: Mapping[RoundNo, Mapping[int, int]] = field(default_factory=dict)
    """How often each table was called, by round and table; it stays when the table goes."""

    @property
    def key(self) -> str:
        return self.plan.key

    @property
    def running(self) -> Round:
        """The first round with a player still to come or to play, without postponed tables; otherwise the last. There
        is always one.
        """
        waits = (one for one in self.rounds if any(not (t.is_done or t.postponed) for t in one.tables.values()))
        return next(waits, self.rounds[-1])

    def tables(self) -> Iterator[Table]:
        return (table for one in self.rounds for table in one.tables.values())

    def round(self, no: int) -> Round | None:
        return self.rounds[no - 1] if 0 < no <= len(self.rounds) else None

    def calls_of(self, round_no: RoundNo, table_no: int) -> int:
        return self.calls.get(round_no, {}).get(table_no, 0)

    def table(self, round_no: int, table_no: int) -> Table | None:
        found = self.round(round_no)
        return None if found is None else found.tables.get(table_no)


@dataclass(frozen=True, slots=True)
class State:
    id: UUID
    version: int = 0
    title: str = ""
    game: str = ""
    ruleset: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    cards: str = ""
    card_list: UUID | None = None
    card_list_version: int = 0
    league: UUID | None = None
    settings: Settings = field(default_factory=Settings)
    planned: tuple[StagePlan, ...] = ()
    stages: Mapping[str, Stage] = field(default_factory=dict)
    """Those that have begun, by key, in the order in which they did."""
    entries: Mapping[EntrantNo, Entry] = field(default_factory=dict)
    order: tuple[EntrantNo, ...] = ()
    """As seeded by hand; those who are not in it follow by rating."""
    byes: Mapping[str, Mapping[RoundNo, Mapping[EntrantNo, Bye]]] = field(default_factory=dict)
    """Granted, by stage and round."""
    roles: Mapping[UUID, Role] = field(default_factory=dict)
    notes: tuple[tuple[UUID, EntrantNo | None], ...] = ()
    numbers: int = 0
    """How many entrants have ever been numbered."""
    status: Status | None = None
    """None before its first event."""
    overruled: frozenset[tuple[str, RoundNo, int]] = frozenset()
    """Tables (stage, round, number) where what the clock did was taken back: it leaves them to the arbiter. This is
    about the log, and not in the hash, which is the same as before what was taken back."""
    opened_at: datetime | None = None
    changed_at: datetime | None = None

    def plan(self, key: str) -> StagePlan | None:
        return next((plan for plan in self.planned if plan.key == key), None)

    def entry_of(self, player: UUID | None) -> Entry | None:
        """The player's own entry, the latest if there are several."""
        mine = (entry for entry in self.entries.values() if player is not None and entry.player == player)
        return next(iter(sorted(mine, key=lambda entry: (entry.withdrawn, -entry.no))), None)

    def role_of(self, player: UUID | None) -> Role | None:
        return None if player is None else self.roles.get(player)
