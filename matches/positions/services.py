"""Every change to kept positions. A service does the whole of what was asked and returns, or raises and has changed
nothing. A ``decision_id`` makes a request repeatable: sent twice, it counts once."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid5

from ledger import store
from ledger.changing import Folds, Kept
from web.errors import BadRequest, Conflict, NotAllowed, NotFound, of_ledger

from ..games import game_with
from . import events
from .events import KINDS, PositionEvent, PositionFold
from .models import KeptPosition
from .projection import save
from .queries import board_of
from .shapes import Board

MAX_NAME = 80
MAX_KEPT = 200
"""Positions of one person."""
MAX_LENGTH = 20_000
"""Characters of one position as JSON: several times what the largest needs."""


@dataclass(frozen=True, slots=True)
class Changed:
    position: UUID
    version: int
    repeated: bool = False


def keep(
    *,
    owner: UUID,
    name: str,
    board: Board,
    access: str = KeptPosition.Access.OWNER,
    decision_id: UUID | None = None,
) -> Changed:
    """Keep a position by name. What is wrong with it does not matter: it may be finished another day.

    Raises BadRequest (no name, too long), UnknownGame, NotFound (no such cards), Conflict (too many).
    """
    _check(board)
    kept = events.PositionKept(
        board.game,
        owner,
        _named(name),
        _access(access),
        board.ruleset,
        board.seats,
        dict(board.options),
        board.cards,
        board.card_list,
        dict(board.position),
    )
    position_id = store.new_stream() if decision_id is None else uuid5(decision_id, f"position of {owner}")

    def decide(_: PositionFold) -> Sequence[PositionEvent]:
        if KeptPosition.objects.filter(owner=owner).count() >= MAX_KEPT:
            raise Conflict("too_many_positions", most=MAX_KEPT)
        return [kept]

    return _change(position_id, owner, decide, new=True, decision_id=decision_id)


def change(*, position_id: UUID, by: UUID, board: Board, **how: Any) -> Changed:
    """Let the name stand for another position; nothing happens where it stands for this one already.

    Raises NotFound, NotAllowed, BadRequest, StaleVersion.
    """
    row = KeptPosition.objects.filter(id=position_id, owner=by).first()
    if row is not None and board_of(row) == board:
        return Changed(position_id, row.version, repeated=True)
    return revise(position_id=position_id, by=by, board=board, **how)


def rename(*, position_id: UUID, by: UUID, name: str, **how: Any) -> Changed:
    """Raises NotFound, NotAllowed, BadRequest, StaleVersion."""
    return revise(position_id=position_id, by=by, name=name, **how)


def share(*, position_id: UUID, by: UUID, access: str, **how: Any) -> Changed:
    """``link``: whoever has the address may look at it; ``owner``: nobody else. Raises as ``rename`` does."""
    return revise(position_id=position_id, by=by, access=access, **how)


def revise(
    *,
    position_id: UUID,
    by: UUID,
    board: Board | None = None,
    name: str | None = None,
    access: str | None = None,
    **how: Any,
) -> Changed:
    """Whatever is given becomes so, all of it or nothing. Raises NotFound, NotAllowed, BadRequest, StaleVersion."""
    batch: list[PositionEvent] = []
    if board is not None:
        _check(board)
        options, position = dict(board.options), dict(board.position)
        batch.append(
            events.PositionChanged(board.ruleset, board.seats, options, board.cards, board.card_list, position)
        )
    if name is not None:
        batch.append(events.PositionRenamed(_named(name)))
    if access is not None:
        batch.append(events.PositionAccessChanged(_access(access)))

    def decide(fold: PositionFold) -> Sequence[PositionEvent]:
        if board is not None and fold.game != board.game:
            raise BadRequest("bad_field", field="game")
        return batch

    return _change(position_id, by, decide, **how)


def drop(*, position_id: UUID, by: UUID, **how: Any) -> Changed:
    """Keep it no longer. Raises NotFound, NotAllowed, StaleVersion."""
    return _change(position_id, by, lambda _: [events.PositionDropped()], **how)


class Positions(Folds[PositionFold, PositionEvent]):
    kinds = KINDS
    new = PositionFold
    refusal = staticmethod(of_ledger)

    def keep(self, kept: Kept[PositionFold, Sequence[PositionEvent]]) -> None:
        save(kept.state)


POSITIONS = Positions()


def _change(
    position_id: UUID,
    by: UUID,
    decide: Callable[[PositionFold], Sequence[PositionEvent]],
    *,
    new: bool = False,
    decision_id: UUID | None = None,
    expected_version: int | None = None,
) -> Changed:
    done = POSITIONS.change(
        position_id,
        decide,
        actor=f"player:{by}",
        decision_id=decision_id,
        expected_version=expected_version,
        admit=None if new else lambda fold: _check_right(fold, by),
    )
    return Changed(position_id, done.version, done.repeated)


def _check_right(fold: PositionFold, by: UUID) -> None:
    if not fold.version or fold.dropped:
        raise NotFound("unknown_kept_position", position=str(fold.id))
    if by == fold.owner:
        return
    if fold.access == KeptPosition.Access.LINK:
        raise NotAllowed("not_your_position")
    raise NotFound("unknown_kept_position", position=str(fold.id))


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


def _access(access: str) -> str:
    if access not in KeptPosition.Access.values:
        raise BadRequest("bad_field", field="access")
    return access
