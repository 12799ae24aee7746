"""Who of a published round of pods sits out of place, and the smallest change that puts them back.

What is out of place depends on what comes first in the event. Where equal *scores* come first, every table has its
stretch of the scores (``by_score.slices``), in the order of the table numbers. Where *no repeats* come first, a table
that was changed by hand, repaired, or whose scores were corrected since is out of place if an exchange with another
table saves a repeat, or brings scores closer without one; a round as it was paired is left alone, since it was planned
together with those to come.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

from tournaments.formats.contract import Pairing, Reason, Stage

from .board import Tables
from .by_score import slices
from .check import SCORES, settings_of
from .cost import repeats
from .exchanges import MAX_EXCHANGES, Exchange, Exchanges, swap
from .field import Field, field_of
from .reasons import plain
from .search import FULL, search
from .sizes import Sizes

FIRST_EDITION = 1
LEFT_OUT = "places_left_out"
MAX_OPENED = 8
"""Tables beside the wrong ones that are seated again for the sake of a repeat."""
BY_HAND = ("by_hand", "repaired")


def knows_places(stage: Stage) -> bool:
    """Whether anybody can be out of place: not in plans of the first edition."""
    return stage.plan.format == "pods" and stage.plan.edition > FIRST_EDITION


def out_of_place(stage: Stage, free: Sequence[Pairing]) -> tuple[Reason, ...]:
    """In order of tables: who sits at a table of ``free``, tables of one round that have not begun, and belongs to
    another; in the first round, which is drawn, nobody. ``stage`` has at most this round after those that count.

    ``place_by_score``: ``entrant``, ``score``, ``round``, ``table``, ``belongs`` (a table). ``place_repeat`` and
    ``place_scores``: ``entrant`` and ``other`` would better change places. ``places_left_out``: in a large field not
    every two tables were compared, but each with the ``nearest``, or more exchanges are left.
    """
    if not knows_places(stage) or not free or free[0].round == 1:
        return ()
    field = _before(stage, free)
    if field.fresh:
        return ()
    tables = seated(field, free)
    if settings_of(stage.plan).first == SCORES:
        return tuple(_by_score(field, tables, free))
    return tuple(_exchanged(field, tables, free))


def put_back(field: Field, tables: Tables, touched: Sequence[int], *, by_score: bool) -> Tables:
    """The tables, in the order of their numbers, with as few players moved as puts everybody back. ``touched``:
    the indices of those that are no longer as they were paired."""
    if field.fresh:
        return tables
    return _in_order(field, tables) if by_score else _improved(field, tables, touched)


def touched(field: Field, tables: Tables, pairings: Sequence[Pairing]) -> list[int]:
    """Which tables are no longer as they were paired: moved by hand, or with other scores than were told then."""
    return [at for at, pairing in enumerate(pairings) if tables[at] and _is_touched(field, tables[at], pairing)]


def seated(field: Field, pairings: Sequence[Pairing]) -> Tables:
    """The players of each table who are still here."""
    index = {no: p for p, no in enumerate(field.numbers)}
    return [[index[no] for no in pairing.seats if no in index] for pairing in pairings]


def _before(stage: Stage, free: Sequence[Pairing]) -> Field:
    no = free[0].round
    return field_of(replace(stage, rounds=tuple(one for one in stage.rounds if one.no < no)))


def _is_touched(field: Field, table: Sequence[int], pairing: Pairing) -> bool:
    if pairing.reason is None or pairing.reason.code in BY_HAND:
        return True
    told = pairing.reason.data
    points = [field.points[p] for p in table]
    return (told.get("highest"), told.get("lowest")) != (plain(max(points)), plain(min(points)))


# --- equal scores first ---------------------------------------------------------------------------------------


def _by_score(field: Field, tables: Tables, pairings: Sequence[Pairing]) -> Iterator[Reason]:
    wanted = slices([field.levels[p] for table in tables for p in table], [len(table) for table in tables])
    for at, (table, levels) in enumerate(zip(tables, wanted, strict=True)):
        for p in _surplus(field, table, levels):
            belongs = _nearest(field.levels[p], at, tables, wanted, field)
            data = {"entrant": field.numbers[p], "score": plain(field.points[p]), "round": pairings[at].round}
            yield Reason("place_by_score", {**data, "table": pairings[at].table, "belongs": pairings[belongs].table})


def _surplus(field: Field, table: Sequence[int], levels: Sequence[int]) -> list[int]:
    """Who of the table has a score that its stretch has no room for; of equal ones the last."""
    room, out = Counter(levels), list[int]()
    for p in table:
        room[field.levels[p]] -= 1
        if room[field.levels[p]] < 0:
            out.append(p)
    return out


def _nearest(level: int, at: int, tables: Tables, wanted: Sequence[Sequence[int]], field: Field) -> int:
    """The nearest table that lacks a player with that score."""
    lacks = [
        to
        for to, levels in enumerate(wanted)
        if levels.count(level) > sum(field.levels[p] == level for p in tables[to])
    ]
    return min(lacks, key=lambda to: abs(to - at))


def _in_order(field: Field, tables: Tables) -> Tables:
    """Whoever may stay stays; the others go where their scores are wanted, so that few meet again."""
    wanted = slices([field.levels[p] for table in tables for p in table], [len(table) for table in tables])
    moved = [set(_surplus(field, table, levels)) for table, levels in zip(tables, wanted, strict=True)]
    stays = [[p for p in table if p not in out] for table, out in zip(tables, moved, strict=True)]
    loose = sorted((p for out in moved for p in out), key=lambda p: (-field.levels[p], p))
    for at, levels in enumerate(wanted):
        missing = Counter(levels) - Counter(field.levels[p] for p in stays[at])
        for level, many in missing.items():
            for _ in range(many):
                able = (p for p in loose if field.levels[p] == level)
                p = min(able, key=lambda p: (sum(field.met[p][q] for q in stays[at]), p))
                loose.remove(p)
                stays[at].append(p)
    come = {p for table, before in zip(stays, tables, strict=True) for p in table if p not in before}
    return _fewest_repeats(field, stays, come)


def _fewest_repeats(field: Field, tables: Tables, moved: set[int]) -> Tables:
    """Exchanges those who have been ``moved`` among players of the same score, as long as that saves a repeat."""
    same = [(p, q) for p, q in combinations(sorted(moved), 2) if field.levels[p] == field.levels[q]]
    for _ in range(MAX_EXCHANGES * len(moved)):
        best = min(_exchange_of(field, tables, same), default=None)
        if best is None or best.repeats >= 0:
            break
        swap(tables, best)
    return tables


def _exchange_of(field: Field, tables: Tables, pairs: Iterable[tuple[int, int]]) -> Iterator[Exchange]:
    """What the exchange of each pair of players with one score, from two tables, would bring."""
    where = {p: at for at, table in enumerate(tables) for p in table}
    again = [repeats(field, table) for table in tables]
    for p, q in pairs:
        one, other = where[p], where[q]
        if one != other:
            new = [q if a == p else a for a in tables[one]], [p if a == q else a for a in tables[other]]
            more = sum(repeats(field, table) for table in new) - again[one] - again[other]
            yield Exchange(more, 0, p, q)


# --- no repeats first -----------------------------------------------------------------------------------------


def _exchanged(field: Field, tables: Tables, pairings: Sequence[Pairing]) -> Iterator[Reason]:
    where = {p: pairings[at] for at, table in enumerate(tables) for p in table}
    before = [list(table) for table in tables]
    exchanges = Exchanges(field, before, touched(field, tables, pairings))
    for one in exchanges:
        here, there = where[one.one], where[one.other]
        data = {"entrant": field.numbers[one.one], "other": field.numbers[one.other], "round": here.round}
        data |= {"table": here.table, "to": there.table}
        yield Reason("place_repeat" if one.repeats < 0 else "place_scores", data)
    if exchanges.left_out:
        yield Reason(LEFT_OUT, {"round": pairings[0].round, "nearest": exchanges.nearest})


def _improved(field: Field, tables: Tables, touched: Sequence[int]) -> Tables:
    changed = [list(table) for table in tables]
    for _ in Exchanges(field, changed, touched):
        pass
    again = [at for at, table in enumerate(changed) if set(table) != set(tables[at]) or at in touched]
    return _opened(field, changed, again) if any(repeats(field, changed[at]) for at in again) else changed


def _opened(field: Field, tables: Tables, wrong: Sequence[int]) -> Tables:
    """Where exchanges leave a repeat, the ``wrong`` tables and more and more of those nearest in score are seated
    again, until nobody meets again, or all have been tried: then the fewest repeats by the fewest tables."""
    mean = [sum(field.levels[p] for p in table) / max(len(table), 1) for table in tables]
    at_wrong = sum(mean[at] for at in wrong) / len(wrong)
    others = sorted((at for at in range(len(tables)) if at not in wrong), key=lambda at: (abs(mean[at] - at_wrong), at))
    best, fewest = tables, sum(repeats(field, table) for table in tables)
    for many in range(min(len(others), MAX_OPENED) + 1):
        opened = sorted([*wrong, *others[:many]])
        seated_again = _again(field, tables, opened)
        again = sum(repeats(field, table) for table in seated_again)
        if again < fewest:
            best, fewest = seated_again, again
        if not sum(repeats(field, best[at]) for at in opened):
            break
    return best


def _again(field: Field, tables: Tables, opened: Sequence[int]) -> Tables:
    """The players of these tables divided among tables of the same sizes, the higher scores at the first numbers."""
    pool = [p for at in opened for p in tables[at]]
    part = field.part(pool)
    sizes = Sizes(tuple(sorted((len(tables[at]) for at in opened), reverse=True)))
    found = search(part, sizes, FULL, Random(len(pool))).next_round()
    found = sorted(found, key=lambda table: sorted(-part.levels[p] for p in table))
    changed = list(tables)
    for at in opened:
        fits = next(table for table in found if len(table) == len(tables[at]))
        found.remove(fits)
        changed[at] = [pool[p] for p in fits]
    return changed
