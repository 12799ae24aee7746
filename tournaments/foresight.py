"""What a command would do: the desk, the pages and the API check this before it is sent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from . import lookups
from .commands import TablesCommand
from .decide import Batch, without_tables
from .formats.contract import EntrantNo
from .state import State


@dataclass(frozen=True, slots=True)
class Foreseen:
    """``names`` are those of the players who would be entered."""

    events: Batch
    names: Mapping[EntrantNo, str]


def foresee(state: State, command: TablesCommand, *, by: UUID, now: datetime) -> Foreseen:
    """The effect apart from the published tables: ``corrections.preview`` gives that for each choice. Nothing is
    stored.

    Raises as the command itself, but for rights.
    """
    known = lookups.look_up(state, command, by)
    batch = without_tables(state, known.command, now=now)  # type: ignore[arg-type]
    return Foreseen(batch, lookups.names(known.people, batch))
