"""How many objections one person may have open at once, across all tables."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from players import queries as players
from players.models import Player
from tournaments import events as e
from tournaments.events import TournamentEvent
from tournaments.models import Objection
from web.errors import Conflict

MAX_OPEN = 3


def is_reached(player: UUID) -> bool:
    return _open(player) >= MAX_OPEN


def check(batch: Sequence[TournamentEvent], actor: str) -> None:
    """Checked after ``batch`` and its rows are written: of two simultaneous objections the second counts the first.
    Raises Conflict.
    """
    if any(isinstance(event, e.RatingObjected) for event in batch):
        player = UUID(actor.removeprefix("player:"))
        Player.objects.select_for_update().filter(id=player).first()
        if _open(player) > MAX_OPEN:
            raise Conflict("too_many_objections", most=MAX_OPEN)


def _open(player: UUID) -> int:
    return Objection.objects.filter(player__in=players.profiles(player)).count()
