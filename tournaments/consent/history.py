"""What the ledger knows of a tournament or a league beside its state: who has ever done anything there, who has ever
owned it, who has entered whom, and who has typed which result. A process reads a stream once, and then only what has
come since.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from uuid import UUID

from ledger import store
from ledger.events import StoredEvent
from tournaments import events as e
from tournaments.events import KINDS
from tournaments.state import Role, TableRef

READ = frozenset(
    {
        "tournament_opened",
        "role_granted",
        "entrant_entered",
        "entrant_replaced",
        "result_stood",
        "result_corrected",
    }
)
"""Kinds of a tournament's events that are looked into."""
KEPT = 64
"""Streams."""
PLAYER = "player:"
TYPED = ("scorer", "arbiter")
"""Sources of results that an officer has typed."""


@dataclass(frozen=True, slots=True)
class History:
    """``entered_by`` has for each player who was ever entered the actor who did so first; ``typed_by`` for each table
    the officer who typed or corrected its result last. What was undone is in it.
    """

    version: int = 0
    head: bytes = b""
    acted: frozenset[UUID] = frozenset()
    owners: frozenset[UUID] = frozenset()
    entered_by: Mapping[UUID, str] = field(default_factory=dict)
    typed_by: Mapping[TableRef, UUID] = field(default_factory=dict)


_lock = Lock()
_known: OrderedDict[UUID, History] = OrderedDict()


def of(stream: UUID) -> History:
    """Of a league it tells ``acted`` alone."""
    before = _known.get(stream, History())
    stored = store.read(stream, after=max(0, before.version - 1))
    if before.version and (not stored or stored[0].hash != before.head):  # what was read was rolled back
        before, stored = History(), store.read(stream)
    news = stored[1:] if before.version else stored
    if not news:
        return before
    found = _with(before, news)
    with _lock:
        _known[stream] = found
        _known.move_to_end(stream)
        if len(_known) > KEPT:
            _known.popitem(last=False)
    return found


def _with(before: History, news: Sequence[StoredEvent]) -> History:
    acted, owners, entered, actor = set(before.acted), set(before.owners), dict(before.entered_by), ""
    typed = dict(before.typed_by)
    for one in news:
        actor = one.actor or "" if one.batch else actor
        if actor.startswith(PLAYER):
            acted.add(UUID(actor.removeprefix(PLAYER)))
        event = KINDS.read(one) if one.kind in READ else None
        if isinstance(event, e.TournamentOpened):
            owners.add(event.owner)
        elif isinstance(event, e.RoleGranted) and event.role == Role.OWNER.value:
            owners.add(event.player)
        elif isinstance(event, (e.EntrantEntered, e.EntrantReplaced)) and event.player:
            entered.setdefault(event.player, actor)
        elif isinstance(event, (e.ResultStood, e.ResultCorrected)):
            ref = TableRef(event.stage, event.round, event.table)
            typed.pop(ref, None)
            if actor.startswith(PLAYER) and (isinstance(event, e.ResultCorrected) or event.source in TYPED):
                typed[ref] = UUID(actor.removeprefix(PLAYER))
    return History(news[-1].seq, news[-1].hash, frozenset(acted), frozenset(owners), entered, typed)
