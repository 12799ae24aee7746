"""Rematch: one table for all who ask, seats moved on by one, seen at once by those who look at the old match."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone, translation

from elekt_core.contract import CONCEDE
from matches.company import live, news, rematch
from matches.models import Match, Seat
from matches.models import Table as Row
from matches.play import services
from matches.tables import queries
from matches.tables import services as tables
from matches.tables.commands import CloseTable, RemoveBot, SitDown
from players.models import Player
from players.services import issue_token
from web.errors import Conflict, NotAllowed, NotFound

from ..factories import Table, person, started

pytestmark = pytest.mark.django_db


def over(*names: str, **agreed: object) -> Table:
    table = started(*names, **agreed)  # type: ignore[arg-type]
    table.play_out()
    return table


def sitting(table: UUID) -> list[UUID | str]:
    return [seat.player or seat.bot for seat in Seat.objects.filter(table=table).order_by("number")]


def test_the_seats_rotate_and_the_bot_sits_down_again() -> None:
    table = over("Alice", "bot:random", "Bob")
    alice, _, bob = table.players
    assert alice
    assert bob
    asked = rematch.ask(table.match, by=alice)
    assert asked.match is None
    assert sitting(asked.table) == ["", alice, "random"]
    joined = rematch.ask(table.match, by=bob)
    assert joined.table == asked.table
    assert sitting(asked.table) == [bob, alice, "random"]
    assert joined.match is not None


def test_however_many_click_there_is_one_table() -> None:
    table = over("Alice", "Bob")
    for player in [*table.players, *table.players, *table.players]:
        assert player
        rematch.ask(table.match, by=player)
    assert Match.objects.count() == 2
    assert Row.objects.count() == 2


def meanwhile(monkeypatch: pytest.MonkeyPatch, where: object, name: str, work: Callable[[], object], when: str) -> None:
    """``work`` happens once, just before or after the next call of that function."""
    real = getattr(where, name)

    def called(*args: Any, **how: Any) -> Any:
        monkeypatch.setattr(where, name, real)
        if when == "before":
            work()
        found = real(*args, **how)
        if when == "after":
            work()
        return found

    monkeypatch.setattr(where, name, called)


def both(table: Table) -> tuple[UUID, UUID]:
    alice, bob = table.players
    assert alice
    assert bob
    return alice, bob


@pytest.mark.parametrize("closed", [False, True])
def test_two_who_open_it_at_once_sit_at_one_table(closed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bob has looked before Alice's table was there, and opens it after her."""
    table = over("Alice", "Bob")
    alice, bob = both(table)
    if closed:
        tables.change(rematch.ask(table.match, by=alice).table, CloseTable(), by=alice)
    first = []
    meanwhile(monkeypatch, rematch, "_latest", lambda: first.append(rematch.ask(table.match, by=alice)), "after")
    second = rematch.ask(table.match, by=bob)
    assert [one.table for one in first] == [second.table]
    assert second.match is not None
    assert Row.objects.count() == 2 + closed


def test_who_clicks_twice_at_once_sits_there_once(monkeypatch: pytest.MonkeyPatch) -> None:
    table = over("Alice", "Bob", "Charlie")
    alice, bob, _ = table.players
    assert alice
    assert bob
    first = rematch.ask(table.match, by=alice)
    meanwhile(monkeypatch, tables, "change", lambda: rematch.ask(table.match, by=bob), "before")
    second = rematch.ask(table.match, by=bob)
    assert (second.table, second.repeated) == (first.table, True)
    assert sitting(first.table) == ["", alice, bob]


def test_who_finds_the_own_seat_taken_takes_another(monkeypatch: pytest.MonkeyPatch) -> None:
    table = over("Alice", "Bob", "Charlie")
    alice, bob, charlie = table.players
    assert alice
    assert bob
    assert charlie
    first = rematch.ask(table.match, by=alice)
    meanwhile(monkeypatch, tables, "change", lambda: tables.change(first.table, SitDown(2), by=charlie), "before")
    assert rematch.ask(table.match, by=bob).table == first.table
    assert sitting(first.table) == [bob, alice, charlie]


@pytest.mark.parametrize("access", ["anyone", "link", "named"])
def test_strangers_look_on_at_a_rematch_and_take_nobodys_seat(access: str) -> None:
    table, dora = over("Alice", "Bob", "bot:random", access=access), person("Dora")
    alice, bob, _ = table.players
    assert alice
    assert bob
    asked = rematch.ask(table.match, by=alice).table
    for seat in (None, *range(3)):
        with pytest.raises(NotFound if access == "named" else NotAllowed):
            tables.change(asked, SitDown(seat), by=dora)
    assert sitting(asked) == ["random", alice, ""]
    client = Client()
    client.force_login(Player.objects.get(id=str(dora)))
    page, there = client.get(f"/tables/{asked}/"), client.get(f"/api/v1/tables/{asked}/")
    if access == "named":
        assert [page.status_code, there.status_code] == [404, 404]
    else:
        assert f"/tables/{asked}/sit/" not in page.content.decode()
        assert there.status_code == 200
        secret = issue_token(player=Player.objects.get(id=str(dora)), label="test", now=timezone.now()).secret
        key = {"authorization": f"Bearer {secret}"}
        sat = Client().post(f"/api/v1/tables/{asked}/sit/", {"seat": 2}, "application/json", headers=key)
        assert (sat.status_code, sat.json()["code"]) == (403, "not_invited")
        assert client.post(f"/tables/{asked}/sit/", {"seat": 2}).status_code == 403
    assert queries.table(table_id=asked, player=bob).may == {"sit"}
    assert rematch.ask(table.match, by=bob).match is not None


