"""The second judge: what the first one calls a loss is looked at again, in new worlds and by careful play of all seats.

It comes in parts of a few worlds, each a function of the parts before it: it stops where all worlds say the same, or
where there is clearly a loss worth a mark, or none.

Where the better option can still be chosen later in the line, as with actions of one turn in any order, or with one's
next Unit, the played choice has lost no more than with that: both ways to go on are played, and the one that is worth
more on average counts. Otherwise what the seat does next, which it chooses after a look of one step, would be charged
to the choice before it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ..contract import Decision
from .budgets import Budget
from .numbers import WHOLE, Mean, log_odds, mean_of
from .playing_on import careful
from .scan import MARK_FROM, Bench, bench, is_clear_loss, written
from .subject import Subject
from .terms import difference
from .worlds import World

TOGETHER: Final = 4
"""Worlds in one part."""
AT_LEAST: Final = 8
"""So many worlds are looked at before it may stop."""
WEIGHTS: Final = 10**12
FINE: Final = 10**6
"""In so many parts weights are written, and values and terms."""
HOPE: Final = 1.5
"""It stops where not even so many standard errors more would be worth a mark."""
PURPOSE: Final = "confirm"


def parts(budget: Budget) -> int:
    """How many parts there may be for a decision: all are needed only in the last round."""
    return 1 - (-2 * budget.confirmed_in // TOGETHER)


def confirm(
    subject: Subject, number: int, part: int, earlier: Mapping[str, Any], budget: Budget, seed: bytes
) -> dict[str, Any]:
    """One part; empty where it is not needed."""
    scanned = earlier[f"scan:{number}"]
    if not scanned or not scanned["doubtful"]:
        return {}
    found = bench(subject, number, budget.weighted, seed)
    assert found is not None
    if part == 0:
        return _chosen(found, [row["decision"] for row in scanned["best"] if row["better"]])
    before = collected(earlier, number, part)
    most = budget.confirmed_in * (2 if scanned["sharp"] else 1)
    first = (part - 1) * TOGETHER
    if first >= most or is_enough(before):
        return {}
    best = found.asked.game.decode_decision(found.asked.seat, earlier[f"{PURPOSE}:{number}/0"]["against"])
    worlds = [found.worlds.world(PURPOSE, n) for n in range(first, min(most, first + TOGETHER))]
    return _looked_at(found, worlds, best)


def _chosen(found: Bench, options: Sequence[Any]) -> dict[str, Any]:
    """The first part: which of the options that the first judge prefers is the best by careful play."""
    asked, means = found.asked, []
    decisions = [asked.game.decode_decision(asked.seat, data) for data in options]
    worlds = [found.worlds.world("choose carefully", n) for n in range(TOGETHER if len(options) > 1 else 0)]
    for option in decisions:
        values = [played_on(found, world, option)[0] for world in worlds]
        means.append(sum(world.weight * value for world, value in zip(worlds, values, strict=True)))
    best = max(range(len(options)), key=means.__getitem__)
    return {"against": options[best]}


def played_on(
    found: Bench, world: World, option: Decision, then: Decision | None = None
) -> tuple[float, Any, list[Decision]]:
    """The value for the mover where the careful line ends, the position there, and the line; ``then`` is chosen as soon
    as it can be."""
    asked, evaluation = found.asked, found.evaluation
    state = world.state.copy()
    draws, thoughts = found.worlds.draws(world), found.worlds.thoughts(world)
    line = careful(asked.game, evaluation, state, option, draws, thoughts, then)
    return evaluation.values(state)[asked.seat], state, line


def both_ways(
    found: Bench, world: World, option: Decision, best: Decision
) -> tuple[tuple[float, Any, list[Decision]], tuple[float, Any, list[Decision]]]:
    """An option played on, and with ``best`` as soon as it can be chosen; twice the same where that cannot be."""
    followed = played_on(found, world, option, best)
    return played_on(found, world, option) if best in followed[2][1:] else followed, followed


def _looked_at(found: Bench, worlds: Sequence[World], best: Decision) -> dict[str, Any]:
    asked = found.asked
    rows, lines = [], []
    sums: list[dict[str, float]] = [{}, {}]
    for world in worlds:
        better, one, line = played_on(found, world, best)
        ways = both_ways(found, world, asked.played, best)
        rows.append([round(world.weight * WEIGHTS), round(better * FINE), *(round(value * FINE) for value, *_ in ways)])
        for terms, (_, other, _) in zip(sums, ways, strict=True):
            for name, value in difference(found.evaluation, one, other, asked.seat).items():
                terms[name] = terms.get(name, 0.0) + world.weight * value
        lines.append([written(asked, line), *(written(asked, played) for _, _, played in ways)])
    return {
        "rows": rows,
        "lines": lines[0],
        "world": worlds[0].name[-1],
        "terms": [{name: round(value * FINE) for name, value in sorted(terms.items())} for terms in sums],
    }


def against(earlier: Mapping[str, Any], number: int) -> Any:
    """The option with which the played one is compared; None if the second judge was not asked."""
    first = earlier.get(f"{PURPOSE}:{number}/0")
    return first["against"] if first else None


def collected(earlier: Mapping[str, Any], number: int, before: int | None = None) -> list[list[int]]:
    """The worlds of the parts so far: weight, value of the best option, of the played one, and of the played one with
    the best after it."""
    return [row for part in told(earlier, number, before) for row in part["rows"]]


def told(earlier: Mapping[str, Any], number: int, before: int | None = None) -> list[Mapping[str, Any]]:
    """The parts after the first that were made, in order; all, or those ``before`` one."""
    found: list[Mapping[str, Any]] = []
    while before is None or len(found) + 1 < before:
        part = earlier.get(f"{PURPOSE}:{number}/{len(found) + 1}")
        if not part:
            break
        found.append(part)
    return found


def counted(rows: Sequence[Sequence[int]]) -> int:
    """The column of the way to go on that counts for the played choice: the one worth more on average."""
    if not rows or len(rows[0]) < 4:
        return 2
    plain, after = (sum(row[0] * row[column] for row in rows) for column in (2, 3))
    return 3 if after > plain else 2


def log_odds_lost(rows: Sequence[Sequence[int]]) -> float:
    """The loss in log odds."""
    weights = [float(row[0]) for row in rows]
    best, played = (mean_of([row[place] / FINE for row in rows], weights).value for place in (1, counted(rows)))
    return log_odds(best) - log_odds(played)


def mean_loss(rows: Sequence[Sequence[int]]) -> Mean:
    column = counted(rows)
    return mean_of([(row[1] - row[column]) / FINE for row in rows], [float(row[0]) for row in rows])


def is_enough(rows: Sequence[Sequence[int]]) -> bool:
    """Whether all worlds say the same, or there is clearly a loss worth a mark, or none."""
    if len(rows) < AT_LEAST:
        return False
    mean = mean_loss(rows)
    return mean.error == 0 or is_clear_loss(mean) or mean.value + HOPE * mean.error < MARK_FROM / WHOLE


def shown_line(earlier: Mapping[str, Any], number: int) -> Mapping[str, Any]:
    """The part whose first world is most like all of them."""
    made = told(earlier, number)
    rows = collected(earlier, number)
    column, mean = counted(rows), mean_loss(rows).value * FINE
    return min(made, key=lambda part: abs(part["rows"][0][1] - part["rows"][0][column] - mean))
