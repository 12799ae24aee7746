"""A new text described by the old one: lines that stay are given by their places, new ones are sent.

A patch is the number of lines that the old text has (so that nobody applies it to another), and the parts of the new
one in order: ``[first, count]`` of old lines, or new lines as text. ``static/js/live.js`` puts them together.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence

Part = tuple[int, int] | str
Patch = tuple[int, list[Part]]
MIN_COPIED = 24
"""Characters: to name shorter lines takes as much as to send them."""
STEP = 64
"""Lines that are compared at once."""


def lines_of(text: str) -> list[str]:
    """The lines as an event brings them to a browser; an empty text is one empty line there."""
    return text.splitlines() or [""]


def patch(old: str, new: str) -> Patch:
    before, after = lines_of(old), lines_of(new)
    places: dict[str, list[int]] = defaultdict(list)
    for number, line in enumerate(before):
        places[line].append(number)
    parts: list[Part] = []
    fresh: list[str] = []
    at = expected = 0
    while at < len(after):
        start = _place(before, places, after[at], expected)
        count = 0 if start is None else _alike(before, after, start, at)
        if start is None or (start != expected and sum(map(len, after[at : at + count])) < MIN_COPIED):
            fresh.append(after[at])
            at += 1
            continue
        if fresh:
            parts.append("\n".join(fresh))
            fresh = []
        parts.append((start, count))
        at, expected = at + count, start + count
    if fresh:
        parts.append("\n".join(fresh))
    return len(before), parts


def patched(old: str, told: Patch) -> str:
    """The new text. Raises ValueError if the patch was not made for ``old``."""
    before = lines_of(old)
    if len(before) != told[0]:
        raise ValueError("this is the patch of another text")
    return "\n".join(
        part if isinstance(part, str) else "\n".join(before[part[0] : part[0] + part[1]]) for part in told[1]
    )


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
