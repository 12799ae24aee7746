"""All queries about kept positions. Each one names the asker, who gets what they may see, or an error."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Q

from web.errors import NotFound

from .events import PositionFold
from .models import KeptPosition
from .shapes import Board, Kept

LIST_LENGTH = 200


def positions_of(*, player: UUID, game: str | None = None) -> list[Kept]:
    """The asker's kept positions, the latest change first."""
    rows = KeptPosition.objects.filter(owner=player)
    if game is not None:
        rows = rows.filter(game=game)
    return [shown(row, player) for row in rows.order_by("-changed_at", "id")[:LIST_LENGTH]]


def position(*, position_id: UUID, player: UUID | None) -> Kept:
    """Raises NotFound, also if it is private to its owner."""
    open_to = Q(access=KeptPosition.Access.LINK)
    if player is not None:
        open_to |= Q(owner=player)
    row = KeptPosition.objects.filter(open_to, id=position_id).first()
    if row is None:
        raise NotFound("unknown_kept_position", position=str(position_id))
    return shown(row, player)


def shown(row: KeptPosition, player: UUID | None) -> Kept:
    return Kept(
        row.id,
        row.version,
        row.name,
        KeptPosition.Access(row.access),
        row.owner == player,
        row.changed_at,
        board_of(row),
    )


def board_of(row: KeptPosition | PositionFold) -> Board:
    return Board(row.game, row.ruleset, row.seats, row.options, row.cards, row.card_list, row.position)
