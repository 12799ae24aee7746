"""A new text described by the old one: lines that stay are given by their places, new ones are sent.

A patch is the number of lines that the old text has (so that nobody applies it to another), and the parts of the new
one in order: ``[first, count]`` of old lines, or new lines as text. ``static/js/live.js`` puts them together.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache

from web.pieces import Text

Part = tuple[int, int] | str
Patch = tuple[int, list[Part]]
MIN_COPIED = 24
"""Characters: to name shorter lines takes as much as to send them."""
MAX_COMPARED = 256
"""Changes that are remembered, for those who see the same one."""
STEP = 64
"""Lines that are compared at once."""


def patch(old: Text, new: Text) -> Patch:
    """Chunks that stay are found first; lines are compared only where a chunk has changed."""
    before, after = old.chunks, new.chunks
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
            _compare(parts, old, expected, start, fresh)
            fresh = []
        parts.copied(old.starts[start], old.starts[start + count] - old.starts[start])
        at, expected = at + count, start + count
    if fresh:
        _compare(parts, old, expected, len(before), fresh)
    return old.starts[-1], parts.found()


class _Parts:
    """The parts of a patch; neighbours of one kind become one."""

    def __init__(self) -> None:
        self._parts: list[Part] = []
        self._fresh: list[str] = []

    def sent(self, line: str) -> None:
        self._fresh.append(line)

    def copied(self, start: int, count: int) -> None:
        self._settle()
        last = self._parts[-1] if self._parts else ""
        if not isinstance(last, str) and last[0] + last[1] == start:
            self._parts[-1] = (last[0], last[1] + count)
        else:
            self._parts.append((start, count))

    def found(self) -> list[Part]:
        self._settle()
        return self._parts

    def _settle(self) -> None:
        if self._fresh:
            self._parts.append("\n".join(self._fresh))
            self._fresh = []


def _compare(parts: _Parts, old: Text, begin: int, end: int, fresh: Sequence[str]) -> None:
    """The lines of ``fresh`` chunks, told by those of the old chunks in whose place they stand."""
    first = old.starts[min(begin, end)]
    for part in _compared(old.chunks[begin:end], tuple(fresh)):
        if isinstance(part, str):
            parts.sent(part)
        else:
            parts.copied(first + part[0], part[1])


@lru_cache(maxsize=MAX_COMPARED)
def _compared(gone: tuple[str, ...], fresh: tuple[str, ...]) -> Sequence[Part]:
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
    if len(before) != told[0]:
        raise ValueError("this is the patch of another text")
    return "\n".join(
        part if isinstance(part, str) else "\n".join(before[part[0] : part[0] + part[1]]) for part in told[1]
    )


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
