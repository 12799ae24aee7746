"""The interface of every format: its input and its answers.

Plain values, no database, no clock, no randomness but ``Stage.seed``: the same stage always gives the same answer, so
formats can be tried by the thousand and looked at as they stood at any moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Any, NewType, Protocol

EntrantNo = NewType("EntrantNo", int)
"""An entrant's number in its tournament, from 1 in order of entry: never changed, never given again."""
RoundNo = NewType("RoundNo", int)
"""From 1 within a stage."""
HalfPoints = int | Fraction
"""A score, counted in half-points: a won duel is usually 2. A fraction only where tied places share points."""
Progress = Callable[[int, int], None]
"""Called with how much of the work is done and how much there is."""


class Bye(StrEnum):
    """How a round without a table counts; every player not at a table has a bye (FIDE C.07, article 15)."""

    PAIRING = "pairing"  # allocated by the pairing, because the field does not fill its tables
    FULL = "full"
    HALF = "half"
    ZERO = "zero"  # absent, withdrawn, or not entered yet


class Ties(StrEnum):
    """What shared places are worth."""

    SHARE = "share"  # the mean of the places they cover
    BEST = "best"
    WORST = "worst"


@dataclass(frozen=True, slots=True)
class Scoring:
    """Half-points by place, for each table size. ``scoring.py`` works with it."""

    by_place: Mapping[int, tuple[int, ...]] = field(
        default_factory=lambda: {2: (2, 0), 3: (4, 2, 0), 4: (6, 4, 2, 0)},
    )
    ties: Ties = Ties.SHARE
    byes: Mapping[Bye, int] = field(
        default_factory=lambda: {Bye.PAIRING: 2, Bye.FULL: 2, Bye.HALF: 1, Bye.ZERO: 0},
    )
    forfeit: int = 0
    """For whoever did not appear; those who did share the best places."""
    for_each_score: int = 0
    """Half-points for each point of the game's own score (such as a Title), beside those for the place."""
    draw: int | None = None
    """For each where a whole table ties, if not what ``ties`` says: 3-1-0 is ``{2: (6, 0)}`` and 2."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason: a code that is worded in every language, and plain JSON values that fill it in."""

    code: str
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a table: a place for each seat, from 1, equal for a tie.

    ``scores`` are the game's own (Titles), ``()`` where nobody noted them; of a best-of-N they are games won.
    """

    places: tuple[int, ...]
    scores: tuple[int, ...] = ()
    forfeited: frozenset[int] = frozenset()
    """Seats (from 0) that did not play. Where nobody else is left, nothing was played."""

    @property
    def is_lost_by_all(self) -> bool:
        """Played, and lost by everybody: all share the last place. Other programs' reports contain such duels."""
        return not self.forfeited and len(self.places) > 1 and set(self.places) == {len(self.places)}


@dataclass(frozen=True, slots=True)
class Pairing:
    """A table of a round. ``seats`` are entrants in seat order (in a duel the first has White, or begins)."""

    round: RoundNo
    table: int
    seats: tuple[EntrantNo, ...]
    slot: str = ""
    """The place in a bracket, the group or the challenge that it belongs to; the format's own notation."""
    reason: Reason | None = None
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class Round:
    """``pairings`` by table number; every entrant of the stage without a table is in ``byes``."""

    no: RoundNo
    pairings: tuple[Pairing, ...]
    byes: Mapping[EntrantNo, Bye] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Entrant:
    no: EntrantNo
    rating: int = 0
    """0 where unrated."""
    title: str = ""
    """A FIDE title (GM, IM, WGM, FM, ...), where it orders the field."""


@dataclass(frozen=True, slots=True)
class Penalty:
    """A penalty: ``points`` half-points off, from ``round`` on."""

    entrant: EntrantNo
    round: RoundNo
    points: int


