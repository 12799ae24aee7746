"""At which tables of ``matches`` an event was played: by this the archive finds its games."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from uuid import UUID

from django.db.models import Q, QuerySet
from django.urls import reverse

from ledger.events import StoredEvent
from ledger.projections import Projection
from matches.archive.events import Event, EventsOfTables

from . import events as e
from .events import KINDS, TournamentEvent
from .models import CalledTable, League, Tournament
from .state import State

RECORDED = "game_recorded"
"""Of a table of ``matches``: a game recorded at a real table of the event that it names."""
FOUND = 50
"""Events whose titles fit, at most."""


class CalledTables(Projection):
    name = "called tables"
    models = (CalledTable,)
    kinds = frozenset({"table_called", RECORDED})
    inline = True

    def apply(self, events: Sequence[StoredEvent]) -> None:
        rows = [_row(one.stream, KINDS.read(one)) for one in events if one.kind == "table_called"]
        recorded = [one for one in events if one.kind == RECORDED and one.payload.get("event")]
        rows += [CalledTable(opened=one.stream, tournament=UUID(one.payload["event"])) for one in recorded]
        CalledTable.objects.bulk_create(rows, ignore_conflicts=True)


def save(state: State, batch: Sequence[TournamentEvent]) -> None:
    """Store the tables that a batch has called."""
    rows = [_row(state.id, event) for event in batch if isinstance(event, e.TableCalled)]
    if rows:
        CalledTable.objects.bulk_create(rows, ignore_conflicts=True)


def _row(tournament: UUID, event: TournamentEvent) -> CalledTable:
    assert isinstance(event, e.TableCalled)
    return CalledTable(opened=event.opened, tournament=tournament)


def tables_of(asked: str) -> QuerySet[CalledTable]:
    """The tables of a tournament or league, by its id; or of listed ones whose titles contain a text."""
    try:
        id_ = UUID(asked)
    except ValueError:
        listed = Tournament.objects.filter(listed=True, title__icontains=asked).order_by("-changed_at")
        leagues = League.objects.filter(listed=True, title__icontains=asked).order_by("-changed_at")
        wanted = [*listed.values_list("id", flat=True)[:FOUND]]
        of_leagues = list(leagues.values_list("id", flat=True)[:FOUND])
        wanted += Tournament.objects.filter(league__in=of_leagues).values_list("id", flat=True)
        return CalledTable.objects.filter(tournament__in=wanted)
    known = Tournament.objects.filter(Q(id=id_) | Q(league=id_)).values_list("id", flat=True)
    return CalledTable.objects.filter(tournament__in=list(known))


def events_of(tables: Collection[UUID]) -> Mapping[UUID, Event]:
    """The listed events at which these tables were played."""
    called = dict(CalledTable.objects.filter(opened__in=tables).values_list("opened", "tournament"))
    titles = dict(Tournament.objects.filter(id__in=called.values(), listed=True).values_list("id", "title"))
    return {
        table: Event(event, titles[event], reverse("tournaments:tournament", args=[event]))
        for table, event in called.items()
        if event in titles
    }


EVENTS = EventsOfTables(lambda asked: tables_of(asked).values("opened"), events_of)
