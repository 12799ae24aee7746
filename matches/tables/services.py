"""Every change to tables. A full table starts its match, in a stream of its own."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated
from uuid import UUID, uuid5

from django.db.models import Q

from ledger import store
from ledger.changing import Kept
from web.errors import NotFound

from .. import after_commit, changing, telling
from ..models import Table
from ..play.services import player_actor
from ..solo import readmodels as solo
from . import bot_tables
from . import commands as c
from .commands import Command
from .decide import decide
from .decide import part as part_of
from .events import TableEvent, TableFold


@dataclass(frozen=True, slots=True)
class TableChanged:
    table: UUID
    version: int
    match: Annotated[UUID | None, "There once all seats are taken."]
    repeated: Annotated[bool, "This had been done before; nothing was added."] = False


def open_table(
    command: c.OpenTable,
    *,
    by: UUID,
    decision_id: UUID | None = None,
    seed: bytes | None = None,
    table_id: UUID | None = None,
    also: Callable[[TableFold], None] | None = None,
    invites: bool = True,
) -> TableChanged:
    """``by`` is its host. ``seed`` is for simulations, where bots take all seats: otherwise a secret one is drawn.
    ``also`` writes in the same transaction; what it raises leaves no table behind.
    ``invites``: whoever is named is told (a tournament calls them itself).

    Of several who open ``table_id`` at once, the first does. Raises UnknownGame, BadSetup, BadRequest, NotFound,
    Conflict (among others bots alone play at too many of their tables); StaleVersion where that table is there.
    """
    assert seed is None or set(range(command.seats)) == set(command.bots), "a seed is for a match that starts at once"
    if table_id is not None:
        return _change(table_id, command, by, expected_version=0)
    table_id = store.new_stream() if decision_id is None else uuid5(decision_id, f"table of {by}")
    return _change(table_id, command, by, decision_id=decision_id, seed=seed, also=also, invites=invites)


def change(
    table_id: UUID,
    command: Command,
    *,
    by: UUID,
    decision_id: UUID | None = None,
    expected_version: int | None = None,
) -> TableChanged:
    """Change an open table as somebody asks.

    Raises NotFound, NotAllowed, Conflict (among others a table that has started or is closed), UnknownGame (no such
    bot), StaleVersion.
    """

    def admit(table: TableFold) -> None:
        if not (table.version and table.is_open_to(by)):
            raise NotFound("unknown_table", table=str(table_id))

    return _change(table_id, command, by, decision_id=decision_id, expected_version=expected_version, admit=admit)


def part(by: UUID, other: UUID) -> None:
    """One of the two has blocked the other: neither waits for, or at, an open table of the other's any more."""
    for host, guest in ((by, other), (other, by)):
        theirs = Q(seat_rows__player=guest) | Q(invitations__player=guest)
        tables = Table.objects.filter(theirs, host=host, status=Table.Status.OPEN)
        for table_id in set(tables.values_list("id", flat=True)):
            changing.TABLES.change(table_id, partial(part_of, guest=guest), actor=player_actor(by))


def _change(
    table_id: UUID,
    command: Command,
    by: UUID,
    *,
    decision_id: UUID | None = None,
    expected_version: int | None = None,
    seed: bytes | None = None,
    admit: Callable[[TableFold], None] | None = None,
    also: Callable[[TableFold], None] | None = None,
    invites: bool = False,
) -> TableChanged:
    def start(kept: Kept[TableFold, Sequence[TableEvent]]) -> None:
        if kept.state.match is not None:
            secret = secrets.token_bytes(32) if seed is None else seed
            changing.start_match(kept.state.match, kept.state, kept.actor, secret, kept.at)
            solo.match_began(kept.state.match, kept.state, kept.at)
            if not after_commit.is_in_process():  # who plays the bots itself has one match after the other
                bot_tables.check_begun(kept.state)
        if invites:
            telling.invited(kept.state)
        if also is not None:
            also(kept.state)

    done = changing.TABLES.change(
        table_id,
        lambda table: decide(table, command, by=by, new_match=store.new_stream),
        actor=player_actor(by),
        decision_id=decision_id,
        expected_version=expected_version,
        admit=admit,
        also=start,
    )
    return TableChanged(table_id, done.version, done.state.match, done.repeated)
