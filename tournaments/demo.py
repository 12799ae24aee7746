"""Results of the demo content: drawn by the players' strength."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from uuid import UUID

from matches import regulars
from tournaments import commands

from . import services
from .cache import cache
from .simulation import result_of
from .state import Table, TableRef

_NAMES = {player: name for name, player in regulars.IDS.items()}


def enter_results(tournament: UUID, stage: str, tables: Iterable[Table], dice: Random) -> None:
    """Enter results at those of these tables that have none."""
    for table in [table for table in tables if not table.is_done]:
        entries = cache.state(tournament).entries
        people = [entries[no].player for no in table.pairing.seats]
        strengths = [float(regulars.strength(_NAMES[player])) for player in people if player is not None]
        ref, result = TableRef(stage, table.pairing.round, table.no), result_of(strengths, 0.0, dice)
        services.change(tournament, commands.EnterResult(ref, result), by=regulars.HOST)
