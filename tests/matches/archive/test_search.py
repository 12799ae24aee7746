"""The archive finds finished games by what they were, for whoever may find them, and nobody else."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from datetime import timedelta
from html import unescape
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from config.management.commands import prepare
from elekt_core import get_game
from elekt_core.record.replay import replay_record
from elekt_core.record.text import parse_record
from ledger.projections import named, rebuild
from matches.archive import exports, queries
from matches.archive.models import ArchivedCard, ArchivedGame, ArchivedSeat
from matches.archive.queries import Wanted
from matches.archive.readmodels import cards_owned, cards_played
from matches.models import Table as Row
from matches.records import services as records
from tests.busy import taken_by
from web import limits
from web.costly import CHECKING
from web.errors import BadRequest

from ..factories import Table, account, person, started

VECTORS = Path(__file__).parents[3] / "docs" / "vectors"
pytestmark = pytest.mark.django_db


def ids(asker: UUID | None = None, /, **wanted: Any) -> list[UUID]:
    return [one.match.id for one in queries.search(Wanted(**wanted), player=asker).games]


def over(*names: str, **more: Any) -> Table:
    table = started(*names, **more)
    table.play_out()
    return table


def player(table: Table, seat: int) -> UUID:
    found = table.players[seat]
    assert found is not None
    return found


def test_a_running_match_is_in_no_search_until_it_is_over() -> None:
    table = started("Alice", "Bob")
    for asker in (None, *table.players):
        assert ids(asker) == []
    table.play_out()
    assert ids() == [table.match]


def test_games_are_found_by_who_played_and_how_it_ended_for_them() -> None:
    one, two = over("Alice", "Bob"), over("Alice", "bot:random")
    alice, bob = player(one, 0), player(one, 1)
    assert ids(player=str(alice)) == [one.match]
    assert set(ids(player="alice")) == {one.match, two.match}
    assert ids(player="Alice", against="Bob") == [one.match]
    assert ids(player="bot:random") == [two.match]
    assert ids(player=str(bob), against=str(alice)) == [one.match]
    winner = ArchivedGame.objects.get(match=one.match).winner
    for seat, who in ((0, alice), (1, bob)):
        expected = "shared" if winner is None else "won" if winner == seat else "lost"
        for result in ("won", "lost", "shared"):
            assert ids(player=str(who), result=result) == ([one.match] if result == expected else []), result
    assert ids(player=str(alice), seat="1") == [one.match]
    assert ids(player=str(alice), seat="2") == []
    versus = queries.search(Wanted(player=str(alice), against=str(bob)), player=None).versus
    assert versus is not None
    assert versus.games == 1
    assert versus.ahead + versus.behind == (winner is not None)


def test_two_who_met_are_compared_without_reading_their_games(django_assert_max_num_queries: Any) -> None:
    table = over("Alice", "Alicia", "Bob")
    row = ArchivedGame.objects.get(match=table.match)
    alice = str(player(table, 0))
    ArchivedSeat.objects.filter(of=row).update(rank=F("seat"))
    with django_assert_max_num_queries(9) as asked:
        versus = queries.versus(Wanted(player="ali", against="b"), queries._Asker(None))
    assert versus == queries.Versus(1, 1, 0, 0)
    searched = [one["sql"] for one in asked if 'FROM "matches_archivedseat"' in one["sql"]]
    assert all("COUNT(" in sql or "SELECT DISTINCT" in sql for sql in searched), "names, and numbers"
    both_ways = queries.versus(Wanted(player="ali", against="ali"), queries._Asker(None))
    assert both_ways == queries.Versus(1, 1, 1, 0)
    assert queries.versus(Wanted(player=alice, against=alice), queries._Asker(None)) == queries.Versus(0, 0, 0, 0)


def test_games_are_found_by_what_and_when() -> None:
    table = over("Alice", "Bob")
    row = ArchivedGame.objects.get(match=table.match)
    today = timezone.now().date()
    yes: Sequence[dict[str, Any]] = (
        {"game": "high-card"},
        {"ruleset": row.ruleset},
        {"least": row.length, "most": row.length},
        {"since": str(today - timedelta(days=1)), "until": str(today + timedelta(days=1))},
        {"origin": "here"},
    )
    no: Sequence[dict[str, Any]] = (
        {"game": "elekt"},
        {"ruleset": "other"},
        {"least": row.length + 1},
        {"most": row.length - 1},
        {"since": str(today + timedelta(days=2))},
        {"until": str(today - timedelta(days=2))},
        {"origin": "imported"},
        {"event": "Open"},
        {"event": str(uuid4())},
        {"player": str(uuid4())},
        {"game": "high-card", "card": "none"},
    )
    for wanted in yes:
        assert ids(**wanted) == [table.match], wanted
    for wanted in no:
        assert ids(**wanted) == [], wanted
    for bad in ({"since": "soon"}, {"after": "x"}, {"card": "x"}, {"player": "a\x00"}, {"event": "\x01"}):
        with pytest.raises(BadRequest):
            ids(**bad)


@pytest.mark.parametrize("access", ["link", "named"])
def test_hidden_matches_are_found_by_those_who_played_them_alone(access: str) -> None:
    """Leak: neither the list, a filter, a count nor a statistic tells others of them."""
    table = over("Alice", "Bob", access=access)
    alice, bob, charlie = player(table, 0), player(table, 1), person("Charlie")
    several: Sequence[dict[str, Any]] = (
        {},
        {"player": str(alice)},
        {"player": "Alice", "against": "Bob"},
        {"game": "high-card"},
    )
    for wanted in several:
        for asker in (None, charlie):
            assert ids(asker, **wanted) == []
            assert queries.search(Wanted(**wanted), player=asker).versus in (None, queries.Versus(0, 0, 0, 0))
        assert ids(bob, **wanted) == [table.match]
    assert ids(bob, mine="1") == [table.match]
    assert ids(None, mine="1") == []
    assert str(table.match) not in Client().get("/archive/").text
    assert Client().get("/archive/export.jsonl").content == b""


def test_who_opened_a_hidden_table_without_playing_finds_its_match() -> None:
    table, charlie = over("Alice", "Bob", access="link"), person("Charlie")
    assert ids(charlie) == []
    ArchivedGame.objects.update(host=charlie)
    assert ids(charlie) == [table.match]
    assert ids(charlie, player="Alice", against="Bob") == [table.match]
    assert ids(charlie, mine="1") == []


@pytest.mark.one_database
@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL counts its rows and chooses by that")
@pytest.mark.parametrize(("against", "index"), [("id", "archive_met_player"), ("bot:greedy", "archive_met_bot")])
def test_whom_somebody_met_is_looked_up_by_both_where_no_statistics_are(against: str, index: str) -> None:
    """Nobody calls ANALYZE on SQLite: it went through all games of the one for each game of the other."""
    who = {"id": str(uuid4())}
    wanted = Wanted(player=str(uuid4()), against=who.get(against, against))
    with CaptureQueriesContext(connection) as asked:
        queries.search(wanted, player=uuid4())
    searched = [one["sql"] for one in asked if 'FROM "matches_archivedseat"' in one["sql"]]
    assert len(searched) == 2
    with connection.cursor() as cursor:
        for statement in searched:
            cursor.execute(f"EXPLAIN QUERY PLAN {statement}")
            assert index in str(cursor.fetchall())


def test_practice_is_nowhere() -> None:
    table = over("Alice", "Bob", access="anyone")
    Row.objects.filter(id=table.id).update(access="practice")
    ArchivedGame.objects.all().delete()
    rebuild(named("archive"))
    assert not ArchivedGame.objects.exists()


def test_an_installation_that_is_older_than_the_archive_fills_it_once(capsys: pytest.CaptureFixture[str]) -> None:
    table = over("Alice", "Bob")
    ArchivedCard.objects.all().delete()
    ArchivedSeat.objects.all().delete()
    ArchivedGame.objects.all().delete()
    for said in (True, False):
        prepare.Command()._fill_archive()
        assert ("filled from the ledger" in capsys.readouterr().out) is said
        assert ids(player="Alice") == [table.match]


def test_pages_follow_each_other_without_gap_or_repetition() -> None:
    tables = [over("Alice", "bot:random") for _ in range(5)]
    seen: list[UUID] = []
    after = ""
    for _ in range(5):
        page = queries.search(Wanted(player="Alice", after=after), player=None, limit=2)
        seen += [one.match.id for one in page.games]
        after = page.next
        if not after:
            break
    assert seen == [table.match for table in reversed(tables)]


def test_cards_are_counted_for_seats_that_played_or_owned_them() -> None:
    names = ("elekt-two-seats", "enclave-three-seats", "elector-counts-two-seats")
    row = records.hand_in(b"".join((VECTORS / f"{name}.jsonl").read_bytes() for name in names), by=account("Alice"))
    while records.advance(row.id):
        pass
    assert ArchivedGame.objects.count() == 3
    assert rebuild(named("archive"), compare=True).differences == []
    some = ArchivedCard.objects.all()[0]
    nothing = queries.search(Wanted(game=some.game, card=some.card), player=None).card
    none = queries.RecordedCardCounts(0, 0, 0, 0, 0, 0, 0)
    assert nothing == queries.CardStatistics(0, 0, 0, 0, none), "what is imported may be made up"
    ArchivedGame.objects.update(imported=False)
    ArchivedCard.objects.update(imported=False)
    for card in ArchivedCard.objects.all()[:40]:
        found = queries.search(Wanted(game=card.game, card=card.card), player=None)
        assert [one.match.id for one in found.games] == [card.of_id]
        told = found.card
        assert told is not None
        rows = ArchivedCard.objects.filter(game=card.game, card=card.card)
        assert told.played == rows.filter(played=True).count()
        assert told.owned_won == rows.filter(owned=True, won=True).count()
    assert {game for (game,) in ArchivedCard.objects.values_list("game").distinct()} >= {"elekt"}


@pytest.mark.one_database
def test_what_was_played_is_what_the_record_says() -> None:
    """By the record's own text: each ``unit_assigned`` of Elekt names its seat and its Unit."""
    text = (VECTORS / "elekt-two-seats.jsonl").read_bytes()
    record, game = parse_record(text), get_game("elekt")
    replay = replay_record(game, record)
    played = cards_played(game, replay.events, record.seats)
    lines = [json.loads(line) for line in text.splitlines()]
    units = {
        (line["payload"]["seat"], line["payload"]["unit"].partition(".")[0])
        for line in lines
        if line.get("kind") == "unit_assigned"
    }
    assert units
    assert {(seat, card) for seat, cards in enumerate(played) for card in cards} >= units
    owned = cards_owned(game, replay.state(len(replay.events)), record.seats)
    assert all(owned)


