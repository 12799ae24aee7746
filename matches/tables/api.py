"""Tables through the API: the same commands and queries as the pages."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.urls import URLPattern, path
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from web import limits
from web.api import changes
from web.api.changes import Change, Of
from web.api.endpoint import CHANGES, READS, Endpoint, operation, queried
from web.decoding import SentOnce, decoded, from_query
from web.encoding import Created

from ..play.shapes import TableShown
from . import commands as c
from . import queries, services
from .own_games import OwnGames, Wanted, own_games
from .services import TableChanged


class Tables(Endpoint):
    refusals = {"GET": ("401",), "POST": (*CHANGES["POST"], "429")}

    @operation("list_tables")
    def get(self, request: Request) -> list[TableShown]:
        """Tables at which somebody may still sit down."""
        return queries.open_tables(player=self.player)

    @operation("open_table", (c.OpenTable, SentOnce))
    def post(self, request: Request) -> Created[TableChanged]:
        limits.OPENED_TABLES.take(str(self.me))
        command, sent = decoded(c.OpenTable, SentOnce, request.data)
        return Created(services.open_table(command, by=self.me, decision_id=sent.decision_id))


class Mine(Endpoint):
    permission_classes = (IsAuthenticated,)
    refusals = {"GET": ("400", "401")}

    @operation("list_own_games", parameters=queried(Wanted))
    def get(self, request: Request) -> OwnGames:
        """Your games, all of them, the latest first, page by page."""
        return own_games(self.me, from_query(Wanted, request.query_params))


class Table(Endpoint):
    refusals = READS

    @operation("get_table")
    def get(self, request: Request, table_id: UUID) -> TableShown:
        return queries.table(table_id=table_id, player=self.player)


OF_TABLES = (
    Change("sit/", "sit_down", c.SitDown),
    Change("stand/", "stand_up", c.StandUp),
    Change("seat-bot/", "seat_bot", c.SeatBot),
    Change("remove-bot/", "remove_bot", c.RemoveBot),
    Change("close/", "close_table", c.CloseTable),
)


def addresses(tables: str, one: str) -> Sequence[URLPattern]:
    """``one`` is the address of a table."""
    return [
        path(tables, Tables.as_view(), name="tables"),
        path(one, Table.as_view(), name="table"),
        *changes.addresses(one, Of("table_id", services.change, TableChanged), OF_TABLES),
    ]
