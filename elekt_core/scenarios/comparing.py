"""Comparing expected with found JSON; only what is expected must agree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

NOTHING = ("none", "nobody")
"""TOML has no null: these words stand for it."""


class Difference(NamedTuple):
    """``path`` leads to the value that differs; ``missing`` if there is no such place at all."""

    path: tuple[str | int, ...]
    expected: Any
    found: Any
    missing: bool = False


def matches(expected: Any, found: Any) -> bool:
    return next(differences(expected, found), None) is None


def differences(expected: Any, found: Any, path: tuple[str | int, ...] = ()) -> Iterator[Difference]:
    """Where ``found`` differs from what is ``expected``.

    A table must agree in what it names. A list must agree entry by entry, or, written as a table, in the entries that
    it numbers (``{ 0 = ... }``); a whole number stands for as many entries. A word also stands for a table whose first
    entry it is (a Unit for a Unit with its tokens), and ``"none"`` for nothing.
    """
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        for key, value in expected.items():
            if key in found:
                yield from differences(value, found[key], (*path, key))
            else:
                yield Difference((*path, key), value, sorted(found), missing=True)
    elif isinstance(expected, Mapping) and isinstance(found, Sequence) and not isinstance(found, str):
        for key, value in expected.items():
            if key.isdecimal() and int(key) < len(found):
                yield from differences(value, found[int(key)], (*path, key))
            else:
                yield Difference((*path, key), value, len(found), missing=True)
    elif isinstance(expected, Sequence) and not isinstance(expected, str):
        yield from _lists(expected, found, path)
    elif not _equal(expected, found):
        yield Difference(path, expected, found)


def _lists(expected: Sequence[Any], found: Any, path: tuple[str | int, ...]) -> Iterator[Difference]:
    if not isinstance(found, Sequence) or isinstance(found, str) or len(expected) != len(found):
        yield Difference(path, expected, found)
        return
    for number, (value, other) in enumerate(zip(expected, found, strict=True)):
        yield from differences(value, other, (*path, number))


def _equal(expected: Any, found: Any) -> bool:
    if found is None:
        return expected in NOTHING
    if type(expected) is int and isinstance(found, list):
        return len(found) == expected
    if isinstance(expected, str) and isinstance(found, Mapping):
        return bool(found) and next(iter(found.values())) == expected
    return isinstance(expected, bool) == isinstance(found, bool) and bool(expected == found)
