"""Random tournaments, played round by round with any engine that says who meets whom."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from tournaments.formats.contract import (
    Bye,
    Entrant,
    EntrantNo,
    Pairing,
    Plan,
    Result,
    Round,
    RoundNo,
    Stage,
)

Pair = tuple[EntrantNo, EntrantNo | None]
"""White and Black; no Black is the bye."""
Engine = Callable[[Stage], Sequence[Pair]]


@dataclass(frozen=True)
class Chances:
    """How often what happens, for each player and round, or for each game."""

    absent: float = 0.04
    half_bye: float = 0.03
    full_bye: float = 0.01
    withdraws: float = 0.01
    late: float = 0.05
    forfeit: float = 0.03
    double_forfeit: float = 0.005
    draw: float = 0.3
    upset: float = 0.3


def stage_of(players: int, rounds: int) -> Stage:
    entrants = tuple(Entrant(EntrantNo(no), 2500 - 5 * no) for no in range(1, players + 1))
    return Stage(Plan("dutch", rounds=rounds), entrants)


def positions(engine: Engine, players: int, rounds: int, seed: int, chances: Chances = Chances()) -> Iterator[Stage]:
    """The stage before each round, as it came about; ends early where the engine finds no pairing (LookupError)."""
    dice = random.Random(seed)
    stage = stage_of(players, rounds)
    joins = {entrant.no: dice.randint(2, 3) if dice.random() < chances.late else 1 for entrant in stage.entrants}
    gone: set[EntrantNo] = set()
    for no in range(1, rounds + 1):
        absent = _absent(stage, no, joins, gone, dice, chances)
        if len(stage.entrants) - len(absent) < 2:
            return
        stage = replace(stage, absent=absent)
        yield stage
        try:
            pairs = engine(stage)
        except LookupError:
            return
        stage = replace(stage, rounds=(*stage.rounds, _played(RoundNo(no), pairs, absent, dice, chances)))


def _absent(
    stage: Stage,
    no: int,
    joins: dict[EntrantNo, int],
    gone: set[EntrantNo],
    dice: random.Random,
    chances: Chances,
) -> dict[EntrantNo, Bye]:
    absent = {}
    for entrant in stage.entrants:
        lot = dice.random()
        if entrant.no in gone or joins[entrant.no] > no:
            absent[entrant.no] = Bye.ZERO
        elif lot < chances.withdraws:
            gone.add(entrant.no)
            absent[entrant.no] = Bye.ZERO
        elif lot < chances.withdraws + chances.absent:
            absent[entrant.no] = Bye.ZERO
        elif lot < chances.withdraws + chances.absent + chances.half_bye:
            absent[entrant.no] = Bye.HALF
        elif lot < chances.withdraws + chances.absent + chances.half_bye + chances.full_bye:
            absent[entrant.no] = Bye.FULL
    return absent


def _played(
    no: RoundNo, pairs: Sequence[Pair], absent: dict[EntrantNo, Bye], dice: random.Random, chances: Chances
) -> Round:
    tables = []
    byes = dict(absent)
    for table, (white, black) in enumerate(pairs, 1):
        if black is None:
            byes[white] = Bye.PAIRING
        else:
            tables.append(Pairing(no, table, (white, black), result=_result(white, black, dice, chances)))
    return Round(no, tuple(tables), byes)


def _result(white: EntrantNo, black: EntrantNo, dice: random.Random, chances: Chances) -> Result:
    lot = dice.random()
    if lot < chances.double_forfeit:
        return Result((1, 1), forfeited=frozenset({0, 1}))
    if lot < chances.double_forfeit + chances.forfeit:
        loser = dice.randrange(2)
        return Result((2, 1) if loser == 0 else (1, 2), forfeited=frozenset({loser}))
    if dice.random() < chances.draw:
        return Result((1, 1))
    white_wins = (white < black) != (dice.random() < chances.upset)
    return Result((1, 2) if white_wins else (2, 1))
