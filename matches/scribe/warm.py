"""Sessions that a phone is in the middle of, kept from one answer to the next: what was asked before an answer need not
be found out again. A memory only; what it lacks is made from the ledger. Only those who record a game are given one."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from uuid import UUID

from elekt_core.scribe import Session

from .events import ScribeFold
from .sessions import session_of

MAX_KEPT = 64
_kept: OrderedDict[tuple[UUID, int | None, int], Session] = OrderedDict()
_lock = Lock()


def take(fold: ScribeFold, viewer: int | None) -> Session:
    """The session as this phone knows the game; nobody else gets it until it is given back."""
    with _lock:
        known = _kept.pop((fold.id, viewer, fold.version), None)
    return known or session_of(fold, viewer)


def give_back(scribing: UUID, viewer: int | None, version: int, session: Session) -> None:
    """It stands where the game stands in this version."""
    with _lock:
        _kept[scribing, viewer, version] = session
        while len(_kept) > MAX_KEPT:
            _kept.popitem(last=False)
