"""Brackets of tables of 3-4: the best 1 or 2 of each table advance, and one table is the final.

A round of ``m`` entrants is planned as (byes, tables): the tables take the others, differ in size by one at most, and
none is under ``least``. Which plans lead to a final of ``least`` to ``seats`` is searched from each m; taken is
the one with the fewest byes in all, then the fewest rounds, then the fewest tables (so the fullest ones).
The entrants of a round stand in order of expected strength. The first have the byes; the others are dealt in a
snake, and the short tables are those that the strongest head. Whoever comes from the same table is set apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from .bracket import Bracket, Builder, Feed


class Shape(NamedTuple):
    seats: int
    least: int
    through: int


class Step(NamedTuple):
    byes: int
    tables: int


Path = tuple[Step, ...]
Cost = tuple[int, int, int]
SMALL = 40
_NEVER: Cost = (1 << 30, 0, 0)


def rounds_to_final(shape: Shape, entrants: int, least: int, most: int, joins: tuple[int, ...] = ()) -> Path | None:
    """Rounds after which ``least`` to ``most`` are left; None if no plan leads there.

    ``joins[i]`` come to those who are left before round i + 1, and ``entrants`` are there before them. While
    somebody is still to come, everybody may wait (a step without tables), which counts as no bye.
    """
    cost, path = _search(shape, entrants, least, most, joins)
    return path if cost < _NEVER else None


@lru_cache(maxsize=1 << 14)
def _search(shape: Shape, field: int, least: int, most: int, joins: tuple[int, ...]) -> tuple[Cost, Path]:
    field += joins[0] if joins else 0
    later = joins[1:]
    if not later and least <= field <= most:
        return (0, 0, 0), ()
    best: tuple[Cost, Path] = (_NEVER, ())
    for step in _steps(shape, field):
        left = step.byes + step.tables * shape.through
        (byes, rounds, tables), path = _search(shape, left, least, most, later)
        cost = (byes + step.byes, rounds + 1, tables + step.tables)
        best = min(best, (cost, (step, *path)))
    if later:
        cost, path = _search(shape, field, least, most, later)
        best = min(best, (cost, (Step(field, 0), *path)))
    return best


def _steps(shape: Shape, field: int) -> Iterator[Step]:
    """Possible plans of a round. A large field tries only those with few byes and the fewest or most tables."""
    small = field <= SMALL
    for byes in range(min(field - shape.least, 2 * shape.seats if small else shape.seats - 1) + 1):
        playing = field - byes
        fewest, most = -(-playing // shape.seats), playing // shape.least
        for tables in range(fewest, most + 1):
            if small or tables < fewest + 2 or tables > most - 2:
                yield Step(byes, tables)


def single(shape: Shape, entrants: int, consolation: bool) -> Bracket | None:
    """None if the field cannot be played with tables of this shape."""
    build = Builder()
    line: list[Feed] = [Feed("", seed) for seed in range(1, entrants + 1)]
    path = rounds_to_final(shape, entrants, shape.least, shape.seats)
    if path is None:
        return None
    first: list[Feed] = []
    for level, step in enumerate(path, 1):
        line, beaten = _round(build, "W", level, line, step, shape)
        first = first or beaten
    if consolation and first and not _consolation(build, first, shape):
        return None
    build.table("F", 1, 1, line, 1)
    return build.finish()


def _consolation(build: Builder, line: list[Feed], shape: Shape) -> bool:
    """For players eliminated in the first round."""
    path = rounds_to_final(shape, len(line), shape.least, shape.seats)
    if path is None:
        return False
    for level, step in enumerate(path, 1):
        line, _ = _round(build, "C", level, line, step, shape)
    build.table("C", len(path) + 1, 1, line, 1)
    return True


def double(shape: Shape, entrants: int) -> Bracket | None:
    """Players beaten in W go down to L; the last of both meet in one final. None if no plan leads there."""
    path = rounds_to_final(shape, entrants, shape.least, shape.seats)
    if path is None:
        return None
    build = Builder()
    line = [Feed("", seed) for seed in range(1, entrants + 1)]
    downs: list[list[Feed]] = []
    for level, step in enumerate((*path, Step(0, 1)), 1):
        line, beaten = _round(build, "W", level, line, step, shape)
        downs.append(beaten)
    below = _lower(build, downs, shape, len(line))
    if below is None:
        return None
    build.table("F", 1, 1, line + below, 1)
    return build.finish()


def _lower(build: Builder, downs: Sequence[list[Feed]], shape: Shape, above: int) -> list[Feed] | None:
    """Rounds of L: those still in it with those who have just come down. A last table may let fewer through."""
    joins = tuple(len(down) for down in downs)
    room = shape.seats - above
    path = rounds_to_final(shape, 0, max(1, shape.least - above), room, joins)
    last = path is None
    if path is None:
        path = rounds_to_final(shape, 0, shape.least, shape.seats, joins)
    if path is None:
        return None
    line: list[Feed] = []
    level = 0
    waiting = list(downs)
    for step in path:
        line = (waiting.pop(0) if waiting else []) + line
        if step.tables:
            line, _ = _round(build, "L", (level := level + 1), line, step, shape)
    line = [feed for down in waiting for feed in down] + line
    return _round(build, "L", level + 1, line, Step(0, 1), shape._replace(through=room))[0] if last else line


def _round(
    build: Builder, part: str, level: int, line: list[Feed], step: Step, shape: Shape
) -> tuple[list[Feed], list[Feed]]:
    """Those who advance and those beaten, both by expected strength: byes, the winners, the second ..."""
    waiting, playing = line[: step.byes], line[step.byes :]
    names = [
        build.table(part, level, row, seats, shape.through) for row, seats in enumerate(_deal(playing, step.tables), 1)
    ]
    sizes = {slot.name: len(slot.seats) for slot in build.slots[-len(names) :]}
    places = [Feed(name, place) for place in range(1, shape.seats + 1) for name in names if place <= sizes[name]]
    through = [feed for feed in places if feed.place <= shape.through]
    return waiting + through, [feed for feed in places if feed.place > shape.through]


def _deal(playing: Sequence[Feed], tables: int) -> list[list[Feed]]:
    """In a snake, row by row. Players of the same table are kept apart if the row has room elsewhere."""
    dealt: list[list[Feed]] = [[] for _ in range(tables)]
    row = 0
    while row * tables < len(playing):
        feeds = playing[row * tables : (row + 1) * tables]
        free = list(range(tables - len(feeds), tables))
        if row % 2:
            free.reverse()
        for feed in feeds:
            at = min(range(len(free)), key=lambda i: (_known(feed, dealt[free[i]]), i))
            dealt[free.pop(at)].append(feed)
        row += 1
    return dealt


def _known(feed: Feed, table: Sequence[Feed]) -> int:
    return sum(feed.slot == other.slot != "" for other in table)
