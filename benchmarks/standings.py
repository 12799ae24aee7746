"""Standings: 1,000 players, 11 rounds, 8 tie-breaks, in CPU time.

    ./run bench standings                  (or: python -m benchmarks.standings --turns 11)

The aim is 200 ms (median). Duels and tables of four; one entrant in fifty is out in any round, and one game in fifty
is a forfeit, so that unplayed rounds take part. Everything is worked out anew in each turn: points, the index of
games, all values, the order.
"""

from __future__ import annotations

import argparse
import random
import time
from dataclasses import replace
from statistics import median

from tournaments.formats.contract import Bye, Entrant, EntrantNo, Pairing, Plan, Result, Round, RoundNo, Stage
from tournaments.standings import standings

TIE_BREAKS = ("BH-C1", "BH", "SB", "DE", "PS", "ARO", "WIN", "BPG")
POD_TIE_BREAKS = ("BH-C1", "BH", "SB", "DE", "OMW-F", "P1", "P2", "GS")


def played(players: int, rounds: int, seats: int, seed: int = 1) -> Stage:
    """Tables drawn by lot among those who are close in points so far, as a Swiss has them; better seeds win oftener."""
    chance = random.Random(seed)
    entrants = tuple(Entrant(EntrantNo(no), 2600 - no) for no in range(1, players + 1))
    stage = Stage(Plan("swiss", seats=seats, least=min(seats, 3)), entrants)
    for number in range(1, rounds + 1):
        order = [row.entrant for row in standings(stage)]
        out = set(chance.sample(order, players // 50))
        there = [no for no in order if no not in out]
        out |= {there.pop() for _ in range(len(there) % seats)}
        tables = [tuple(there[at : at + seats]) for at in range(0, len(there), seats)]
        pairings = tuple(
            Pairing(RoundNo(number), at, tuple(chance.sample(table, seats)), result=_result(chance, table))
            for at, table in enumerate(tables, 1)
        )
        byes = {no: chance.choice([Bye.HALF, Bye.ZERO]) for no in out}
        stage = replace(stage, rounds=(*stage.rounds, Round(RoundNo(number), pairings, byes)))
    return stage


def _result(chance: random.Random, table: tuple[EntrantNo, ...]) -> Result:
    seats = len(table)
    absent = frozenset({chance.randrange(seats)} if chance.random() < 0.02 else ())
    places = tuple(chance.choice([(1, 2), (2, 1), (1, 1)]) if seats == 2 else chance.sample(range(1, seats + 1), seats))
    return Result(places, scores=tuple(chance.randrange(6) for _ in table), forfeited=absent)


def measure(stage: Stage, tie_breaks: tuple[str, ...], turns: int) -> list[float]:
    """Milliseconds of the processor, one for each turn."""
    asked = replace(stage, plan=replace(stage.plan, tie_breaks=tie_breaks))
    found = []
    for _ in range(turns):
        began = time.process_time()
        standings(asked)
        found.append((time.process_time() - began) * 1000)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=11)
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=11)
    asked = parser.parse_args()
    for seats, tie_breaks in ((2, TIE_BREAKS), (4, POD_TIE_BREAKS)):
        times = measure(played(asked.players, asked.rounds, seats), tie_breaks, asked.turns)
        print(
            f"{asked.players} players x {asked.rounds} rounds, tables of {seats}, {', '.join(tie_breaks)}: "
            f"median {median(times):.0f} ms, worst {max(times):.0f} ms CPU (aim 200)"
        )


if __name__ == "__main__":
    main()
