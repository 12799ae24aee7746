"""What follows from a command in a kept position's stream, and who may send it. How many positions somebody keeps is
looked up."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, assert_never
from uuid import UUID

from web.errors import BadRequest, Conflict, NotAllowed, NotFound

from ..games import game_with
from . import commands as c
from . import events as e
from .commands import MAX_NAME, Command
from .events import PositionEvent, PositionFold
from .models import KeptPosition
from .queries import board_of
from .shapes import Board

MAX_KEPT = 200
"""Positions of one person."""
MAX_LENGTH = 20_000
"""Characters of one position as JSON: several times what the largest needs."""


def check_right(fold: PositionFold, by: UUID) -> None:
    """Only its owner changes a position. Raises NotFound if they may not see it, NotAllowed."""
    if not fold.version or fold.dropped:
        raise NotFound("unknown_kept_position", position=str(fold.id))
    if by == fold.owner:
        return
    if fold.access == KeptPosition.Access.LINK:
        raise NotAllowed("not_your_position")
    raise NotFound("unknown_kept_position", position=str(fold.id))


def decide(fold: PositionFold, command: Command, *, by: UUID) -> Sequence[PositionEvent]:
    """Raises BadRequest, UnknownGame, NotFound (no such cards), Conflict (too many)."""
    match command:
        case c.KeepPosition(name=name, board=board, access=access):
            _check(board)
            if KeptPosition.objects.filter(owner=by).count() >= MAX_KEPT:
                raise Conflict("too_many_positions", most=MAX_KEPT)
            return [e.PositionKept(board.game, by, _named(name), access.value, *_agreed(board))]
        case c.ChangePosition():
            return _changed(fold, command)
        case c.DropPosition():
            return [e.PositionDropped()]
        case _:
            assert_never(command)


def _changed(fold: PositionFold, command: c.ChangePosition) -> Sequence[PositionEvent]:
    batch: list[PositionEvent] = []
    now, board = board_of(fold), command.board
    if command.position is not None:
        board = now.holding(command.position)
    if board is not None and board != now:
        _check(board)
        if fold.game != board.game:
            raise BadRequest("bad_field", field="game")
        batch.append(e.PositionChanged(*_agreed(board)))
    if command.name is not None and (name := _named(command.name)) != fold.name:
        batch.append(e.PositionRenamed(name))
    if command.access is not None and command.access != fold.access:
        batch.append(e.PositionAccessChanged(command.access.value))
    return batch


def _agreed(board: Board) -> tuple[str, int, dict[str, Any], str, UUID | None, dict[str, Any]]:
    """Ruleset, seats, options, cards, card list and position, as events have them."""
    return board.ruleset, board.seats, dict(board.options), board.cards, board.card_list, dict(board.position)


def _check(board: Board) -> None:
    game_with(board.game, board.cards)
    if len(json.dumps([board.position, board.options], default=str)) > MAX_LENGTH:
        raise BadRequest("position_too_long", field="position", most=MAX_LENGTH)
    for field, value in (("position", board.position), ("options", board.options)):
        if not _can_be_kept(value):
            raise BadRequest("bad_field", field=field)


def _can_be_kept(value: Any) -> bool:
    """Whether the ledger can hold it: texts without the character 0, whole numbers, and lists and tables of these."""
    match value:
        case str():
            return "\0" not in value
        case None | bool() | int():
            return True
        case Mapping():
            return all(_can_be_kept(key) and _can_be_kept(inner) for key, inner in value.items())
        case list() | tuple():
            return all(map(_can_be_kept, value))
        case _:
            return False


def _named(name: str) -> str:
    name = " ".join(name.split())
    if not name or len(name) > MAX_NAME or not name.isprintable():
        raise BadRequest("position_needs_name", field="name", most=MAX_NAME)
    return name
