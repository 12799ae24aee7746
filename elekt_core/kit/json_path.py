"""Places in a JSON object by dotted keys: ``players.0.money``. Numbers count the entries of lists."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import Any


def get(data: Any, key: str) -> Any:
    """The value at the key, None if there is none."""
    for word in key.split("."):
        if isinstance(data, list) and word.isdecimal():
            data = data[int(word)] if int(word) < len(data) else None
        else:
            data = data.get(word) if isinstance(data, dict) else None
    return data


def put(data: dict[str, Any], key: str, value: Any, entry: str = "") -> None:
    """Set ``value`` at the key. Missing tables and lists are made; an entry that is not a table becomes the value of
    ``entry`` in a new one, and what cannot hold a key is replaced.
    """
    words = key.split(".")
    here: Any = data
    for word, after in pairwise(words):
        below = get(here, word)
        if not isinstance(below, list if after.isdecimal() else dict):
            fresh: Any = [] if after.isdecimal() else {entry: below} if isinstance(below, str) and entry else {}
            _set(here, word, fresh)
            below = fresh
        here = below
    _set(here, words[-1], value)


def _set(here: Any, word: str, value: Any) -> None:
    if isinstance(here, dict):
        here[word] = value
        return
    here.extend([] if isinstance(value, list) else {} for _ in range(len(here), int(word) + 1))
    here[int(word)] = value


def drop(data: dict[str, Any], key: str) -> None:
    """Remove the value at the key; entries of lists keep their numbers."""
    path, _, last = key.rpartition(".")
    above = get(data, path) if path else data
    if isinstance(above, dict):
        above.pop(last, None)


def others(data: Any, known: Collection[str], whole: Collection[str], base: str = "") -> Iterator[tuple[str, Any]]:
    """The values outside the ``known`` places, by key; ``whole`` are lists whose entries are known as well."""
    entries = enumerate(data) if isinstance(data, list) else data.items()
    for word, value in entries:
        key = f"{base}{word}"
        inside = any(one.startswith(f"{key}.") for one in known)
        if inside and isinstance(value, dict | list):
            yield from others(value, known, whole, f"{key}.")
        elif key not in known and "." not in str(word) and base.rstrip(".") not in whole:
            yield key, value
