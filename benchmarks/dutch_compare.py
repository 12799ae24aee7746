"""The Dutch system against an independent engine, and against the rules word for word, by the thousand.

    ./run bench dutch_compare         (or: python -m benchmarks.dutch_compare --tournaments 2000)

Random tournaments with late entries, withdrawals, requested byes and forfeits. Peer: caissify-pairings (up to 40
players). The rules word for word (``tests/.../dutch/literal.py``) try every candidate, so they take 4 to 9 players.
Every difference is printed with the seed that leads to it, and for fields up to 12 with whom the rules agree.
"""

from __future__ import annotations

import argparse
import random
import warnings
from collections.abc import Callable, Iterable

from tests.tournaments.formats.dutch.build import ours
from tests.tournaments.formats.dutch.literal import Literal
from tests.tournaments.formats.dutch.peers import caissify, rank_by_score
from tests.tournaments.formats.dutch.play import Chances, Pair, positions
from tournaments.formats.contract import Stage
from tournaments.formats.dutch.player import players_of

CHANCES = (Chances(), Chances(absent=0.12, half_bye=0.06, full_bye=0.03, withdraws=0.03, late=0.15, forfeit=0.1))
LITERAL = 12
Judge = Callable[[Stage, Iterable[Pair]], bool]


def peer_agrees(stage: Stage, mine: Iterable[Pair]) -> bool:
    return set(mine) == set(rank_by_score(stage, caissify(stage)))


def rules_agree(stage: Stage, mine: Iterable[Pair]) -> bool:
    literal = Literal(players_of(stage, stage.plan.rounds)).pair()
    return {frozenset(no for no in pair if no is not None) for pair in mine} == literal


def compare(name: str, agrees: Judge, tournaments: int, least: int, most: int) -> None:
    seen = different = 0
    for seed in range(tournaments):
        dice = random.Random(seed)
        players, rounds = dice.randint(least, most), dice.randint(4, 9)
        for stage in positions(ours, players, min(rounds, players - 1), seed, CHANCES[seed % 2]):
            try:
                mine = ours(stage)
            except LookupError:
                continue
            seen += 1
            if not agrees(stage, mine):
                different += 1
                where = f"seed {seed}, {players} players, round {len(stage.rounds) + 1}"
                print(f"{name}: {where} differs; {_judged(stage, mine)}", flush=True)
    print(f"{name}: {seen} rounds of {tournaments} tournaments, {different} differ", flush=True)


def _judged(stage: Stage, mine: Iterable[Pair]) -> str:
    if len(stage.entrants) - len(stage.absent) > LITERAL:
        return "too large for the rules word for word"
    return "the rules agree with us" if rules_agree(stage, mine) else "THE RULES DISAGREE WITH US"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--tournaments", type=int, default=500)
    asked = parser.parse_args()
    warnings.simplefilter("ignore")
    compare("the rules word for word, 4-9 players", rules_agree, asked.tournaments, 4, 9)
    compare("caissify-pairings, 5-14 players", peer_agrees, asked.tournaments, 5, 14)
    compare("caissify-pairings, 15-40 players", peer_agrees, asked.tournaments // 5, 15, 40)


if __name__ == "__main__":
    main()
