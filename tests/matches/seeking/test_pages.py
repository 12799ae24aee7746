"""Play rated through the pages and the API. Alice and Bob have accounts, Charlie has nothing to do with them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from uuid import UUID

import pytest
from django.core.cache import cache
from django.test import Client

from elekt_core.registry import get_game
from matches.clocks import service_time
from matches.models import BrowserUse, Seek
from matches.seeking import live, services
from players.models import Player
from web.live.audience import Audience, frames

from ..company.test_api import program
from ..factories import GAME, account, heard, person

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    service_time.forget()
    cache.clear()
    services._looked.clear()
    yield
    service_time.forget()


def client_of(player: UUID) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(Player.objects.get(id=player))
    return client


def terms(**changes: str) -> dict[str, str]:
    return {
        "rules": f"{GAME}/{get_game(GAME).ruleset().name}",
        "seats": "2",
        "control": "rapid",
        "widest": "0",
    } | changes


def test_two_people_come_from_the_home_page_to_one_match() -> None:
    alice, bob = client_of(account("Alice")), client_of(account("Bob"))
    assert 'href="/play/rated/"' in alice.get("/").content.decode()
    waiting = alice.post("/play/rated/", terms())
    page = alice.get(waiting["location"]).content.decode()
    assert "within 100 points" in page
    assert 'http-equiv="refresh"' in page
    assert "1 player is waiting" in bob.get("/play/rated/").content.decode()
    seated = bob.post("/play/rated/", terms(), follow=True)
    match = seated.redirect_chain[-1][0]
    assert match.startswith("/matches/")
    assert alice.get(waiting["location"])["location"] == match


def test_leaving_by_the_button() -> None:
    alice = client_of(account("Alice"))
    waiting = alice.post("/play/rated/", terms())
    assert alice.post(f"{waiting['location']}leave/")["location"] == "/play/rated/"
    assert "not waiting any more" in alice.get(waiting["location"]).content.decode()
    assert "Waiting for a match" not in alice.get("/").content.decode()


def test_what_cannot_be_done_is_said_on_the_form_which_stays_filled_in() -> None:
    alice = client_of(account("Alice"))
    answer = alice.post("/play/rated/", terms(seats="3", control="never"))
    assert answer.status_code == 422
    form = answer.context["form"]
    assert (form["seats"].value(), list(form.errors)) == ("3", ["control"])
    guest = client_of(person("Guest"))
    assert "for players with an account" in guest.get("/play/rated/").content.decode()
    assert guest.post("/play/rated/", terms()).status_code == 422
    assert Client().post("/play/rated/", terms())["location"] == "/login/?next=/play/rated/"
    assert not Seek.objects.exists()


def test_a_browser_is_known_again_by_the_hash_of_its_number() -> None:
    alice, bob = account("Alice"), account("Bob")
    browser = client_of(alice)
    browser.post("/play/rated/", terms())
    browser.force_login(Player.objects.get(id=bob))
    browser.post("/play/rated/", terms())
    uses = BrowserUse.objects.all()
    assert {use.player for use in uses} == {alice, bob}
    assert len({use.browser for use in uses}) == 1
    assert browser.cookies["browser"].value not in {use.browser for use in uses}
    assert Seek.objects.filter(status="waiting").count() == 2


def test_nobody_learns_who_waits() -> None:
    alice, charlie = account("Alice"), account("Charlie")
    client_of(alice).post("/play/rated/", terms())
    row = Seek.objects.get()
    for other in (client_of(charlie), Client(headers={"accept-language": "en"})):
        pages = [other.get(path) for path in ("/", "/play/rated/", f"/play/rated/{row.id}/")]
        pages += [other.get(path) for path in ("/api/v1/seeks/queues/", "/api/v1/seeks/", f"/api/v1/seeks/{row.id}/")]
        for page in pages:
            assert "Alice" not in page.content.decode()
            assert str(alice) not in page.content.decode()
            assert str(row.id) not in page.content.decode() or page.status_code in (302, 404)
    assert client_of(charlie).get(f"/play/rated/{row.id}/").status_code == 404
    assert client_of(charlie).post(f"/play/rated/{row.id}/leave/").status_code == 404
    own, others = (row.id, str(alice)), (row.id, str(charlie))
    asking = {alice, charlie, None}
    assert live.may_hear({own: asking, others: asking}) == {own: {alice}, others: set()}
    row.refresh_from_db()
    assert row.status == "waiting"


def test_the_live_stream_says_how_it_stands_and_where_the_table_is() -> None:
    alice, bob = account("Alice"), account("Bob")
    client_of(alice).post("/play/rated/", terms())
    row = Seek.objects.get(player=alice)
    audience = Audience("seek", row.id, str(alice), "en", "html")
    client_of(bob).post("/play/rated/", terms())
    row.refresh_from_db()
    version, made = frames(audience, 1)
    assert version == row.version == 2
    assert f"/matches/{row.match}/" in made[0].data.decode()
    assert "event: go" in made[0].data.decode()


@pytest.mark.parametrize(("zone", "since"), [("Asia/Tokyo", "25 Nov 2026, 08:30"), ("UTC", "24 Nov 2026, 23:30")])
def test_since_when_somebody_waits_is_told_by_their_own_clock(zone: str, since: str) -> None:
    browser = client_of(account("Alice"))
    browser.cookies["zone"] = zone
    waiting = browser.post("/play/rated/", terms())["location"]
    Seek.objects.update(since=datetime(2026, 11, 24, 23, 30, tzinfo=UTC))
    assert since in heard(browser.get(waiting).context["stream_url"])


def test_a_program_waits_asks_and_leaves() -> None:
    alice, bob = account("Alice"), account("Bob")
    asked = {"game": GAME, "seats": 2, "control": "blitz"}
    mine = program(alice).post("seeks/", asked, status=201)
    assert (mine["status"], mine["range"], mine["others"], mine["match"]) == ("waiting", 100, 0, None)
    assert program(bob).get("seeks/queues/")[0]["waiting"] == 1
    assert program(alice).post(f"seeks/{mine['id']}/cancel/", {})["status"] == "left"
    again = program(alice).post("seeks/", asked, status=201)
    seated = program(bob).post("seeks/", asked, status=201)
    assert seated["status"] == "seated"
    assert program(alice).get(f"seeks/{again['id']}/")["match"] == seated["match"]
    program(bob).post("seeks/", asked | {"seats": 7}, status=400)
    program(bob).post("seeks/", asked, status=409)
    program(person("Guest")).post("seeks/", asked, status=409)
