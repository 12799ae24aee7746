"""Practice: tables of one person, who plays every seat that is not a bot's and sees everything.

Whatever is opened here goes through ``tables.services``; from then on a practice match is a match like any other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from web.errors import Conflict, NotFound

from ..cardlists.shapes import Chosen
from ..games import game_of
from ..models import Seat, Table
from ..positions.shapes import Board
from ..tables import services
from ..tables.commands import POSITION, OpenTable
from ..tables.services import TableChanged
from . import queries


@dataclass(frozen=True, slots=True)
class PlayedOn:
    """``at`` is the event of the old match after which the new one begins."""

    opened: TableChanged
    at: int


def play_board(
    *, host: UUID, board: Board, bots: Mapping[int, str] | None = None, decision_id: UUID | None = None
) -> TableChanged:
    """A practice match that begins in a set-up position. Raises what ``tables.services.open_table`` raises."""
    options = {**board.options, **({POSITION: dict(board.position)} if board.position else {})}
    command = OpenTable(
        game=board.game,
        seats=board.seats,
        ruleset=board.ruleset,
        options=options,
        access=Table.Access.PRACTICE,
        bots=bots or {},
        pinned=pinned(board.cards, board.card_list),
    )
    return services.open_table(command, by=host, decision_id=decision_id)


def set_up_again(*, match_id: UUID, by: UUID, decision_id: UUID | None = None) -> TableChanged:
    """The same start again, at a new table.

    Raises NotFound; Conflict where it was no practice; GameUnavailable.
    """
    match = queries.match(match_id=match_id, player=by)
    if not match.practice:
        raise Conflict("not_practice", match=str(match_id))
    game_of(match)
    table = Table.objects.get(id=match.table)
    command = OpenTable(
        game=table.game,
        seats=table.size,
        ruleset=table.ruleset,
        options=table.options,
        access=Table.Access.PRACTICE,
        bots=bots_at(table.id),
        pinned=pinned(table.cards, table.card_list),
    )
    return services.open_table(command, by=by, decision_id=decision_id)


def play_on(
    *,
    match_id: UUID,
    by: UUID,
    at: int | None = None,
    bots: Mapping[int, str] | None = None,
    decision_id: UUID | None = None,
) -> PlayedOn:
    """A practice match from a moment of another match: of your own practice, or of a finished match.

    Where there are no words for the position after event ``at`` (default: now), it begins in the last one before it
    that can be set up. ``bots`` by seat; by default those of the match. Raises NotFound, NotAllowed, Conflict.
    """
    board, seq = board_of(match_id=match_id, player=by, at=at)
    match = queries.match(match_id=match_id, player=by)
    seated = bots_at(match.table) if bots is None else bots
    opened = play_board(host=by, board=board, bots=seated, decision_id=decision_id)
    return PlayedOn(opened, seq)


def board_of(*, match_id: UUID, player: UUID | None, at: int | None = None) -> tuple[Board, int]:
    """The position after event ``at``, or the nearest before it that can be written down, with its event's number.

    Raises NotFound; NotAllowed where the asker may not see everything; Conflict where there is no such position.
    """
    match = queries.match(match_id=match_id, player=player)
    queries.allowed(match, "open")
    timeline = queries.timeline_of(match)
    last = match.version if at is None else at
    if not 1 <= last <= match.version:
        raise NotFound("unknown_position", at=last, last=match.version)
    moments = [end for end in timeline.ends(match.version) if end <= last] if timeline.game.writes_positions else []
    for seq in reversed(moments):
        position = timeline.game.position_of(timeline.state(seq))
        if position is not None:
            table = Table.objects.get(id=match.table)
            options = {name: value for name, value in table.options.items() if name != POSITION}
            board = Board(match.game, match.ruleset, table.size, options, table.cards, table.card_list, position)
            return board, seq
    raise Conflict("no_position_to_set_up", at=last)


def pinned(cards: str, card_list: UUID | None) -> Chosen | None:
    return Chosen(card_list, 0, cards) if cards and card_list else None


def bots_at(table_id: UUID) -> dict[int, str]:
    """The bots of a table by seat."""
    rows = Seat.objects.filter(table=table_id).exclude(bot="").values_list("number", "bot")
    return dict(rows)
