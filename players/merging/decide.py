"""Who may ask what about two profiles, and what follows from it: pure."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import assert_never
from uuid import UUID

from web.errors import Conflict, NotAllowed

from . import commands as c
from . import events as e
from .commands import Command
from .events import MergerEvent
from .models import Merge

UNDONE_WITHIN = timedelta(days=30)


def check_right(row: Merge, command: Command, by: UUID) -> None:
    """Raises NotAllowed. The caller has checked whether somebody is an organiser or staff."""
    match command:
        case c.Confirm() if by == row.keeps and row.status == Merge.Status.ASKED:
            raise NotAllowed("own_claim")
        case c.Part(staff=False, officer=False) if by != row.keeps:
            raise NotAllowed("unknown_merger")
        case _:
            pass


def decide(row: Merge, command: Command, *, also: tuple[UUID, ...], now: datetime) -> Sequence[MergerEvent]:
    """``also`` were merged earlier into the profile that goes. Raises Conflict (not_asked, not_merged, too_late)."""
    match command:
        case c.Ask(keeps, goes, at):
            return [e.MergerAsked(keeps, goes, at)]
        case c.Merge(keeps, goes, proof, at):
            return [e.MergerAsked(keeps, goes, at), e.ProfilesMerged(proof, also)]
        case c.Confirm():
            _check_asked(row)
            return [e.ProfilesMerged(e.ORGANISER, also)]
        case c.Decline():
            _check_asked(row)
            return [e.MergerDeclined()]
        case c.Part():
            if row.status != Merge.Status.MERGED:
                raise Conflict("not_merged")
            if now - row.changed_at > UNDONE_WITHIN:
                raise Conflict("too_late", days=UNDONE_WITHIN.days)
            return [e.ProfilesParted()]
        case _:
            assert_never(command)


def _check_asked(row: Merge) -> None:
    if row.status != Merge.Status.ASKED:
        raise Conflict("not_asked")
