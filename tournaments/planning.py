"""The planner's options: what each format needs for these players and hours, and how well it finds the best player.

Each format is played ``simulations`` times to its end through its own contract, with players of known strength
(``tournaments.simulation`` says by which model), always from the same seeds, so the same question has the same answer.
docs/planning.md says what the figures mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise
from math import ceil, sqrt
from random import Random
from statistics import NormalDist, fmean

from .formats.contract import BadPlan, EntrantNo, Pairing, Plan, Reason, Stage, Standing
from .formats.registry import format_of, names
from .presets import DUEL_TIE_BREAKS, TABLE_TIE_BREAKS
from .simulation import Crowd, steps


@dataclass(frozen=True, slots=True)
class Evening:
    """The time and tables available, and the players."""

    players: int
    hours: Fraction | int
    seats: int = 4
    """At a full table."""
    minutes_per_game: int = 45
    minutes_between: int = 10
    """From the last result of a round to the first move of the next."""
    tables: int = 0
    """How many can be played at once; 0 for as many as are needed."""
    spread: int = 200
    """The standard deviation of the players' strengths, in Elo points."""
    crowd: Crowd = field(default_factory=Crowd)

    @property
    def minutes(self) -> int:
        return int(self.hours * 60)


@dataclass(frozen=True, slots=True)
class Option:
    """A format for that evening. If it cannot be played, ``refused`` says why and all figures are 0."""

    plan: Plan
    rounds: int = 0
    """One after the other, as time goes; in brackets, those that are played at the same time count once."""
    tables: int = 0
    """The most at once."""
    minutes: int = 0
    """From the first move to the last result, with the tables there are: the longest of all simulations."""
    fits: bool = False
    games: float = 0.0
    """That a player has, on average."""
    best_wins: float = 0.0
    """How often the strongest player comes first; of a shared first place, their share."""
    doubt: float = 0.0
    """The standard error of ``best_wins``."""
    order: float = 0.0
    """Kendall's tau-b between final places and strengths, on average: 1 where the table tells the truth."""
    simulations: int = 0
    refused: Reason | None = None


def plan(evening: Evening, *, doubt: float = 0.05, plans: Sequence[Plan] | None = None) -> list[Option]:
    """Options that fit into the time first; of these, the one that finds the best player most often.

    ``doubt`` is the standard error of ``best_wins`` that is allowed: 0.05 takes 100 simulations of each that fits.
    ``plans`` are all formats that suit the tables (``candidates``). A plan of 0 rounds gets as many as its format
    wants and the time allows.
    """
    options = [_option(evening, one, simulations(doubt)) for one in (plans or candidates(evening))]
    return sorted(options, key=lambda one: (one.refused is not None, not one.fits, -one.best_wins, one.minutes))


def simulations(doubt: float) -> int:
    """The number of simulations for at most that standard error: a share's variance is at most 1/4."""
    return max(1, ceil(1 / (4 * doubt * doubt) - 1e-9))


LESS_WHERE_TOO_LONG = 5
"""What does not fit into the time is simulated as many times less: its figures are only to compare with."""
MAX_TABLES, MIN_SIMULATIONS = 25_000, 4
"""An option is not simulated again once so many tables were played for it, unless that was fewer than so often: a round
robin of 64 has 2016. ``doubt`` says what the figures are worth then."""
SIMULATED_WITH = {"pods": {"search": "quick"}}
"""Settings by format that only make simulations quicker."""


def _swiss(name: str) -> Maker:
    return lambda seats: Plan(name, tie_breaks=DUEL_TIE_BREAKS) if seats == 2 else None


def _tables_of(name: str, fewest: int, tie_breaks: tuple[str, ...]) -> Maker:
    return lambda seats: Plan(name, seats, max(2, seats - 1), tie_breaks=tie_breaks) if seats >= fewest else None


Maker = Callable[[int], Plan | None]
MAKERS: Mapping[str, Maker] = {
    "pods": _tables_of("pods", 3, TABLE_TIE_BREAKS),
    "dutch": _swiss("dutch"),
    "club_swiss": _swiss("club_swiss"),
    "round_robin": _tables_of("round_robin", 2, TABLE_TIE_BREAKS),
    "single_elimination": _tables_of("single_elimination", 2, ()),
    "double_elimination": lambda seats: Plan("double_elimination") if seats == 2 else None,
}
"""A plain plan for tables of so many seats, or none."""


def candidates(evening: Evening) -> list[Plan]:
    """A plain plan of every format that uses such tables and ends by itself."""
    made = (make(evening.seats) for name, make in MAKERS.items() if name in names())
    return [one for one in made if one is not None]


def strengths(evening: Evening) -> list[float]:
    """From the strongest: the quantiles of a normal distribution around 1500."""
    curve = NormalDist(1500, evening.spread)
    return [curve.inv_cdf(1 - (at + 0.5) / evening.players) for at in range(evening.players)]


