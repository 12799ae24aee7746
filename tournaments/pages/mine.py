"""What concerns the reader in a tournament: their table, their bye, what they are waiting for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from tournaments import queries
from tournaments.queries import Asked
from tournaments.state import Round, Stage, Status

from . import shapes, words
from .asking import Look
from .seated import Seated, seated
from .shapes import TableShown

LOOKED_AT = 8


@dataclass(frozen=True, slots=True)
class Mine:
    """``tables`` are those without a result. If there are none: ``done``, the reader's table in the latest round, or
    ``bye``, what they have there instead; ``round`` is its number.
    """

    tables: Sequence[Seated]
    done: TableShown | None = None
    bye: str = ""
    round: int = 0


def mine(here: Look) -> Mine | None:
    """None for a reader who does not play, and for past states."""
    asked = here.asked
    if here.is_past or asked.entry is None or asked.entry.withdrawn:
        return None
    number = asked.entry.no
    mine = [
        seated(here, stage, table)
        for stage in reversed(list(asked.state.stages.values()))
        for table in stage.tables()
        if number in table.pairing.seats and not table.is_done
    ]
    return Mine(tuple(mine)) if mine else _without_table(asked)


def _without_table(asked: Asked) -> Mine | None:
    assert asked.entry is not None
    number = asked.entry.no
    stage = next((one for one in list(asked.state.stages.values())[::-1] if number in one.entrants), None)
    if stage is None or not stage.rounds or stage.closed:
        return Mine(())
    last = stage.rounds[-1]
    return Mine((), _done(asked, stage, last), _bye(asked, last), last.no)


def _done(asked: Asked, stage: Stage, last: Round) -> TableShown | None:
    mine = [table for table in last.tables.values() if asked.entry and asked.entry.no in table.pairing.seats]
    return shapes.table_shown(asked, stage, mine[0]) if mine else None


def _bye(asked: Asked, last: Round) -> str:
    given = last.byes.get(asked.entry.no) if asked.entry else None
    return "" if given is None else str(words.BYES[given])


@dataclass(frozen=True, slots=True)
class Called:
    """A table at which the reader is expected."""

    tournament: UUID
    title: str
    table: TableShown


def called(player: UUID) -> list[Called]:
    """The player's tables without a result in the most recently changed tournaments, for the home page."""
    found: list[Called] = []
    for line in queries.tournaments(player=player, status=[Status.RUNNING], mine=True, limit=LOOKED_AT):
        asked = queries.tournament(tournament_id=line.id, player=player)
        found += [Called(line.id, line.title, table) for table in shapes.my_tables(asked)]
    return found
