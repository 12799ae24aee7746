"""Where a rated game was played: the apps above say which of these places somebody may look at, and their address."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from uuid import UUID

from web import hooks

FindPages = Callable[[Collection[UUID], UUID | None], Mapping[UUID, str]]
"""From ids and who asks to the addresses of what they may see (hook ``rated_sources``)."""


def links(sources: Iterable[str], player: UUID | None) -> Mapping[str, str]:
    """By source: the address, for sources that ``player`` may look at."""
    finders: Mapping[str, FindPages] = dict(hooks.given("rated_sources"))
    wanted: dict[str, set[UUID]] = defaultdict(set)
    for source in sources:
        kind, _, id_ = source.partition(":")
        if kind in finders:
            wanted[kind].add(UUID(id_))
    return {f"{kind}:{id_}": url for kind, ids in wanted.items() for id_, url in finders[kind](ids, player).items()}
