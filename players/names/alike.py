"""Which names look alike, whatever their characters and case."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Generic, TypeVar

from .skeleton import skeleton

K = TypeVar("K")


def looks(name: str) -> tuple[str, str]:
    """The name as it looks, and as it would look in lower case. Two names look alike if one of the two is the same:
    ``Al`` and ``AI`` (a capital i) by the first, ``Al`` and ``AL`` by the second."""
    return skeleton(name), skeleton(name.casefold())


def are_alike(one: str, other: str) -> bool:
    return any(a == b for a, b in zip(looks(one), looks(other), strict=True))


class Names(Generic[K]):
    """Who is called how, by looks: one name is compared with all at once."""

    def __init__(self, named: Iterable[tuple[K, str]]) -> None:
        self._by_looks: dict[tuple[int, str], list[K]] = defaultdict(list)
        for one, name in named:
            for way in enumerate(looks(name)):
                self._by_looks[way].append(one)

    def alike(self, name: str) -> list[K]:
        """Those whose name looks like ``name``, each once."""
        ways = [self._by_looks.get(way, []) for way in enumerate(looks(name))]
        return list(dict.fromkeys(one for found in ways for one in found))


def told_apart(names: Mapping[K, str], marked: Callable[[K, str], str]) -> dict[K, str]:
    """The same names; if several look alike, each of these is ``marked``."""
    seen = {key: looks(name) for key, name in names.items()}
    counts = [Counter(found[way] for found in seen.values()) for way in (0, 1)]
    return {
        key: marked(key, name) if any(counts[way][seen[key][way]] > 1 for way in (0, 1)) else name
        for key, name in names.items()
    }