# --- one format ------------------------------------------------------------------------------------------------


def _option(evening: Evening, wanted: Plan, count: int) -> Option:
    try:
        format_of(wanted.format).check(wanted, evening.players)
        suited = _with_rounds(evening, wanted)
        events = [_play(evening, suited, 0)]
    except BadPlan as refused:
        return Option(wanted, refused=refused.reason)
    if events[0].minutes > evening.minutes:
        count = max(1, count // LESS_WHERE_TOO_LONG)
    count = min(count, max(MIN_SIMULATIONS, MAX_TABLES // max(1, events[0].played)))
    events += [_play(evening, suited, number) for number in range(1, count)]
    best = fmean(one.best for one in events)
    minutes = max(one.minutes for one in events)
    return Option(
        plan=suited,
        rounds=max(one.rounds for one in events),
        tables=max(one.tables for one in events),
        minutes=minutes,
        fits=minutes <= evening.minutes,
        games=fmean(one.games for one in events),
        best_wins=best,
        doubt=sqrt(best * (1 - best) / count),
        order=fmean(one.order for one in events),
        simulations=count,
    )


def _with_rounds(evening: Evening, wanted: Plan) -> Plan:
    """As many rounds as the format wants, or fewer if it can do with fewer and time is short."""
    found = format_of(wanted.format)
    rounds = found.rounds(wanted, evening.players)
    if wanted.rounds or not rounds or not found.by_rounds:
        return wanted
    tables = -(-evening.players // wanted.seats)
    one = _shifts(evening, tables) * evening.minutes_per_game + evening.minutes_between
    fit = max(1, (evening.minutes + evening.minutes_between) // one)
    shorter = replace(wanted, rounds=min(rounds, fit))
    try:
        found.check(shorter, evening.players)
    except BadPlan:
        return wanted
    return shorter


def _shifts(evening: Evening, tables: int) -> int:
    return -(-tables // evening.tables) if evening.tables else 1


@dataclass(frozen=True, slots=True)
class _Event:
    best: float
    order: float
    rounds: int
    tables: int
    minutes: int
    games: float
    played: int
    """Tables in all."""


def _play(evening: Evening, wanted: Plan, number: int) -> _Event:
    """Simulation ``number``; the strengths are assigned to the places of the seeding at random."""
    strong = strengths(evening)
    Random(number).shuffle(strong)
    quick = replace(wanted, settings={**wanted.settings, **SIMULATED_WITH.get(wanted.format, {})})
    stages = list(steps(quick, strong, number, evening.crowd))
    waves = [tables for before, later in pairwise(stages) if (tables := _new_tables(before, later))]
    minutes = sum(_shifts(evening, tables) for tables in waves) * evening.minutes_per_game
    last = stages[-1]
    table = format_of(wanted.format).standings(last)
    power = {EntrantNo(no): strength for no, strength in enumerate(strong, 1)}
    played = [len(pairing.seats) for pairing in last.pairings() if _is_played(pairing)]
    return _Event(
        best=_share_of_best(table, power),
        order=kendall([row.rank for row in table], [-power[row.entrant] for row in table]),
        rounds=len(waves),
        tables=max(waves, default=0),
        minutes=minutes + evening.minutes_between * max(len(waves) - 1, 0),
        games=sum(played) / evening.players,
        played=len(played),
    )


def _is_played(pairing: Pairing) -> bool:
    """A walkover takes no time."""
    return pairing.result is None or not pairing.result.forfeited


def _new_tables(before: Stage, later: Stage) -> int:
    """The number of tables played between the two states."""
    known = {id(one) for one in before.rounds}
    changed = {one.no: one for one in later.rounds if id(one) not in known}
    old = sum(_is_played(pairing) for one in before.rounds if one.no in changed for pairing in one.pairings)
    return sum(_is_played(pairing) for one in changed.values() for pairing in one.pairings) - old


def _share_of_best(table: Sequence[Standing], power: Mapping[EntrantNo, float]) -> float:
    first = [row.entrant for row in table if row.rank == table[0].rank]
    best = max(power, key=power.__getitem__)
    return 1 / len(first) if best in first else 0.0


def kendall(one: Sequence[float], other: Sequence[float]) -> float:
    """Tau-b (M. G. Kendall, Rank Correlation Methods, 1948): 1 for the same order, -1 for the reverse, 0 if all values
    of one are equal.
    """
    pairs = list(_pairs(one, other))
    agree = sum(((a > 0) - (a < 0)) * ((b > 0) - (b < 0)) for a, b in pairs)
    free = [len(pairs) - sum(pair[side] == 0 for pair in pairs) for side in (0, 1)]
    return agree / sqrt(free[0] * free[1]) if all(free) else 0.0


def _pairs(one: Sequence[float], other: Sequence[float]) -> Iterator[tuple[float, float]]:
    for at in range(len(one)):
        for before in range(at):
            yield one[at] - one[before], other[at] - other[before]
