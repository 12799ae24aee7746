"""Whole stages of any format, played to the end by players of known strength.

*Strength model*: strengths are Elo numbers. Of a table, each player comes first with a probability in proportion to
10^(strength / 400), then the same among those who are left (R. L. Plackett, Appl. Statist. 24, 1975; R. D. Luce, 1959).
At a table of two that is Elo's expected score, and at any table every pair of players keeps it: the chance that one
comes before another does not depend on the company. With the probability ``draws`` two neighbours in that order tie.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from random import Random

from .formats.contract import (
    BadPlan,
    Bye,
    CannotPair,
    Entrant,
    EntrantNo,
    Format,
    Pairing,
    Plan,
    Proposal,
    Result,
    Round,
    RoundNo,
    Stage,
)
from .formats.registry import format_of

MAX_STEPS = 2000


@dataclass(frozen=True, slots=True)
class Crowd:
    """The probabilities of players coming and leaving."""

    draws: float = 0.0
    """That a player ties with the next one of the table."""
    leaves: float = 0.0
    """That somebody withdraws after a round (or after the tables that were possible at once)."""
    late: float = 0.0
    """That somebody only enters after the first round. Only for formats that take late entrants."""


def simulate(
    plan: Plan,
    strengths: Sequence[float],
    seed: int,
    crowd: Crowd | None = None,
    *,
    format_: Format | None = None,
    most_steps: int = MAX_STEPS,
) -> Stage:
    """The stage at its end; entrant ``n`` has the strength ``strengths[n - 1]``, and is seeded ``n``-th.

    The same arguments give the same stage. It ends where the format says so, where nothing can be paired any more
    (too many have left), or after ``most_steps`` proposals (ladders and arenas know no end). Raises BadPlan.
    """
    *_, stage = steps(plan, strengths, seed, crowd, format_=format_, most_steps=most_steps)
    return stage


def steps(
    plan: Plan,
    strengths: Sequence[float],
    seed: int,
    crowd: Crowd | None = None,
    *,
    format_: Format | None = None,
    most_steps: int = MAX_STEPS,
) -> Iterator[Stage]:
    """The states of the same stage one by one: at the start, and after each proposal, when all its tables have been
    played.
    """
    chosen = format_ or format_of(plan.format)
    chosen.check(plan, len(strengths))
    return _Simulation(chosen, plan, strengths, seed, crowd or Crowd()).steps(most_steps)


def order_of(strengths: Sequence[float], dice: Random) -> list[int]:
    """The seats of a table from the first place to the last, drawn by the strength model."""
    waits = [dice.expovariate(1.0) / 10 ** (strength / 400) for strength in strengths]
    return sorted(range(len(waits)), key=waits.__getitem__)


def result_of(strengths: Sequence[float], draws: float, dice: Random) -> Result:
    places, place = [0] * len(strengths), 1
    for at, seat in enumerate(order_of(strengths, dice), 1):
        if at > 1 and not (draws and dice.random() < draws):
            place = at
        places[seat] = place
    return Result(tuple(places))


class _Simulation:
    def __init__(self, format_: Format, plan: Plan, strengths: Sequence[float], seed: int, crowd: Crowd) -> None:
        self.format, self.strengths, self.crowd = format_, strengths, crowd
        name = f"{plan.format}:{seed}".encode()
        self.dice = Random(sha256(name).digest())
        self.waiting: list[Entrant] = []
        self.gone: dict[EntrantNo, Bye] = {}
        first: list[Entrant] = []
        for no, strength in enumerate(strengths, 1):
            late = format_.takes_late and crowd.late and self.dice.random() < crowd.late
            entrant = Entrant(EntrantNo(no), rating=max(round(strength), 0))
            (self.waiting if late else first).append(entrant)
        while self.waiting and not self._playable(plan, len(first)):
            first.append(self.waiting.pop(0))
        self.stage = Stage(plan, tuple(sorted(first, key=lambda one: one.no)), seed=sha256(b"lots:" + name).digest())

    def _playable(self, plan: Plan, entrants: int) -> bool:
        try:
            self.format.check(plan, entrants)
        except BadPlan:
            return False
        return True

    def steps(self, most_steps: int) -> Iterator[Stage]:
        yield self.stage
        for _ in range(most_steps):
            proposal = self._proposal()
            if proposal is None or not proposal.pairings:
                return
            self._play(proposal)
            self._come_and_go()
            yield self.stage

    def _proposal(self) -> Proposal | None:
        if self.format.is_over(self.stage):
            return None
        try:
            return self.format.pair(self.stage)
        except CannotPair:
            return None

    def _play(self, proposal: Proposal) -> None:
        rounds: dict[RoundNo, Round] = {one.no: one for one in self.stage.rounds}
        for no in sorted({pairing.round for pairing in proposal.pairings}):
            played = tuple(self._played(pairing) for pairing in proposal.pairings if pairing.round == no)
            old = rounds.get(no, Round(no, ()))
            rounds[no] = Round(no, old.pairings + played, {**old.byes, **proposal.byes})
        self.stage = replace(self.stage, rounds=tuple(rounds[no] for no in sorted(rounds)))

    def _played(self, pairing: Pairing) -> Pairing:
        if pairing.result is not None:
            return pairing
        at_table = [self.strengths[no - 1] for no in pairing.seats]
        return replace(pairing, result=result_of(at_table, self.crowd.draws, self.dice))

    def _come_and_go(self) -> None:
        entrants = self.stage.entrants
        if self.waiting:
            entrants = tuple(sorted([*entrants, *self.waiting], key=lambda one: one.no))
            self.waiting = []
        if self.crowd.leaves:
            for one in entrants:
                if one.no not in self.gone and self.dice.random() < self.crowd.leaves:
                    self.gone[one.no] = Bye.ZERO
        self.stage = replace(self.stage, entrants=entrants, absent=dict(self.gone))
