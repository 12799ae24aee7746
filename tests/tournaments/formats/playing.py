"""Stages for tests, and whole tournaments with results by lot."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from tournaments.formats.contract import (
    Bye,
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


def stage(plan: Plan, entrants: int, absent: Iterable[int] = (), seed: int = 0) -> Stage:
    away = {EntrantNo(no): Bye.ZERO for no in absent}
    field = tuple(Entrant(EntrantNo(no)) for no in range(1, entrants + 1))
    return Stage(plan, field, absent=away, seed=seed.to_bytes(32, "big"))


def plan(name: str, seats: int = 2, least: int = 2, **settings: Any) -> Plan:
    return Plan(name, seats, least, settings=settings)


def published(before: Stage, proposal: Proposal) -> Stage:
    """The stage with the tables of a proposal, each in its own round."""
    rounds: dict[int, list[Pairing]] = defaultdict(list)
    for pairing in (*before.pairings(), *proposal.pairings):
        rounds[pairing.round].append(pairing)
    byes: dict[int, Mapping[EntrantNo, Bye]] = {one.no: one.byes for one in before.rounds}
    if proposal.pairings:
        byes.setdefault(max(rounds), proposal.byes)
    last = max(rounds, default=0)
    made = (Round(RoundNo(no), tuple(rounds[no]), byes.get(no, {})) for no in range(1, last + 1))
    return replace(before, rounds=tuple(made))


def entered(before: Stage, results: Mapping[tuple[RoundNo, int], Result]) -> Stage:
    """The stage with results by round and table."""

    def with_result(pairing: Pairing) -> Pairing:
        found = results.get((pairing.round, pairing.table))
        return pairing if found is None else replace(pairing, result=found)

    rounds = (replace(one, pairings=tuple(map(with_result, one.pairings))) for one in before.rounds)
    return replace(before, rounds=tuple(rounds))


def without(before: Stage, gone: Collection[Pairing]) -> Stage:
    """The stage without these tables."""
    left = (tuple(pairing for pairing in one.pairings if pairing not in gone) for one in before.rounds)
    return replace(
        before, rounds=tuple(replace(one, pairings=here) for one, here in zip(before.rounds, left, strict=True))
    )


def by_lot(pairing: Pairing, draw: Random) -> Result:
    return Result(tuple(draw.sample(range(1, len(pairing.seats) + 1), len(pairing.seats))))


def strongest(pairing: Pairing) -> Result:
    """The lower number wins."""
    order = sorted(pairing.seats)
    return Result(tuple(order.index(no) + 1 for no in pairing.seats))


def step(fmt: Format, before: Stage, draw: Random | None = None) -> Stage:
    """What can be paired is, and every open table gets a result: by lot, or as expected."""
    after = published(before, fmt.pair(before))
    open_tables = [pairing for pairing in after.pairings() if pairing.result is None]
    results = {
        (pairing.round, pairing.table): by_lot(pairing, draw) if draw else strongest(pairing) for pairing in open_tables
    }
    return entered(after, results)


def played(fmt: Format, before: Stage, draw: Random | None = None, steps: int = 300) -> Stage:
    for _ in range(steps):
        if fmt.is_over(before):
            return before
        before = step(fmt, before, draw)
    raise AssertionError("it does not end")


def beaten(after: Stage, through: int = 1) -> Counter[int]:
    """How often everybody came behind those who go on."""
    return Counter(
        no
        for pairing in after.pairings()
        if pairing.result is not None
        for no, place in zip(pairing.seats, pairing.result.places, strict=True)
        if place > through
    )


def nobody_twice(after: Stage) -> bool:
    """In one round; and no table number either."""
    people = Counter((pairing.round, no) for pairing in after.pairings() for no in pairing.seats)
    tables = Counter((pairing.round, pairing.table) for pairing in after.pairings())
    return max([*people.values(), *tables.values()]) == 1
