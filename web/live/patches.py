"""A new text described by the old one: lines that stay are given by their places, new ones are sent.

A patch is the parts of the new text in order, the number of lines that the old one has, so that nobody applies it to
another, and the new lines. A part is ``[skipped, count]``: so many old lines, after those passed over since the last
ones (less than 0: from further up); or a number: so many of the new lines. These follow one another apart from all
numbers, and so are compressed better. ``static/js/live.js`` puts them together.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import islice
from typing import NamedTuple

from web.pieces import Text

Part = tuple[int, int] | int
Fresh = tuple[int, int] | str
"""A part that still has its new lines with it."""


class Patch(NamedTuple):
    parts: Sequence[Part]
    lines_before: int
    fresh: Sequence[str]


MIN_COPIED = 8
"""Characters: to name shorter lines takes as much as to send them."""
MAX_COMPARED = 256
"""Changes that are remembered, for those who see the same one."""
STEP = 64
"""Lines that are compared at once."""


def patch(old: Text, new: Text) -> Patch:
    """Chunks that stay are found first; lines are compared only where a chunk has changed, and what is new there is
    looked for in all of the old text, since a card goes from a hand to the table."""
    before, after = old.chunks, new.chunks
    elsewhere = _Elsewhere(old)
    places = _places(before)
    parts, fresh = _Parts(), list[str]()
    at = expected = 0
    while at < len(after):
        start = _place(before, places, after[at], expected)
        if start is None or (start != expected and len(after[at]) < MIN_COPIED):
            fresh.append(after[at])
            at += 1
            continue
        count = _alike(before, after, start, at)
        if fresh:
            _compare(parts, old, expected, start, fresh, elsewhere)
            fresh = []
        parts.copied(old.starts[start], old.starts[start + count] - old.starts[start])
        at, expected = at + count, start + count
    if fresh:
        _compare(parts, old, expected, len(before), fresh, elsewhere)
    told, new_lines = list[Part](), list[str]()
    for part in parts.found():
        if isinstance(part, str):
            lines = part.split("\n")
            told.append(len(lines))
            new_lines += lines
        else:
            told.append(part)
    return Patch(told, old.starts[-1], new_lines)


class _Parts:
    """The parts of a patch; neighbours of one kind become one."""

    def __init__(self) -> None:
        self._parts: list[Fresh] = []
        self._fresh: list[str] = []
        self._end = 0

    def sent(self, line: str) -> None:
        self._fresh.append(line)

    def copied(self, start: int, count: int) -> None:
        self._settle()
        last = self._parts[-1] if self._parts else ""
        if not isinstance(last, str) and start == self._end:
            self._parts[-1] = (last[0], last[1] + count)
        else:
            self._parts.append((start - self._end, count))
        self._end = start + count

    def found(self) -> list[Fresh]:
        self._settle()
        return self._parts

    def _settle(self) -> None:
        if self._fresh:
            self._parts.append("\n".join(self._fresh))
            self._fresh = []


class _Elsewhere:
    """The lines of the old text by themselves, for what has moved; not set up where nothing is new."""

    def __init__(self, old: Text) -> None:
        self._old = old

    @cached_property
    def _lines(self) -> list[str]:
        return str(self._old).split("\n")

    @cached_property
    def _places(self) -> dict[str, int]:
        return dict(zip(self._lines, range(len(self._lines)), strict=True))

    def look(self, parts: _Parts, fresh: Sequence[str]) -> None:
        at = 0
        while at < len(fresh):
            start = self._places.get(fresh[at])
            count = 0 if start is None else _alike(self._lines, fresh, start, at)
            if start is None or sum(map(len, fresh[at : at + count])) < MIN_COPIED:
                parts.sent(fresh[at])
                at += 1
            else:
                parts.copied(start, count)
                at += count


def _compare(parts: _Parts, old: Text, begin: int, end: int, fresh: Sequence[str], elsewhere: _Elsewhere) -> None:
    """The lines of ``fresh`` chunks, told by those of the old chunks in whose place they stand."""
    at = old.starts[min(begin, end)]
    for part in _compared(old.chunks[begin:end], tuple(fresh)):
        if isinstance(part, str):
            elsewhere.look(parts, part.split("\n"))
        else:
            skipped, count = part
            parts.copied(at + skipped, count)
            at += skipped + count


@lru_cache(maxsize=MAX_COMPARED)
def _compared(gone: tuple[str, ...], fresh: tuple[str, ...]) -> Sequence[Fresh]:
    """The same, counted from the first of the lines that are ``gone``: mostly several audiences see the same change."""
    before = "\n".join(gone).split("\n") if gone else []
    after = "\n".join(fresh).split("\n")
    places, parts = _places(before), _Parts()
    at = expected = 0
    while at < len(after):
        start = _place(before, places, after[at], expected)
        count = 0 if start is None else _alike(before, after, start, at)
        if start is None or (start != expected and sum(map(len, after[at : at + count])) < MIN_COPIED):
            parts.sent(after[at])
            at += 1
            continue
        parts.copied(start, count)
        at, expected = at + count, start + count
    return parts.found()


def patched(old: str, told: Patch) -> str:
    """The new text. Raises ValueError if the patch was not made for ``old``."""
    before = old.split("\n")
    parts, lines_before, fresh = told
    if len(before) != lines_before:
        raise ValueError("this is the patch of another text")
    found, at, coming = list[str](), 0, iter(fresh)
    for part in parts:
        if isinstance(part, int):
            found += islice(coming, part)
        else:
            skipped, count = part
            at += skipped + count
            found += before[at - count : at]
    return "\n".join(found)


def _places(before: Sequence[str]) -> dict[str, list[int]]:
    places: dict[str, list[int]] = defaultdict(list)
    for number, line in enumerate(before):
        places[line].append(number)
    return places


def _place(before: Sequence[str], places: dict[str, list[int]], line: str, expected: int) -> int | None:
    """Where the line was before: preferably where the last part left off, or after it."""
    if expected < len(before) and before[expected] == line:
        return expected
    known = places.get(line)
    return None if known is None else known[min(bisect_left(known, expected), len(known) - 1)]


def _alike(before: Sequence[str], after: Sequence[str], start: int, at: int) -> int:
    """How many lines from there are the same."""
    most = min(len(before) - start, len(after) - at)
    count, step = 0, STEP
    while step:  # whole stretches first: comparing those is quick
        while (
            count + step <= most
            and before[start + count : start + count + step] == (after[at + count : at + count + step])
        ):
            count += step
        step //= 8
    return count
