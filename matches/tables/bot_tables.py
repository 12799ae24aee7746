"""Tables at which bots alone play. Nobody waits there for a move: they are never rated, one person may have few
of them going on, and their bots think after everything that people wait for (``thinking.queue``).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final
from uuid import UUID

from django.db.models import Exists, OuterRef

from players import queries as players
from web.errors import Conflict

from ..models import Match, Seat
from .events import TableFold

MAX_RUNNING: Final = 2
"""Matches between bots alone that go on at once at the tables of one person."""


def is_one(table: TableFold) -> bool:
    """Whether bots have all the seats."""
    return all(place.bot for place in table.places)


def without_people(matches: Collection[UUID]) -> set[UUID]:
    """Those of ``matches`` in which no person has a seat."""
    person = Seat.objects.filter(table=OuterRef("table"), player__isnull=False)
    return set(Match.objects.filter(~Exists(person), id__in=list(matches)).values_list("id", flat=True))


def check_begun(table: TableFold) -> None:
    """Called in the transaction in which a match begins. Raises Conflict where its host has enough of them going on;
    tables of events, whose seats are reserved, are left alone."""
    if not is_one(table) or table.reserved or table.host is None:
        return
    players.lock(table.host)  # two at once would not see each other
    hosts = players.profiles(table.host)
    running = Match.objects.filter(table__host__in=hosts, ended_at__isnull=True).exclude(table=table.id)
    if len(without_people(running.values_list("id", flat=True))) >= MAX_RUNNING:
        raise Conflict("too_many_bot_tables", most=MAX_RUNNING)
