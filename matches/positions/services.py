"""Every change to kept positions. A service either does everything that was asked, or raises and changes
nothing. A ``decision_id`` makes a request repeatable: sent twice, it counts once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from uuid import UUID, uuid5

from ledger import store
from ledger.changing import Folds, Kept
from web.errors import of_ledger

from ..play.services import player_actor
from . import commands as c
from .commands import Command
from .decide import check_right, decide
from .events import KINDS, PositionEvent, PositionFold
from .projection import save


@dataclass(frozen=True, slots=True)
class Changed:
    position: UUID
    version: int
    repeated: bool = False


def keep(command: c.KeepPosition, *, by: UUID, decision_id: UUID | None = None) -> Changed:
    """Raises BadRequest (no name, too long), UnknownGame, NotFound (no such cards), Conflict (too many)."""
    position_id = store.new_stream() if decision_id is None else uuid5(decision_id, f"position of {by}")
    return _change(position_id, command, by, decision_id=decision_id)


def change(
    position_id: UUID,
    command: Command,
    *,
    by: UUID,
    decision_id: UUID | None = None,
    expected_version: int | None = None,
) -> Changed:
    """Change a position as its owner asks; no effect if nothing differs. Raises NotFound, NotAllowed, BadRequest,
    StaleVersion."""
    return _change(
        position_id,
        command,
        by,
        decision_id=decision_id,
        expected_version=expected_version,
        admit=lambda fold: check_right(fold, by),
    )


class Positions(Folds[PositionFold, PositionEvent]):
    kinds = KINDS
    new = PositionFold
    refusal = staticmethod(of_ledger)

    def keep(self, kept: Kept[PositionFold, Sequence[PositionEvent]]) -> None:
        save(kept.state)


POSITIONS = Positions()


def _change(
    position_id: UUID,
    command: Command,
    by: UUID,
    *,
    decision_id: UUID | None = None,
    expected_version: int | None = None,
    admit: Callable[[PositionFold], None] | None = None,
) -> Changed:
    done = POSITIONS.change(
        position_id,
        lambda fold: decide(fold, command, by=by),
        actor=player_actor(by),
        decision_id=decision_id,
        expected_version=expected_version,
        admit=admit,
    )
    return Changed(position_id, done.version, done.repeated)