def test_a_bot_that_was_taken_away_from_a_rematch_leaves_its_seat_to_the_same_people() -> None:
    table = over("Alice", "Bob", "bot:random")
    alice, bob, _ = table.players
    assert alice
    assert bob
    asked = rematch.ask(table.match, by=alice).table
    tables.change(asked, RemoveBot(0), by=alice)
    with pytest.raises(NotAllowed):
        tables.change(asked, SitDown(0), by=person("Dora"))
    tables.change(asked, SitDown(0), by=bob)
    assert sitting(asked) == [bob, alice, ""]


def test_a_rematch_that_was_closed_can_be_asked_for_again() -> None:
    table = over("Alice", "Bob")
    alice, bob = table.players
    assert alice
    assert bob
    first = rematch.ask(table.match, by=alice)
    tables.change(first.table, CloseTable(), by=alice)
    second = rematch.ask(table.match, by=bob)
    assert second.table != first.table
    assert sitting(second.table) == [bob, ""]


def test_strangers_do_not_find_the_table_in_lists() -> None:
    table = over("Alice", "Bob")
    assert table.players[0]
    asked = rematch.ask(table.match, by=table.players[0])
    assert Row.objects.get(id=asked.table).access == Row.Access.LINK


def test_outsiders_cannot_ask_and_a_running_match_has_none() -> None:
    table = started("Alice", "Bob")
    alice = table.players[0]
    assert alice
    with pytest.raises(Conflict, match="match_not_over"):
        rematch.ask(table.match, by=alice)
    table.play_out()
    with pytest.raises(NotAllowed):
        rematch.ask(table.match, by=person("Charlie"))
    hidden = over("Alice", "Bob", access="named")
    with pytest.raises(NotFound):
        rematch.ask(hidden.match, by=person("Charlie"))


def test_the_others_see_at_once_who_is_ready() -> None:
    table = over("Alice", "Bob")
    assert table.players[0]
    before = news.version_of(table.match)
    rematch.ask(table.match, by=table.players[0])
    version = news.version_of(table.match)
    assert version > before
    stream = news.stream_of(table.match)
    with translation.override("en"):
        for_bob = live.frames(stream, f"{table.match}/1", before, version)["end"]
        for_others = live.frames(stream, f"{table.match}/spectator", before, version)["end"]
    assert "Alice: ready for a rematch." in for_bob
    assert "Join the rematch" in for_bob
    assert "Join the rematch" not in for_others
    assert "Watch the rematch" in for_others


def test_each_hears_from_their_own_place_alone() -> None:
    table = started("Alice", "Bob", access="named")
    alice, bob = table.players
    charlie = person("Charlie")
    stream = news.stream_of(table.match)
    asking = {alice, bob, charlie, None}
    assert live.may_hear(stream, f"{table.match}/0", asking) == {alice}
    assert live.may_hear(stream, f"{table.match}/spectator", asking) == set()
    open_one = started("Alice", "Bob")
    stream = news.stream_of(open_one.match)
    asking = {*open_one.players, charlie, None}
    assert live.may_hear(stream, f"{open_one.match}/spectator", asking) == {charlie, None}


def test_one_click_on_the_end_panel_leads_to_the_table() -> None:
    table = over("Alice", "bot:random")
    page = table.client(0).get(f"/matches/{table.match}/").content.decode()
    assert f'action="/matches/{table.match}/rematch/"' in page
    answer = table.client(0).post(f"/matches/{table.match}/rematch/", follow=True)
    assert answer.redirect_chain[-1][0].startswith("/matches/")
    assert Match.objects.count() == 2


def test_the_next_table_is_a_match_that_waits_for_me() -> None:
    table, waiting = over("Alice", "Bob"), started("Alice", "Bob")
    alice = table.players[0]
    assert alice
    Seat.objects.filter(table=waiting.id, number=waiting.awaited()).update(player=alice)
    found = rematch.next_of(alice, table.match)
    assert isinstance(found, Match)
    assert found.id == waiting.match
    client = Client()
    client.force_login(Player.objects.get(id=str(alice)))
    assert client.get(f"/matches/{table.match}/next/").headers["Location"] == f"/matches/{waiting.match}/"


def test_without_another_table_the_way_leads_home() -> None:
    table = started("Alice", "Bob")
    alice = table.players[0]
    assert alice
    services.decide(
        match_id=table.match,
        seat=0,
        decision={"kind": CONCEDE},
        expected_version=table.version(),
        decision_id=table.id,
        actor=services.player_actor(alice),
    )
    assert table.client(0).get(f"/matches/{table.match}/next/").headers["Location"] == "/"
