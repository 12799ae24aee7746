"""How many objections one person may have open at once, across all tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from uuid import UUID

from players import queries as players
from players.models import Player
from tournaments import events as e
from tournaments.events import TournamentEvent
from tournaments.models import Objection
from web.errors import Conflict

MAX_OPEN = 3
Said = tuple[UUID | int, UUID | None]
"""An objection, and who typed one of the results that it is to."""


def is_exceeded(player: UUID, more: Sequence[e.RatingObjected]) -> bool:
    return _counted([*_open(player), *((one.remark, one.typed_by) for one in more)]) > MAX_OPEN


def check(batch: Sequence[TournamentEvent], actor: str) -> None:
    """Checked after ``batch`` and its rows are written: of two simultaneous objections the second counts the first.
    Raises Conflict.
    """
    if any(isinstance(event, e.RatingObjected) for event in batch):
        player = UUID(actor.removeprefix("player:"))
        Player.objects.select_for_update().filter(id=player).first()
        if _counted(_open(player)) > MAX_OPEN:
            raise Conflict("too_many_objections", most=MAX_OPEN)


def _open(player: UUID) -> list[Said]:
    rows = Objection.objects.filter(player__in=players.profiles(player)).values_list("remark", "typed_by", "pk")
    return [(number if remark is None else remark, typed_by) for remark, typed_by, number in rows]


def _counted(said: Iterable[Said]) -> int:
    """One to several results counts as one, and so do all those to what one officer has typed: otherwise whoever types
    more than ``MAX_OPEN`` bad results would leave the others beyond objection."""
    typists = defaultdict[UUID | int, set[UUID | None]](set)
    for objection, typed_by in said:
        typists[objection].add(typed_by)
    return len({_one(typed_by) or objection for objection, typed_by in typists.items()})


def _one(typed_by: set[UUID | None]) -> UUID | None:
    return next(iter(typed_by)) if len(typed_by) == 1 else None