@dataclass(frozen=True, slots=True)
class Plan:
    """How a stage is to be played. ``settings`` belong to the format alone, as plain JSON values."""

    format: str
    seats: int = 2
    """At a full table; ``least`` at a short one (equal: no short tables)."""
    least: int = 2
    rounds: int = 0
    """0 where the format knows by itself."""
    scoring: Scoring = field(default_factory=Scoring)
    tie_breaks: tuple[str, ...] = ()
    """By their FIDE abbreviations (``BH``, ``BH-C1``, ``SB``, ``DE``...), the first one decides first."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    edition: int = 1
    """Of the rules by which rounds are repaired and late entrants numbered (``EDITION``): a stored plan that says
    nothing has the first, so what was played by it stays as it was."""


EDITION = 2
"""Of new plans. 1: a repair changes the fewest tables, whatever the scores; late entrants stand last. 2: in pods a
repair puts players back where their scores (or the lack of repeats) want them; late entrants stand by their rating."""


@dataclass(frozen=True, slots=True)
class Stage:
    """The current state of a stage: the whole input of a format."""

    plan: Plan
    entrants: tuple[Entrant, ...]
    """In order of seeding, the first is the strongest."""
    rounds: tuple[Round, ...] = ()
    absent: Mapping[EntrantNo, Bye] = field(default_factory=dict)
    """Who is not to be paired next, and how that counts: asked for a bye, withdrawn, busy."""
    penalties: tuple[Penalty, ...] = ()
    seed: bytes = bytes(32)
    """Where lots are drawn: ``elekt_core.chance.SeededChance(seed)``."""

    def pairings(self) -> Iterator[Pairing]:
        """All tables, in order of rounds and tables."""
        return (pairing for one in self.rounds for pairing in one.pairings)

    def is_played(self, rounds: int) -> bool:
        """Whether that many rounds are paired and every table has its result."""
        return len(self.rounds) >= rounds and all(pairing.result is not None for pairing in self.pairings())


@dataclass(frozen=True, slots=True)
class Proposal:
    """The next pairings. One may already have its result: a walkover. Empty: nothing can be paired now."""

    pairings: tuple[Pairing, ...] = ()
    byes: Mapping[EntrantNo, Bye] = field(default_factory=dict)
    """Of the round that is paired: the format's own byes and those of ``Stage.absent``."""
    bye_reasons: Mapping[EntrantNo, Reason] = field(default_factory=dict)
    notes: tuple[Reason, ...] = ()
    """What an arbiter should know of the whole (a repeat that could not be avoided)."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of the standings. Equal ranks are shared. ``tie_breaks`` in the order of the plan."""

    rank: int
    entrant: EntrantNo
    points: HalfPoints
    tie_breaks: tuple[HalfPoints, ...] = ()


class CannotPair(Exception):
    """No pairing exists, or the running round is not finished; ``reason`` says which."""

    def __init__(self, reason: Reason) -> None:
        self.reason = reason
        super().__init__(f"{reason.code} {dict(reason.data)}")


class BadPlan(Exception):
    """The plan cannot be played; ``field`` names what is wrong, ``reason`` says why."""

    def __init__(self, field: str, reason: Reason) -> None:
        self.field = field
        self.reason = reason
        super().__init__(f"{field}: {reason.code} {dict(reason.data)}")


class Format(Protocol):
    """A format is one stateless object; ``formats.registry`` finds it by name."""

    name: str
    takes_late: bool
    """Whether somebody may join a stage that runs."""
    by_rounds: bool
    """Whether whole rounds are paired, one after the other; otherwise each table as soon as it is possible."""

    def check(self, plan: Plan, entrants: int) -> None:
        """Raises BadPlan if so many entrants cannot play it, or a setting is unknown or out of range."""
        ...

    def rounds(self, plan: Plan, entrants: int) -> int | None:
        """The number of rounds; None if nobody can know (ladder, arena)."""
        ...

    def pair(self, stage: Stage, progress: Progress | None = None) -> Proposal:
        """The next round, or all tables that can now be played. Raises CannotPair."""
        ...

    def is_over(self, stage: Stage) -> bool: ...

    def standings(self, stage: Stage) -> Sequence[Standing]:
        """Everybody, best first; also while the stage is running."""
        ...
