"""Tables through the API: the same commands and queries as the pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.urls import URLPattern, path
from rest_framework.request import Request

from web import limits
from web.api.endpoint import CHANGES, READS, Endpoint, operation
from web.decoding import Sent, SentOnce, decoded
from web.encoding import Created

from ..play.shapes import TableShown
from . import commands as c
from . import queries, services
from .services import TableChanged


class Tables(Endpoint):
    refusals = {"GET": ("401",), "POST": (*CHANGES["POST"], "429")}

    @operation("list_tables")
    def get(self, request: Request) -> list[TableShown]:
        """Tables at which somebody may still sit down."""
        return queries.open_tables(player=self.player)

    @operation("open_table", (c.OpenTable, SentOnce))
    def post(self, request: Request) -> Created[TableChanged]:
        """Open a table; you sit on seat 0 unless you say otherwise. The match starts when all seats are taken."""
        limits.OPENED_TABLES.take(str(self.me))
        command, sent = decoded(c.OpenTable, SentOnce, request.data)
        return Created(services.open_table(command, by=self.me, decision_id=sent.decision_id))


class Table(Endpoint):
    refusals = READS

    @operation("get_table")
    def get(self, request: Request, table_id: UUID) -> TableShown:
        return queries.table(table_id=table_id, player=self.player)


@dataclass(frozen=True, slots=True)
class Change:
    address: str
    name: str
    operation: str
    command: type[Any]
    about: str


OF_TABLES = (
    Change("sit/", "sit", "sit_down", c.SitDown, "Sit down at a table."),
    Change("stand/", "stand", "stand_up", c.StandUp, "Leave your seat, while the match has not started."),
    Change("seat-bot/", "seat_bot", "seat_bot", c.SeatBot, "Put a bot on a free seat of your table."),
    Change("remove-bot/", "remove_bot", "remove_bot", c.RemoveBot, "Take a bot from your table."),
    Change("close/", "close", "close_table", c.CloseTable, "Close your table; nobody will play there."),
)


class TableChange(Endpoint):
    """A change of an open table."""

    refusals = CHANGES


def _view(change: Change) -> type[TableChange]:
    @operation(change.operation, (change.command, Sent), change.about)
    def post(self: TableChange, request: Request, table_id: UUID) -> TableChanged:
        command, sent = decoded(change.command, Sent, request.data)
        return services.change(
            table_id, command, by=self.me, decision_id=sent.decision_id, expected_version=sent.expected_version
        )

    return type(change.operation, (TableChange,), {"post": post, "__doc__": change.about})


def addresses(tables: str, one: str) -> Sequence[URLPattern]:
    """``one`` is the address of a table."""
    return [
        path(tables, Tables.as_view(), name="tables"),
        path(one, Table.as_view(), name="table"),
        *(path(f"{one}{change.address}", _view(change).as_view(), name=change.name) for change in OF_TABLES),
    ]
