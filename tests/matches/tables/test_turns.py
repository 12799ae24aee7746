"""Whose turn it is: counted on every page, over one query, for guests as for accounts."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ledger.projections import named, rebuild
from matches.models import Match, Seat
from matches.play import services
from matches.tables.turns import FORGOTTEN_AFTER, turns

from ..factories import started

pytestmark = pytest.mark.django_db


def test_the_matches_that_wait_for_somebody_are_counted_the_oldest_first() -> None:
    table = started("Alice", "Bob")
    mover, other = table.awaited(), 1 - table.awaited()
    assert turns(table.players[mover]).waiting == (table.match,)
    assert (turns(table.players[other]).count, turns(table.players[other]).running) == (0, 1)
    table.decide()
    assert turns(table.players[mover]).count == (table.awaited() == mover)
    assert turns(table.players[table.awaited()]).waiting == (table.match,)
    assert turns(None).count == turns(uuid4()).count == 0


def test_a_match_that_is_over_waits_for_nobody() -> None:
    table = started("Alice", "Bob")
    assert Seat.objects.filter(playing=True).count() == 2
    services.concede(match_id=table.match, seat=1, decision_id=uuid4(), actor=f"player:{table.players[1]}")
    assert [turns(player).running for player in table.players] == [0, 0]
    assert not Seat.objects.filter(playing=True).exists()


def test_a_seat_that_the_platform_answers_for_is_nobodys_turn() -> None:
    table = started("Alice", "Bob", "Charlie")
    seat = table.awaited()
    services.concede(match_id=table.match, seat=seat, decision_id=uuid4(), actor=f"player:{table.players[seat]}")
    Match.objects.filter(id=table.match).update(awaited=1 << seat, ended_at=None)
    assert turns(table.players[seat]).count == 0


def test_a_match_against_bots_alone_is_forgotten_after_a_week() -> None:
    alone, company = started("Alice", "bot:random"), started("Alice", "Bob")
    later = timezone.now() + FORGOTTEN_AFTER + timedelta(hours=1)
    while alone.awaited() != 0:
        alone.go_on()
    assert turns(alone.players[0]).count == 1
    assert turns(alone.players[0], later).count == 0
    assert turns(company.players[company.awaited()], later).count == 1


def test_one_query_over_running_matches_alone_tells_it() -> None:
    table = started("Alice", "Bob")
    with CaptureQueriesContext(
        connection,
    ) as asked:
        turns(table.players[0])
    assert len(asked) == 1
    assert asked[0]["sql"].count("JOIN") == 2


def test_the_head_of_every_page_tells_it_and_leads_there() -> None:
    table = started("Alice", "Bob")
    client = table.client(table.awaited())
    page = client.get("/games/high-card/rules/").content.decode()
    assert "<title>(1) " in page
    assert 'href="/turns/next/"' in page
    assert client.get("/turns/").json() == {"count": 1, "every": 10}
    assert client.get("/turns/next/").headers["Location"] == f"/matches/{table.match}/"
    waiting = table.client(1 - table.awaited())
    assert "<title>(" not in waiting.get("/account/").content.decode()
    assert waiting.get("/turns/next/?from=nonsense").headers["Location"] == "/"
    assert Client().get("/turns/").json() == {"count": 0, "every": 0}
    assert 'id="turns"' not in Client().get("/").content.decode()


def test_from_one_match_the_way_leads_to_the_next() -> None:
    first = started("Alice", "bot:random")
    while first.awaited() != 0:
        first.go_on()
    second = started("Bob", "bot:random")
    while second.awaited() != 0:
        second.go_on()
    Seat.objects.filter(table=second.id, number=0).update(player=first.players[0])
    client = first.client(0)
    assert client.get(f"/turns/next/?from={first.match}").headers["Location"] == f"/matches/{second.match}/"
    assert client.get(f"/turns/next/?from={second.match}").headers["Location"] == f"/matches/{first.match}/"


def test_the_marks_are_rebuilt_from_the_ledger() -> None:
    over = started("Alice", "Bob")
    services.concede(match_id=over.match, seat=1, decision_id=uuid4(), actor=f"player:{over.players[1]}")
    started("Alice", "Bob")
    before = set(Seat.objects.filter(playing=True).values_list("table", "number"))
    assert rebuild(named("matches"), compare=True).differences == []
    assert set(Seat.objects.filter(playing=True).values_list("table", "number")) == before
    assert len(before) == 2
