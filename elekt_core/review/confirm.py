"""The second judge: what the first one calls a loss is looked at again, in new worlds and by careful play of all seats.

It comes in parts of a few worlds, each a function of the parts before it: it stops where all worlds say the same, or
where there is clearly a loss worth a mark, or none.

After a look of one step seats err, and an error in one of the two lines is no difference between the two options. So
each is played on in two ways. The mover chooses the better option later in the line of the played one, where it still
can, as with actions of one turn in any order, or with its next Unit. And a rival answers the better option as it
answers the played one, where it can. Of the first two the way counts that is worth more to the mover on average, of
the others the one that is worth more to that rival.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, Final, NamedTuple

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
BETTER, PLAYED, FOLLOWED, ANSWERED, GAIN = 1, 2, 3, 4, 5
"""Columns of a world: the value of the best option, of the played one, of the played one with the best after it, of the
best one with the answer to the played one, and what who answers gains by that answer. Lines stand in the same order."""


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
        values = [played_on(found, world, option).value for world in worlds]
        means.append(sum(world.weight * value for world, value in zip(worlds, values, strict=True)))
    best = max(range(len(options)), key=means.__getitem__)
    return {"against": options[best]}


class Way(NamedTuple):
    """How play goes on in a world: the value for the mover where the line ends, the position there, and the line."""

    value: float
    end: Any
    line: list[Decision]


def played_on(found: Bench, world: World, option: Decision, then: Decision | None = None) -> Way:
    """The careful line from an option on; ``then`` is chosen as soon as it can be."""
    asked, evaluation = found.asked, found.evaluation
    state = world.state.copy()
    draws, thoughts = found.worlds.draws(world), found.worlds.thoughts(world)
    line = careful(asked.game, evaluation, state, option, draws, thoughts, then)
    return Way(evaluation.values(state)[asked.seat], state, line)


def both_ways(found: Bench, world: World, option: Decision, best: Decision) -> tuple[Way, Way]:
    """An option played on, and with ``best`` as soon as it can be chosen; twice the same where that cannot be."""
    followed = played_on(found, world, option, best)
    return played_on(found, world, option) if best in followed.line[1:] else followed, followed


def answered(found: Bench, world: World, best: Way, played: Way) -> tuple[Way, int]:
    """The best option with the answer to the played one, as soon as it can be given, and how much more that is worth to
    who answers; the same way where nobody else does."""
    answer = _answer(played.line)
    if answer is None or answer in best.line:
        return best, 0
    way = played_on(found, world, best.line[0], answer)
    gain = found.evaluation.values(way.end)[answer.seat] - found.evaluation.values(best.end)[answer.seat]
    return way, round(gain * FINE)


def _answer(line: Sequence[Decision]) -> Decision | None:
    """What a rival does first, of the same kind if there is such: small questions come between."""
    rivals = [one for one in line[1:] if one.seat != line[0].seat]
    return next((one for one in rivals if one.kind == line[0].kind), rivals[0] if rivals else None)


def _looked_at(found: Bench, worlds: Sequence[World], best: Decision) -> dict[str, Any]:
    asked = found.asked
    rows, lines = [], []
    sums: dict[str, dict[str, float]] = {}
    for world in worlds:
        better = played_on(found, world, best)
        played, followed = both_ways(found, world, asked.played, best)
        with_answer, gain = answered(found, world, better, played)
        ways = (better, played, followed, with_answer)
        rows.append([round(world.weight * WEIGHTS), *(round(way.value * FINE) for way in ways), gain])
        for one, other in product((BETTER, ANSWERED), (PLAYED, FOLLOWED)):
            terms = sums.setdefault(f"{one}-{other}", {})
            for name, value in difference(found.evaluation, ways[one - 1].end, ways[other - 1].end, asked.seat).items():
                terms[name] = terms.get(name, 0.0) + world.weight * value
        lines.append([written(asked, way.line) for way in ways])
    return {
        "rows": rows,
        "lines": lines[0],
        "world": worlds[0].name[-1],
        "terms": {
            pair: {name: round(value * FINE) for name, value in sorted(terms.items())} for pair, terms in sums.items()
        },
    }


def against(earlier: Mapping[str, Any], number: int) -> Any:
    """The option with which the played one is compared; None if the second judge was not asked."""
    first = earlier.get(f"{PURPOSE}:{number}/0")
    return first["against"] if first else None


def collected(earlier: Mapping[str, Any], number: int, before: int | None = None) -> list[list[int]]:
    """The worlds of the parts so far, with the columns ``BETTER`` to ``GAIN`` after their weight."""
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


def counted(rows: Sequence[Sequence[int]]) -> tuple[int, int]:
    """The columns of the ways to go on that count for the best option and for the played one."""
    if not rows:
        return BETTER, PLAYED
    is_answered = len(rows[0]) > GAIN and sum(row[0] * row[GAIN] for row in rows) > 0
    is_followed = sum(row[0] * (row[FOLLOWED] - row[PLAYED]) for row in rows) > 0
    return ANSWERED if is_answered else BETTER, FOLLOWED if is_followed else PLAYED


def log_odds_lost(rows: Sequence[Sequence[int]]) -> float:
    """The loss in log odds."""
    weights = [float(row[0]) for row in rows]
    best, played = (mean_of([row[place] / FINE for row in rows], weights).value for place in counted(rows))
    return log_odds(best) - log_odds(played)


def mean_loss(rows: Sequence[Sequence[int]]) -> Mean:
    best, played = counted(rows)
    return mean_of([(row[best] - row[played]) / FINE for row in rows], [float(row[0]) for row in rows])


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
    (best, played), mean = counted(rows), mean_loss(rows).value * FINE
    return min(made, key=lambda part: abs(part["rows"][0][best] - part["rows"][0][played] - mean))
