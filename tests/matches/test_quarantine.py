"""A game is gone, or its package fails to load: its matches are read as before and nobody can play them on."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from matches import quarantine, tasks
from matches.models import BroughtCard, Match
from matches.models import Table as Row
from matches.play import services
from matches.play.timeline import timelines
from matches.solo.models import SoloGame
from matches.tables import services as table_services
from matches.tables.commands import OpenTable, SitDown
from players.models import Player
from tests.elekt_core.conftest import OUTSIDE, Site, site
from tests.sampling import sample
from web.errors import GameUnavailable

from .factories import Table, account, started

__all__ = ["site"]
pytestmark = pytest.mark.django_db

Breaks = Callable[[Site], None]


def fails(site: Site) -> None:
    site.install("high_stakes", "import no_such_module\n")


def goes(site: Site) -> None:
    site.remove("high_stakes")


@pytest.fixture
def kept(site: Site) -> Site:
    site.install("high_stakes", (OUTSIDE / "high_stakes.py").read_text())
    return site


def played(*, over: bool) -> Table:
    table = started("Alice", "Bob", game="high_stakes", seed="quarantined")
    table.play_out() if over else table.go_on()
    return table


def broken(site: Site, breaks: Breaks) -> None:
    breaks(site)
    timelines.forget()


def pages_of(match: UUID) -> list[str]:
    return [f"/matches/{match}/", f"/matches/{match}/replay/", f"/matches/{match}/replay/3/", f"/matches/{match}/?as=0"]


both = pytest.mark.parametrize("breaks", [fails, goes])


@both
def test_a_finished_match_is_shown_plainly_and_its_record_is_the_same_to_the_byte(kept: Site, breaks: Breaks) -> None:
    table = played(over=True)
    row = Match.objects.get(id=table.match)
    before = table.client(0).get(f"/matches/{table.match}/record/?as=open").getvalue()
    broken(kept, breaks)
    for client in (table.client(0), Client(headers={"accept-language": "en"})):
        for address in pages_of(table.match):
            answer = client.get(address)
            page = answer.content.decode()
            assert answer.status_code == 200, address
            assert "Alice" in page
            assert "Bob" in page
            assert "game_ended" in page
            assert "high_stakes" in page
            assert all(f"<td>{score}</td>" in page for score in row.scores)
        assert client.get(f"/matches/{table.match}/record/").getvalue() == before
        assert client.get(f"/api/v1/matches/{table.match}/record/").getvalue() == before
    english = Client(headers={"accept-language": "en"}).get(f"/matches/{table.match}/").content.decode()
    assert "is not available on this server now" in english


@both
def test_of_a_running_match_nothing_hidden_is_shown_and_nobody_can_play(kept: Site, breaks: Breaks) -> None:
    table = played(over=False)
    asked = table.awaited()
    decision, version = table.option(asked), table.version()
    broken(kept, breaks)
    client = table.client(asked)
    page = client.get(f"/matches/{table.match}/").content.decode()
    assert "cards_dealt" in page
    assert "&quot;cards&quot;" not in page, "what others hold stands in the payloads"
    sent = {"decision": '{"kind": "play"}', "decision_id": str(uuid4()), "expected_version": str(version)}
    assert client.post(f"/matches/{table.match}/decide/", sent).status_code == 409
    for address in (f"/matches/{table.match}/record/", f"/matches/{table.match}/choose/"):
        assert client.get(address, headers={"hx-request": "true"}).status_code == 409
    with pytest.raises(GameUnavailable):
        services.decide(
            match_id=table.match,
            seat=asked,
            decision=decision,
            expected_version=version,
            decision_id=uuid4(),
            actor=services.player_actor(table.players[asked] or UUID(int=0)),
        )
    assert table.version() == version


@both
@pytest.mark.parametrize("how", sample([{"at": "3"}], [{"how": "again"}, {"at": "3"}, {}]))
def test_nobody_practises_from_its_matches(kept: Site, breaks: Breaks, how: dict[str, str]) -> None:
    alice = account("Alice")
    match = table_services.open_table(
        OpenTable(game="high_stakes", seats=2, access=Row.Access.PRACTICE), by=alice
    ).match
    broken(kept, breaks)
    client = Client(headers={"accept-language": "en"})
    client.force_login(_person(alice))
    answer = client.post(f"/matches/{match}/practise/", how)
    assert answer.status_code == 409
    assert "is not available on this server now" in answer.content.decode()
    assert Match.objects.count() == 1


@both
def test_the_api_reads_what_is_kept_and_says_why_it_shows_no_position(kept: Site, breaks: Breaks) -> None:
    table = played(over=True)
    broken(kept, breaks)
    client = Client(headers={"accept-language": "en"})
    match = client.get(f"/api/v1/matches/{table.match}/")
    assert (match.status_code, match.json()["game"]) == (200, "high_stakes")
    for what in ("position", "events", "stream", "verification"):
        answer = client.get(f"/api/v1/matches/{table.match}/{what}/")
        assert (what, answer.status_code) == (what, 409)
        assert answer.json()["code"] == "game_unavailable"
        assert "is not available on this server now" in answer.content.decode()
    assert str(table.match) in client.get("/api/v1/matches/?over=true").content.decode()
    assert "high_stakes" not in [game["name"] for game in client.get("/api/v1/games/").json()]


@both
def test_lists_profiles_and_ladders_show_its_matches(kept: Site, breaks: Breaks) -> None:
    table = played(over=True)
    running = played(over=False)
    broken(kept, breaks)
    client = table.client(0)
    for address in ("/", "/matches/", f"/players/{table.players[0]}/", "/ratings/", "/tournaments/", "/leagues/"):
        answer = client.get(address)
        assert answer.status_code == 200, address
    page = client.get("/matches/").content.decode()
    assert f"/matches/{table.match}/" in page
    assert f"/matches/{running.match}/" in client.get("/").content.decode() + page
    for address in (
        "/tables/open/?game=high_stakes",
        "/games/high_stakes/learn/",
        "/tournaments/new/?game=high_stakes",
    ):
        assert client.get(address).status_code == 404, address


@both
def test_an_open_table_can_be_looked_at_and_no_match_starts_there(kept: Site, breaks: Breaks) -> None:
    host, guest = account("Alice"), account("Bob")
    opened = table_services.open_table(OpenTable(game="high_stakes", seats=2, ruleset="", bots={}, options={}), by=host)
    broken(kept, breaks)
    client = Client(headers={"accept-language": "en"})
    assert "so no match can start" in client.get(f"/tables/{opened.table}/").content.decode()
    with pytest.raises(GameUnavailable):
        table_services.change(opened.table, SitDown(1), by=guest)
    assert not Match.objects.exists()


@both
def test_bots_of_its_matches_are_not_asked_for_over_and_over(
    kept: Site, breaks: Breaks, sent: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = started("Alice", "bot:random", game="high_stakes", seed="quarantined")
    row = Match.objects.get(id=table.match)
    while not row.due:
        table.go_on()
        row.refresh_from_db()
    monkeypatch.setattr("matches.tasks.RESEND_AFTER", tasks.RESEND_AFTER * 0)
    sent.clear()
    tasks.resend()
    assert [task for task, _ in sent] == ["matches.tasks.play"]
    broken(kept, breaks)
    sent.clear()
    tasks.resend()
    assert sent == []
    tasks.play(str(row.id), row.awaited.bit_length() - 1, row.version)
    row.refresh_from_db()
    assert row.due
    kept.install("high_stakes", (OUTSIDE / "high_stakes.py").read_text())
    tasks.resend()
    assert [task for task, _ in sent] == ["matches.tasks.play"], "it goes on when the game is back"


@both
def test_verifying_everything_proves_the_chain_and_says_what_was_left_out(kept: Site, breaks: Breaks) -> None:
    match = played(over=True).match
    broken(kept, breaks)
    out = StringIO()
    call_command("verify", "--all", stdout=out, stderr=StringIO())
    assert f"part {match}: " in out.getvalue()
    assert "1 of them by their chain alone" in out.getvalue()
    out = StringIO()
    call_command("verify", str(match), stdout=out)
    assert "chain (" in out.getvalue()


@both
def test_rebuilding_keeps_the_rows_that_cannot_be_made_again(kept: Site, breaks: Breaks) -> None:
    match = played(over=True).match
    BroughtCard.objects.create(match=match, card="ace")
    SoloGame.objects.create(
        match=match, game="high_stakes", ruleset="x", level="", player=UUID(int=1), begun_at=timezone.now()
    )
    broken(kept, breaks)
    for projection in ("matches", "brought_cards", "solo"):
        with pytest.raises(CommandError, match="high_stakes"):
            call_command("rebuild", projection, stdout=StringIO(), stderr=StringIO())
    assert BroughtCard.objects.filter(match=match).exists()
    assert SoloGame.objects.filter(match=match).exists()
    assert Match.objects.get(id=match).ended_at is not None


def test_whoever_runs_the_server_is_told_which_package_failed_and_why(
    kept: Site, caplog: pytest.LogCaptureFixture
) -> None:
    broken(kept, fails)
    why = "ModuleNotFoundError: No module named 'no_such_module'"
    (warning,) = quarantine.check()
    assert why in warning.msg
    quarantine.report()
    assert why in caplog.text
    client = Client(headers={"accept-language": "en"})
    assert client.get("/staff/games/").status_code == 404
    outsider, staff = account("Charlie"), account("Dana", staff=True)
    for who, status in ((outsider, 404), (staff, 200)):
        client.force_login(_person(who))
        answer = client.get("/staff/games/")
        assert answer.status_code == status
    assert "no_such_module" in answer.content.decode()
    assert "high_stakes 1.0" in answer.content.decode()


def test_the_home_page_offers_another_game_where_the_usual_one_fails(kept: Site, settings: Any) -> None:
    settings.DEFAULT_GAME = "high_stakes"
    broken(kept, fails)
    for address in ("/", "/tables/open/", "/tournaments/new/"):
        client = Client(headers={"accept-language": "en"})
        client.force_login(_person(account(f"Alice {len(address)}")))
        assert client.get(address).status_code == 200, address


def _person(who: UUID) -> Player:
    return Player.objects.get(id=who)
