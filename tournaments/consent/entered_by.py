"""Who has entered whom in a tournament, which the ledger knows as the actor of a batch. A process reads a stream once,
and then only what has come since.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from threading import Lock
from uuid import UUID

from ledger import store
from tournaments import events as e
from tournaments.events import KINDS

ENTERING = ("entrant_entered", "entrant_replaced")
"""Kinds of events by which somebody comes in."""
KEPT = 64
"""Tournaments."""


@dataclass(frozen=True, slots=True)
class _Known:
    version: int = 0
    actors: Mapping[UUID, str] = field(default_factory=dict)


_lock = Lock()
_known: OrderedDict[UUID, _Known] = OrderedDict()


def actors(tournament: UUID) -> Mapping[UUID, str]:
    """By each player who was ever entered, the actor who did so first."""
    before = _known.get(tournament, _Known())
    stored = store.read(tournament, after=before.version)
    if not stored:
        return before.actors
    found, actor = dict(before.actors), ""
    for one in stored:
        actor = one.actor or "" if one.batch else actor
        event = KINDS.read(one) if one.kind in ENTERING else None
        if isinstance(event, (e.EntrantEntered, e.EntrantReplaced)) and event.player:
            found.setdefault(event.player, actor)
    with _lock:
        _known[tournament] = _Known(stored[-1].seq, found)
        _known.move_to_end(tournament)
        if len(_known) > KEPT:
            _known.popitem(last=False)
    return found
