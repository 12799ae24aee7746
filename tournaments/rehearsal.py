"""Whole tournaments in memory, by the real decisions: people come late and leave, results are corrected.

No database and no clock, so they are played by the thousand; every step is an event, and ``prove`` looks for whatever
must not be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from random import Random
from uuid import UUID

from web.errors import Conflict

from . import corrections, plans, scoring, stages
from . import events as e
from .decisions import arenas, challenges, presence, publishing, results, rounds
from .decisions import field as entries
from .decisions.field import Newcomer
from .events import TournamentEvent
from .evolve import evolve_all
from .formats.contract import BadPlan, EntrantNo, Result, Standing
from .formats.contract import Stage as Made
from .formats.ladder import takes_challenges
from .formats.registry import format_of
from .settings import BY_CLOCK, StagePlan
from .simulation import result_of
from .state import Stage, State, Status, Table, TableRef

MAX_STEPS = 500
BEGINS = datetime(2026, 1, 1, 18, tzinfo=UTC)
STEP = timedelta(minutes=1)
CHALLENGES = 3
"""For each player of a ladder."""
ARENA_MINUTES = 120
"""So long an arena takes; every result takes one."""
SPREAD = 200.0
"""Standard deviation of the strengths, in Elo."""


@dataclass(frozen=True, slots=True)
class Rates:
    """Probabilities: that a player leaves after a round, enters only after the first one, that a result is corrected in
    a later round, that a seat does not appear, that two places are tied.
    """

    leaves: float = 0.0
    late: float = 0.0
    corrections: float = 0.0
    no_shows: float = 0.0
    draws: float = 0.0


@dataclass(slots=True)
class Rehearsed:
    """``stream`` is everything that happened; ``state`` what it folds to."""

    state: State
    stream: list[tuple[TournamentEvent, datetime]] = field(default_factory=list)
    corrected: int = 0
    missed: int = 0
    """Tables where somebody did not come in time."""
    repaired: int = 0
    stopped: str = ""
    """The refusal at which it could not go on: too few were left, for example."""

    def standings(self, key: str) -> Sequence[Standing]:
        return stages.standings(stages.stage_of(self.state, key))


def rehearse(plans: Sequence[StagePlan], players: int, seed: int, rates: Rates | None = None) -> Rehearsed:
    """A tournament of ``players`` from the first entry to its closing; the same arguments give the same tournament.

    Where it cannot go on, or not even begin, ``stopped`` says why.
    """
    return rehearse_with(plans, [Newcomer(UUID(int=no)) for no in range(1, players + 1)], seed, rates)


More = Callable[[State], Sequence[StagePlan]]
"""Stages that are added to a tournament as it stands."""


def rehearse_with(
    plans: Sequence[StagePlan],
    people: Sequence[Newcomer],
    seed: int,
    rates: Rates | None = None,
    more: More = lambda _state: (),
) -> Rehearsed:
    """The same with these people, entered in this order; their strengths are drawn. ``more`` is asked when all planned
    stages are played.
    """
    return _Rehearsal(plans, people, seed, rates or Rates(), more).run()


class _Rehearsal:
    def __init__(
        self, plans: Sequence[StagePlan], people: Sequence[Newcomer], seed: int, rates: Rates, more: More
    ) -> None:
        name = sha256(f"rehearsal:{seed}".encode()).digest()
        self.dice, self.rates, self.people, self.more = Random(name), rates, people, more
        self.seed = name
        self.now = BEGINS
        self.strengths = {no: self.dice.gauss(1500, SPREAD) for no in range(1, len(people) + 1)}
        self.done = Rehearsed(State(UUID(bytes=name[:16])))
        owner = UUID(bytes=name[16:])
        settings = replace(BY_CLOCK, round_minutes=ARENA_MINUTES)
        self._take([e.TournamentOpened("Rehearsal", "", "", owner, settings, tuple(plans))])

    def run(self) -> Rehearsed:
        waiting = self._enter()
        for _ in range(MAX_STEPS):
            if self.state.status is Status.CLOSED:
                break
            try:
                self._step(waiting)
            except Conflict as refused:
                self.done.stopped = refused.code
                break
        return self.done

    @property
    def state(self) -> State:
        return self.done.state

    def _take(self, batch: Sequence[TournamentEvent]) -> None:
        self.now += STEP
        self.done.stream += [(event, self.now) for event in batch]
        self.done.state = evolve_all(self.state, batch, self.now)

    def _enter(self) -> list[Newcomer]:
        """Enter everybody but the late ones; enough of those come in time for the tournament to begin."""
        rated = (max(0, round(strength)) for strength in self.strengths.values())
        people = [replace(one, rating=rating) for one, rating in zip(self.people, rated, strict=True)]
        late = [one for one in people if self.dice.random() < self.rates.late]
        here = [one for one in people if not any(one is other for other in late)]
        while late and not self._can_begin(len(here)):
            here.append(late.pop())
        self._take(entries.enter(self.state, here, at=self.now, by_organiser=True))
        return late

    def _can_begin(self, entrants: int) -> bool:
        first = plans.read(self.state.planned[0].plan)
        try:
            format_of(first.format).check(first, entrants)
        except BadPlan:
            return False
        return True

    def _step(self, waiting: list[Newcomer]) -> None:
        for key, stage in self.state.stages.items():
            if not stage.closed and not rounds.is_stage_over(self.state, key):
                self._round(key)
                self._come_and_go(key, waiting)
                return
        following = rounds.next_stage(self.state)
        if following is not None:
            self._take(rounds.start(self.state, following, seed=self._lots(following)))
        elif further := self.more(self.state):
            for plan in further:
                self._take(rounds.add(self.state, plan, seed=self._lots(plan.key)))
        else:
            self._take(rounds.close(self.state))

    def _lots(self, key: str) -> bytes:
        return sha256(self.seed + key.encode()).digest()

    def _round(self, key: str) -> None:
        if over := arenas.over(self.state, self.now):
            self._take(over)
            return
        if takes_challenges(stages.stage_of(self.state, key).plan):
            self._challenge(key)
        elif not rounds.unfinished(self.state.stages[key]):
            self._take(publishing.next_tables(self.state, key, at=self.now))
        self._correct(key)
        self._correct_before(key)
        for table in [table for table in self.state.stages[key].tables() if not table.is_done]:
            self._play(key, table)

    def _challenge(self, key: str) -> None:
        """Challenges among the players, up to ``CHALLENGES`` for each; then the ladder is closed."""
        stage = self.state.stages[key]
        able = {no: others for no in stage.entrants if (others := challenges.open_to(self.state, key, no))}
        if not able or sum(1 for _ in stage.tables()) >= CHALLENGES * len(stage.entrants):
            self._take(rounds.close_stage(self.state, key))
            return
        challenger = self.dice.choice(sorted(able))
        challenged = self.dice.choice(able[challenger])
        self._take(challenges.challenge(self.state, key, challenger, challenged, at=self.now))

    def _play(self, key: str, table: Table) -> None:
        seats = table.pairing.seats
        result = result_of([self.strengths.get(no, 1500.0) for no in seats], self._draws(key), self.dice)
        missing = frozenset(seat for seat in range(len(seats)) if self.dice.random() < self.rates.no_shows)
        ref = TableRef(key, table.pairing.round, table.no)
        if missing:
            result = _without(result, missing)
            self._wait_for(ref, missing)
        if self._at(ref).is_done:
            self._take(rounds.advance(self.state, [key], at=self.now))
            return
        batch = results.enter(self.state, ref, result, source="scorer")
        self._take([*batch, *rounds.advance(evolve_all(self.state, batch, self.now), [key], at=self.now)])

    def _wait_for(self, ref: TableRef, missing: frozenset[int]) -> None:
        """The players are called, the others are there, and the clock forfeits those who do not come."""
        here = sorted(set(range(len(self._at(ref).pairing.seats))) - missing)
        if here:
            self._take(presence.note(self.state, ref, self._at(ref), here))
        self._take(presence.call(self.state, ref, self._at(ref)))
        for _ in range(2):  # the last call, and the end
            due = presence.due_at(self.state, self.state.stages[ref.stage].rounds[ref.round - 1], self._at(ref))
            assert due is not None, "who was called and has not come is waited for"
            self.now = max(self.now, due)
            self._take(results.due(self.state, ref, at=self.now))
        self.done.missed += 1

    def _at(self, ref: TableRef) -> Table:
        return results.table_at(self.state, ref)

    def _correct_before(self, key: str) -> None:
        """After its tables are published, correct a result of a stage that decided who plays it."""
        border = self.state.stages[key].plan.source.border
        if border is None or self.dice.random() >= self.rates.corrections:
            return
        before = [one for keys in border.divisions for one in keys if one in self.state.stages]
        tables = [(one, table) for one in before for table in self.state.stages[one].tables() if table.is_done]
        stage, table = self.dice.choice(tables)
        ref = TableRef(stage, table.pairing.round, table.no)
        strengths = [self.strengths.get(no, 1500.0) for no in table.pairing.seats]
        change = results.correct(self.state, ref, result_of(strengths, self._draws(stage), self.dice))
        for later in (*self.dice.sample((corrections.REPAIR, corrections.AGAIN), 2), corrections.KEEP):
            try:
                batch = corrections.choose(self.state, change, stage, corrections.KEEP, at=self.now, later=later)
            except Conflict:
                continue
            self.done.corrected += bool(change)
            self.done.repaired += len(batch) > len(change)
            self._take(batch)
            return

    def _draws(self, key: str) -> float:
        """No ties if the bracket could not go on after one."""
        return self.rates.draws if stages.format_in(self.state.stages[key]).by_rounds else 0.0

    def _correct(self, key: str) -> None:
        """After the next round was published, correct a result of an earlier round."""
        stage = self.state.stages[key]
        earlier = [table for one in stage.rounds[:-1] for table in one.tables.values() if table.is_done]
        if not earlier or self.dice.random() >= self.rates.corrections:
            return
        table = self.dice.choice(earlier)
        ref = TableRef(key, table.pairing.round, table.no)
        strengths = [self.strengths.get(no, 1500.0) for no in table.pairing.seats]
        change = results.correct(self.state, ref, result_of(strengths, self._draws(key), self.dice))
        for choice in (corrections.REPAIR, corrections.KEEP):
            try:
                batch = corrections.choose(self.state, change, key, choice, at=self.now)
            except Conflict:
                continue
            self.done.corrected += bool(change)
            self.done.repaired += len(batch) > len(change)
            self._take(batch)
            return

    def _come_and_go(self, key: str, waiting: list[Newcomer]) -> None:
        while waiting:
            try:
                self._take(entries.enter(self.state, [waiting[-1]], at=self.now, by_organiser=True))
            except Conflict:
                waiting.clear()
                break
            waiting.pop()
            self.strengths.setdefault(self.state.numbers, self.dice.gauss(1500, SPREAD))
        here = [no for no in self.state.stages[key].entrants if not self.state.entries[no].withdrawn]
        for no in here[2:]:
            if self.dice.random() < self.rates.leaves:
                self._take(entries.withdraw(self.state, no))


def _without(result: Result, missing: frozenset[int]) -> Result:
    """The same order among those who appeared."""
    here = [seat for seat in range(len(result.places)) if seat not in missing]
    places = tuple(
        len(here) + 1 if seat in missing else 1 + sum(result.places[other] < result.places[seat] for other in here)
        for seat in range(len(result.places))
    )
    return Result(places, forfeited=missing)


# --- what must hold ---------------------------------------------------------------------------------------


def prove(done: Rehearsed) -> list[str]:
    """The flaws of a rehearsed tournament; there should be none."""
    folded = State(done.state.id)
    for event, at in done.stream:
        folded = evolve_all(folded, [event], at)
    found = [] if stages.digest(folded) == stages.digest(done.state) else ["the stream folds to another state"]
    if not done.stopped and done.state.status is not Status.CLOSED:
        found.append("it does not end")
    for stage in done.state.stages.values():
        found += _flaws(done.state, stage)
    return found


def _flaws(state: State, stage: Stage) -> list[str]:
    found = []
    made = stages.stage_of(state, stage.key)
    for one in stage.rounds:
        seated = Counter(no for table in one.tables.values() for no in table.pairing.seats)
        if stages.format_in(stage).by_rounds and any(times > 1 for times in seated.values()):
            found.append(f"{stage.key}, round {one.no}: somebody sits twice")
        if seated.keys() & one.byes.keys():
            found.append(f"{stage.key}, round {one.no}: somebody has a table and a bye")
        found += [
            f"{stage.key}, round {one.no}, table {table.no}: {len(table.pairing.seats)} seats"
            for table in one.tables.values()
            if not made.plan.least <= len(table.pairing.seats) <= made.plan.seats
        ]
    standings = stages.standings(made)
    if Counter(row.entrant for row in standings) != Counter(stage.entrants):
        found.append(f"{stage.key}: the standings are not the field")
    return found + _points(made, standings)


def _points(made: Made, standings: Sequence[Standing]) -> list[str]:
    if made.plan.format not in ("pods", "dutch", "club_swiss"):
        return []
    handed = scoring.points(made)
    return [
        f"{row.entrant} has {row.points} points in the standings and was given {handed[row.entrant]}"
        for row in standings
        if row.points != handed[row.entrant]
    ]


def winner(done: Rehearsed) -> EntrantNo | None:
    """The leader of the last stage."""
    if not done.state.stages:
        return None
    return done.standings(list(done.state.stages)[-1])[0].entrant
