"""The same two people and their ratings: Alice opens tables, Bob plays against her all night."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone

from matches.models import Match
from matches.models import Table as TableRow
from matches.tables import pair_limit, queries
from matches.tables import services as tables
from matches.tables.commands import OpenTable, SitDown
from players.models import Player

from ..factories import GAME, Table, person
from .test_rated import account, rated, seated

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def once_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pair_limit, "MAX_A_DAY", 1)


@pytest.fixture
def alice() -> UUID:
    return account("Alice")


@pytest.fixture
def bob() -> UUID:
    return account("Bob")


def is_rated(table: Table) -> bool:
    return TableRow.objects.get(id=table.id).rated


def test_a_table_opened_by_hand_is_unrated_from_its_start_once_two_have_played_enough(alice: UUID, bob: UUID) -> None:
    charlie = account("Charlie")
    first, second, third = seated(alice, bob), seated(bob, alice), seated(alice, charlie)
    assert [is_rated(one) for one in (first, second, third)] == [True, False, True]
    four = seated(charlie, alice, bob)
    assert not is_rated(four), "one such pair at a table of three is enough"
    assert is_rated(seated(alice, None)), "bots are rated apart, and have no friends"


def test_tables_that_were_opened_before_the_day_began_count_when_they_start(alice: UUID, bob: UUID) -> None:
    waiting = [tables.open_table(OpenTable(game=GAME, seats=2, host_seat=0), by=alice).table for _ in range(2)]
    TableRow.objects.filter(id__in=waiting).update(opened_at=timezone.now() - timedelta(days=3))
    for one in waiting:
        tables.change(one, SitDown(1), by=bob)
    assert [TableRow.objects.get(id=one).rated for one in waiting] == [True, False]
    Match.objects.update(started_at=timezone.now() - timedelta(hours=25))
    assert is_rated(seated(alice, bob)), "on the next day they play for rating again"


def test_the_page_says_so_before_anybody_sits_down(alice: UUID, bob: UUID) -> None:
    seated(alice, bob)
    table = tables.open_table(OpenTable(game=GAME, seats=2, host_seat=0), by=alice).table
    assert queries.table(table_id=table, player=bob).played_enough == ("Alice – Bob",)
    for other in (account("Charlie"), None, alice):
        assert queries.table(table_id=table, player=other).played_enough == ()
    client = Client(headers={"accept-language": "en"})
    client.force_login(Player.objects.get(id=bob))
    page = client.get(f"/tables/{table}/").content.decode()
    assert "This match will not be rated: Alice – Bob" in page


def test_of_those_that_start_at_the_same_moment_only_the_first_counts(
    alice: UUID, bob: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("matches.tables.decide._is_beyond_limit", lambda *_arguments: False)
    both = [seated(alice, bob), seated(alice, bob)]
    assert [is_rated(one) for one in both] == [True, True], "nobody saw the other"
    beyond = [pair_limit.is_beyond(Match.objects.get(id=one.match)) for one in both]
    assert beyond == [False, True]


def test_unrated_tables_and_those_of_guests_are_as_they_were(alice: UUID, bob: UUID) -> None:
    seated(alice, bob)
    table = seated(alice, bob, rated=False)
    assert not is_rated(table)
    assert queries.table(table_id=table.id, player=person("Guest")).played_enough == ()
    assert rated(table) is None
