"""Every change to kept positions. A service does the whole of what was asked and returns, or raises and has changed
nothing. A ``decision_id`` makes a request repeatable: sent twice, it counts once."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction

from ledger import store
from ledger.errors import StaleVersion as LedgerStale

from .. import streams
from ..errors import BadRequest, Conflict, NotAllowed, NotFound, StaleVersion
from ..games import game_with
from . import events
from .events import KINDS, PositionEvent, PositionFold
from .models import KeptPosition
from .projection import save
from .queries import board_of
from .shapes import Board

ATTEMPTS = 5
LONGEST_NAME = 80
MOST_KEPT = 200
"""Positions of one person."""
LONGEST = 20_000
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
    if KeptPosition.objects.filter(owner=owner).count() >= MOST_KEPT:
        raise Conflict("too_many_positions", most=MOST_KEPT)
    position_id = store.new_stream() if decision_id is None else uuid5(decision_id, f"position of {owner}")
    return _change(position_id, owner, lambda _: kept, decision_id, new=True)


def change(
    *,
    position_id: UUID,
    by: UUID,
    board: Board,
    expected_version: int | None = None,
) -> Changed:
    """Let the name stand for another position; nothing happens where it stands for this one already.

    Raises NotFound, NotAllowed, BadRequest, StaleVersion.
    """
    _check(board)
    changed = events.PositionChanged(
        board.ruleset, board.seats, dict(board.options), board.cards, board.card_list, dict(board.position)
    )

    def decide(fold: PositionFold) -> PositionEvent:
        if fold.game != board.game:
            raise BadRequest("bad_field", field="game")
        return changed

    row = KeptPosition.objects.filter(id=position_id, owner=by).first()
    if row is not None and board_of(row) == board:
        return Changed(position_id, row.version, repeated=True)
    return _change(position_id, by, decide, None, expected_version=expected_version)


def rename(*, position_id: UUID, by: UUID, name: str, expected_version: int | None = None) -> Changed:
    """Raises NotFound, NotAllowed, BadRequest, StaleVersion."""
    renamed = events.PositionRenamed(_named(name))
    return _change(position_id, by, lambda _: renamed, None, expected_version=expected_version)


def share(*, position_id: UUID, by: UUID, access: str, expected_version: int | None = None) -> Changed:
    """``link``: whoever has the address may look at it; ``owner``: nobody else. Raises as ``rename`` does."""
    shared = events.PositionAccessChanged(_access(access))
    return _change(position_id, by, lambda _: shared, None, expected_version=expected_version)


def drop(*, position_id: UUID, by: UUID, expected_version: int | None = None) -> Changed:
    """Keep it no longer. Raises NotFound, NotAllowed, StaleVersion."""
    return _change(position_id, by, lambda _: events.PositionDropped(), None, expected_version=expected_version)


def _change(
    position_id: UUID,
    by: UUID,
    decide: Callable[[PositionFold], PositionEvent],
    decision_id: UUID | None,
    *,
    expected_version: int | None = None,
    new: bool = False,
) -> Changed:
    actor = f"player:{by}"
    for attempt in range(ATTEMPTS):
        stored = store.read(position_id)
        fold = KINDS.fold(PositionFold(position_id), stored)
        if decision_id is not None and any(event.decision_id == decision_id for event in stored):
            if any(event.decision_id == decision_id and event.actor != actor for event in stored):
                raise Conflict("decision_id_taken")
            return Changed(position_id, fold.version, repeated=True)
        if not new:
            _check_right(fold, by)
        if expected_version is not None and expected_version != fold.version:
            raise StaleVersion(expected_version, fold.version)
        try:
            return _store(fold, decide(fold), actor, decision_id)
        except LedgerStale as stale:
            if expected_version is not None or attempt == ATTEMPTS - 1:
                raise StaleVersion(stale.expected, stale.actual) from stale
    raise AssertionError("unreachable")


def _check_right(fold: PositionFold, by: UUID) -> None:
    if not fold.version or fold.dropped:
        raise NotFound("unknown_kept_position", position=str(fold.id))
    if by == fold.owner:
        return
    if fold.access == KeptPosition.Access.LINK:
        raise NotAllowed("not_your_position")
    raise NotFound("unknown_kept_position", position=str(fold.id))


def _store(fold: PositionFold, event: PositionEvent, actor: str, decision_id: UUID | None) -> Changed:
    with transaction.atomic():
        appended = streams.append(fold.id, fold.version, KINDS.encoded([event]), decision_id=decision_id, actor=actor)
        if not appended.repeated:
            fold.apply(event, appended.at)
            save(fold)
    return Changed(fold.id, appended.version, appended.repeated)


def _check(board: Board) -> None:
    game_with(board.game, board.cards)
    if len(json.dumps([board.position, board.options], default=str)) > LONGEST:
        raise BadRequest("position_too_long", field="position", most=LONGEST)
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
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise BadRequest("position_needs_name", field="name", most=LONGEST_NAME)
    return name


def _access(access: str) -> str:
    if access not in KeptPosition.Access.values:
        raise BadRequest("bad_field", field="access")
    return access