def test_the_archive_is_rebuilt_equal_and_exported() -> None:
    tables = [over("Alice", "Bob"), over("Alice", "bot:random", "bot:random"), over("Alice", "Bob", access="link")]
    assert rebuild(named("archive"), compare=True).differences == []
    answer = Client().get("/archive/export.jsonl")
    text = answer.content
    assert text.count(b'"end":"elekt-record"') == 2
    assert str(tables[2].match).encode() not in text


@pytest.mark.parametrize("address", ["/archive/export.jsonl", "/api/v1/archive/export/"])
def test_an_address_exports_one_part_at_a_time(address: str) -> None:
    with taken_by(CHECKING, "127.0.0.1"):
        answers = [Client().get(address), Client(REMOTE_ADDR="192.0.2.7").get(address)]
    assert [answer.status_code for answer in answers] == [503, 200]


@pytest.mark.parametrize("address", ["/archive/export.jsonl", "/api/v1/archive/export/"])
def test_a_part_of_an_export_says_where_it_goes_on(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    """Lanes hold a part in memory, and ask for the next by themselves."""
    tables = [over("Alice", "bot:random") for _ in range(3)]
    monkeypatch.setattr(limits, "ARCHIVE_EXPORTS", limits.Limit(f"parts by {address}", 9, 600))
    for bound in ("MAX_BYTES", "FIRST_PART", "MAX_MATCHES"):
        with monkeypatch.context() as patched:
            patched.setattr(exports, bound, 1)
            assert parts_of(address) == [str(table.match) for table in reversed(tables)], bound


def parts_of(address: str) -> list[str]:
    """The matches of an export, each of which is a part."""
    query, seen = "?player=Alice&game=high-card", list[str]()
    while query:
        answer = Client().get(address + query)
        assert not answer.streaming
        assert answer.content.count(b'"end":"elekt-record"') == 1
        seen.append(json.loads(answer.content.split(b"\n")[0])["stream"])
        query = answer.headers.get("Link", "<>").partition("<")[2].partition(">")[0]
        assert not query or "player=Alice&game=high-card" in query
    return seen


@pytest.mark.parametrize("address", ["/archive/export.jsonl", "/api/v1/archive/export/"])
def test_further_parts_are_asked_for_until_the_export_is_full(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    tables = [over("Alice", "bot:random") for _ in range(4)]
    monkeypatch.setattr(exports, "FIRST_PART", 1)
    monkeypatch.setattr(exports, "PART", 1)
    monkeypatch.setattr(exports, "MAX_MATCHES", 3)
    monkeypatch.setattr(limits, "ARCHIVE_EXPORTS", limits.Limit(f"exports by {address}", 1, 600))
    answer = Client().get(f"{address}?player=Alice")
    behind = answer["X-Link-Behind"].partition("<")[2].partition(">")[0]
    seen = [json.loads(answer.content.split(b"\n")[0])["stream"]]
    while "X-Goes-On" in answer.headers:
        answer = Client().get(f"{address}?{answer['X-Goes-On']}", headers={"X-Further-Part": "1"})
        seen.append(json.loads(answer.content.split(b"\n")[0])["stream"])
    assert seen == [str(table.match) for table in reversed(tables[1:])]
    last = Client().get(address + behind, headers={"X-Further-Part": "1"})
    assert json.loads(last.content.split(b"\n")[0])["stream"] == str(tables[0].match)


def test_the_page_and_the_api_answer_alike() -> None:
    table = over("Alice", "Bob")
    client = Client(headers={"accept-language": "en"})
    for query in ("", "?game=high-card", "?player=Alice&against=Bob", "?least=&most=", "?game=elekt&card=acolyte"):
        assert client.get(f"/archive/{query}").status_code == 200, query
    assert str(table.match) in client.get("/archive/").text
    assert "1 game" in client.get("/archive/?player=Alice&against=Bob").text
    answer = client.get("/api/v1/archive/?player=Alice").json()
    assert [one["match"]["id"] for one in answer["games"]] == [str(table.match)]
    assert client.get("/archive/?since=never").status_code == 400
    assert client.get("/api/v1/archive/?seat=9").status_code == 400
    assert client.get("/api/v1/archive/export/").content.count(b"elekt-record") == 2


def figures(page: str) -> dict[str, str]:
    """Where the figures of a page of the archive lead, by their text."""
    status = page.partition('<p role="status">')[2].partition('<section class="section" aria-labelledby="found">')[0]
    return {" ".join(text.split()): unescape(at) for at, text in re.findall(r'<a href="([^"]*)">([^<]*)</a>', status)}


def listed_on(client: Client, at: str) -> int:
    page = client.get(f"/archive/{at}").content.decode()
    return len({*re.findall(r"/matches/([0-9a-f-]{36})/", page)})


def test_each_figure_of_two_players_opens_its_games() -> None:
    one, two = over("Alice", "Bob"), over("Alice", "Bob")
    ArchivedSeat.objects.filter(of=one.match).update(rank=F("seat") + 1)
    ArchivedSeat.objects.filter(of=two.match).update(rank=2 - F("seat"))
    third = over("Alice", "Bob")
    ArchivedSeat.objects.filter(of=third.match).update(rank=None)
    client = Client(headers={"Accept-Language": "en"})
    found = figures(client.get("/archive/?player=Alice&against=Bob").content.decode())
    assert [*found] == ["2 games", "1 ahead", "1 behind"]
    assert ids(player="Alice", against="Bob", placed="both") == [two.match, one.match]
    assert ids(player="Alice", against="Bob", placed="ahead") == [one.match]
    assert ids(player="Alice", against="Bob", placed="behind") == [two.match]
    assert [listed_on(client, at) for at in found.values()] == [2, 1, 1]
    assert "1 further game of both has no result." in client.get("/archive/?player=Alice&against=Bob").content.decode()
    assert client.get("/archive/?player=Alice&placed=ahead").status_code == 200
    for asked in ({"placed": "ahead"}, {"placed": "ahead", "player": "Alice"}):
        with pytest.raises(BadRequest):
            ids(**asked)


def test_each_figure_of_a_card_opens_its_games_and_only_listed_ones() -> None:
    row = records.hand_in((VECTORS / "elekt-two-seats.jsonl").read_bytes(), by=account("Alice"))
    while records.advance(row.id):
        pass
    ArchivedGame.objects.update(imported=False)
    ArchivedCard.objects.update(imported=False)
    client = Client(headers={"Accept-Language": "en"})
    card = ArchivedCard.objects.filter(played=True).order_by("card")[0]
    at = f"?game=elekt&card={card.card}"
    found = figures(client.get(f"/archive/{at}").content.decode())
    told = queries.card_statistics("elekt", card.card)
    for name, where in found.items():
        number = int(re.findall(r"\d+", name)[0])
        assert listed_on(client, where) == min(number, 1), name
    assert len(found) == 4
    assert told.played > 0
    ArchivedGame.objects.update(listed=False)
    ArchivedCard.objects.update(listed=False)
    assert ids(game="elekt", card=card.card, listed="1") == []
