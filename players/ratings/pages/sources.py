"""Where a rated game was played: the apps above say which of it somebody may look at, and where."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from uuid import UUID

Finder = Callable[[Collection[UUID], UUID | None], Mapping[UUID, str]]
"""From ids and who asks to the addresses of what they may see."""
_finders: dict[str, Finder] = {}


def register(kind: str, finder: Finder) -> None:
    """``kind`` is what stands before the colon of a source."""
    _finders[kind] = finder


def links(sources: Iterable[str], player: UUID | None) -> Mapping[str, str]:
    """By source: the address, for those that ``player`` may look at."""
    wanted: dict[str, set[UUID]] = defaultdict(set)
    for source in sources:
        kind, _, id_ = source.partition(":")
        if kind in _finders:
            wanted[kind].add(UUID(id_))
    return {f"{kind}:{id_}": url for kind, ids in wanted.items() for id_, url in _finders[kind](ids, player).items()}
