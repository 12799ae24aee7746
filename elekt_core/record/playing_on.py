"""Playing on from a moment of another match: the position in which the new one begins, and whether it is the one."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, Final

from ..chance import SeededChance
from ..contract import Game, Json, SeatNo, Setup
from ..errors import CoreError
from .branch import ALL_CARDS, PlayedOn
from .chain import canonical
from .facts import decode_fact
from .match import start, state_after
from .record import Record

POSITION: Final = "position"
"""The option of a setup by which a match begins elsewhere than at the beginning (docs/scenarios.md)."""
DEALS: Final = 8


def position_from(game: Game[Any], state: Any, seen_by: int, seed: bytes) -> Json | None:
    """The position in words in which a match can go on from ``state``; None where there are none.

    For a seat it is a function of that seat's view and the seed: a card that it did not know lies where it does by
    chance alone.
    """
    if seen_by == ALL_CARDS:
        return game.position_of(state)
    view = game.view(state, SeatNo(seen_by))
    for number in range(DEALS):  # there may be words for one deal where there are none for another
        chance = SeededChance(sha256(seed + bytes([number])).digest())
        position = game.position_of(game.redeal(view, chance))
        if position is not None:
            return position
    return None


def branch_of(game: Game[Any], record: Record) -> PlayedOn | None:
    """Where the match of a record has branched off; None where it began by itself."""
    for entry in record.batches[0].entries:
        fact = decode_fact(game, entry.kind, entry.version, entry.payload)
        if isinstance(fact, PlayedOn):
            return fact
    return None


def check_branch(game: Game[Any], record: Record, source: Record) -> None:
    """Whether a match has begun where its record says: in ``source``, as its seat saw it. Both records are verified by
    themselves (``verify``), and open.

    Raises CoreError (``wrong_branch``): ``why`` is ``no_branch``, ``other_match``, ``other_head``, ``other_position``.
    """
    branch = branch_of(game, record)
    if branch is None:
        raise CoreError("wrong_branch", why="no_branch")
    if (source.stream, source.game, source.seats) != (branch.source, record.game, record.seats):
        raise CoreError("wrong_branch", why="other_match")
    entries = source.entries
    if branch.event > len(entries) or entries[branch.event - 1].hash != branch.head:
        raise CoreError("wrong_branch", why="other_head")
    facts = [decode_fact(game, entry.kind, entry.version, entry.payload) for entry in entries[: branch.event]]
    state = state_after(game, facts)
    if not _looks_the_same(game, record, state, branch.seen_by):
        raise CoreError("wrong_branch", why="other_position")


def _looks_the_same(game: Game[Any], record: Record, source: Any, seen_by: int) -> bool:
    begun_in, written = record.options.get(POSITION), game.position_of(source)
    if seen_by == ALL_CARDS:
        return written is not None and canonical(written) == canonical(begun_in)
    begun = _seen(game, record, begun_in, seen_by)
    # What words leave out (how units are numbered) is left out on both sides.
    there = _seen(game, record, written, seen_by) if written is not None else _view(game, source, seen_by)
    return begun == there


def _seen(game: Game[Any], record: Record, position: Any, seat: int) -> bytes:
    """What a seat sees of a match that begins in a position."""
    options = {**record.options, POSITION: position}
    state, _ = start(game, Setup(record.game, record.ruleset, record.seats, options), SeededChance(bytes(32)))
    return _view(game, state, seat)


def _view(game: Game[Any], state: Any, seat: int) -> bytes:
    return canonical(game.encode_state(game.view(state, SeatNo(seat))))
