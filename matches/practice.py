"""Practice: tables of one person alone, who plays every seat that is not a bot's and sees everything.

Whatever is opened here goes through ``services.open_table``; from then on a practice match is a match like any other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from . import queries, services
from .errors import Conflict
from .models import Seat, Table
from .services import POSITION, TableChanged


def open_practice(
    *,
    host: UUID,
    game: str,
    seats: int,
    ruleset: str = "",
    options: Mapping[str, Any] | None = None,
    bots: Mapping[int, str] | None = None,
    position: Mapping[str, Any] | None = None,
    decision_id: UUID | None = None,
) -> TableChanged:
    """A practice match, started: from ``position``, or from the beginning.

    Raises what ``services.open_table`` raises.
    """
    agreed = dict(options or {})
    if position is not None:
        agreed[POSITION] = position
    return services.open_table(
        host=host,
        game=game,
        seats=seats,
        ruleset=ruleset,
        options=agreed,
        access=Table.Access.PRACTICE,
        host_seat=None,
        bots=bots,
        decision_id=decision_id,
    )


def set_up_again(*, match_id: UUID, by: UUID) -> TableChanged:
    """The same start once more, at a table of its own. Raises NotFound; Conflict where it was no practice."""
    match = queries.match(match_id=match_id, player=by)
    if not match.practice:
        raise Conflict("not_practice", match=str(match_id))
    table = Table.objects.get(id=match.table)
    return services.open_table(
        host=by,
        game=table.game,
        seats=table.size,
        ruleset=table.ruleset,
        options=table.options,
        access=Table.Access.PRACTICE,
        host_seat=None,
        bots=bots_at(table.id),
    )


def bots_at(table_id: UUID) -> dict[int, str]:
    """The bots of a table by seat."""
    rows = Seat.objects.filter(table=table_id).exclude(bot="").values_list("number", "bot")
    return dict(rows)
