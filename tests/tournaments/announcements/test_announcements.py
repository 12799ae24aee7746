"""What organisers say about events: Alice organises, Bob plays, Charlie is an outsider."""

from __future__ import annotations

import base64
from dataclasses import replace
from io import BytesIO
from typing import Any
from uuid import UUID

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from players import services as accounts
from players.models import Player
from tests.tournaments.leagues import made as leagues
from tournaments import commands as tournament_commands
from tournaments import services as tournaments
from tournaments.announcements import commands as c
from tournaments.announcements import queries, services
from tournaments.announcements.about import Kind, event
from tournaments.formats.contract import EntrantNo
from tournaments.models import Announcement, EventPicture
from tournaments.state import Role
from web import limits
from web.errors import Conflict, NotAllowed, StaleVersion

from ..evenings.test_evenings import club_of, planned
from ..factories import AT_A_TABLE, opened

pytestmark = pytest.mark.django_db
WORDS = c.Announce("# Bring pens\n\nWe **play** at seven.", "Długa 1, Kraków", "Europe/Warsaw", "20 zł", "Alice, 600 1")


@pytest.fixture(autouse=True)
def nothing_counted() -> None:
    cache.clear()


def account(name: str, **how: Any) -> UUID:
    return Player.objects.create_user(name.lower(), name=name, **how).id


@pytest.fixture
def alice() -> UUID:
    return account("Alice")


@pytest.fixture
def bob() -> UUID:
    return account("Bob")


@pytest.fixture
def tournament(alice: UUID, bob: UUID) -> UUID:
    here = opened(alice, settings=replace(AT_A_TABLE, starts="2026-12-01T18:00:00+00:00"))
    tournaments.change(here, tournament_commands.EnterOneself(), by=bob)
    return here


def browser(player: UUID | None) -> Client:
    client = Client(headers={"accept-language": "en"})
    if player is not None:
        client.force_login(Player.objects.get(id=player))
    return client


def said(here: UUID, player: UUID | None, kind: Kind = Kind.TOURNAMENT) -> queries.Announced:
    return queries.announced(event(kind, here, player))


def announce(here: UUID, by: UUID, words: c.Announce = WORDS, kind: Kind = Kind.TOURNAMENT, **how: Any) -> int:
    return services.announce(event(kind, here, by), words, by=by, **how).version


def file(kind: str = "JPEG") -> bytes:
    out = BytesIO()
    Image.new("RGB", (40, 30), "blue").save(out, kind)
    return out.getvalue()


def upload(client: Client, here: UUID, content: bytes, kind: str = "tournament", **said: str) -> Any:
    sent = {"picture": SimpleUploadedFile("x.php", content, "text/html"), "described": "Our room", **said}
    return client.post(f"/about/{kind}/{here}/picture/", sent)


def test_the_page_tells_what_the_organiser_said_with_a_map_and_both_times(tournament: UUID, alice: UUID) -> None:
    form = {"text": WORDS.text, "place": WORDS.place, "zone": "Europe/Warsaw", "fee": "20 zł", "contact": "Alice"}
    assert browser(alice).post(f"/about/tournament/{tournament}/", form).status_code == 302
    reader = browser(None)
    reader.cookies["zone"] = "America/New_York"
    page = reader.get(f"/tournaments/{tournament}/").content.decode()
    assert "<h3>Bring pens</h3>" in page
    assert "https://www.openstreetmap.org/search?query=D%C5%82uga+1%2C+Krak%C3%B3w" in page
    assert "1 December 2026, 13:00" in page
    assert "1 December 2026, 19:00" in page
    assert "Europe/Warsaw" in page
    near = browser(None).get(f"/tournaments/{tournament}/").content.decode()
    assert "by the clocks there" not in near, "one time where both are the same"


def test_a_contact_is_for_those_who_take_part_unless_it_is_public(tournament: UUID, alice: UUID, bob: UUID) -> None:
    announce(tournament, alice)
    charlie = account("Charlie")
    assert [said(tournament, one).contact for one in (alice, bob, charlie, None)] == ["Alice, 600 1"] * 2 + [""] * 2
    assert said(tournament, charlie).contact_hidden
    for client in (browser(charlie), browser(None)):
        for address in (f"/tournaments/{tournament}/", f"/api/v1/tournaments/{tournament}/announcement/"):
            assert b"600 1" not in client.get(address).content
    tournaments.change(tournament, tournament_commands.Withdraw(EntrantNo(1)), by=bob)
    assert said(tournament, bob).contact == "", "who has left takes part no more"
    announce(tournament, alice, replace(WORDS, contact_public=True))
    assert said(tournament, None).contact == "Alice, 600 1"


@pytest.mark.parametrize("who", ["bob", "charlie", "nobody"])
def test_only_the_owner_writes_and_the_others_are_refused(tournament: UUID, bob: UUID, who: str) -> None:
    asker = {"bob": bob, "charlie": account("Charlie"), "nobody": None}[who]
    client = browser(asker)
    for address in ("", "picture/", "remove/all/", "remove/picture/"):
        answer = client.post(f"/about/tournament/{tournament}/{address}", {"text": "x"})
        assert answer.status_code == (302 if asker is None else 403)
    assert not Announcement.objects.exists()
    assert b"/about/tournament" not in client.get(f"/tournaments/{tournament}/").content


def test_a_league_and_an_evening_are_announced_too(alice: UUID, bob: UUID) -> None:
    league, _members = leagues.league(alice)
    announce(league, alice, kind=Kind.LEAGUE)
    assert b"Bring pens" in browser(None).get(f"/leagues/{league}/").content
    club = club_of(alice, bob)
    evening = planned(club, alice)
    announce(evening, alice, kind=Kind.EVENING)
    assert b"Bring pens" in browser(bob).get(f"/evenings/{club}/").content
    assert said(evening, None, Kind.EVENING).contact == ""
    assert said(evening, bob, Kind.EVENING).contact
    with pytest.raises(NotAllowed):
        announce(evening, bob, kind=Kind.EVENING)


def test_who_saves_second_sees_both_and_saving_twice_counts_once(tournament: UUID, alice: UUID) -> None:
    assert announce(tournament, alice, expected_version=0) == announce(tournament, alice, expected_version=0) == 1
    with pytest.raises(StaleVersion):
        announce(tournament, alice, replace(WORDS, fee="30 zł"), expected_version=0)
    form = {"text": "Mine", "place": WORDS.place, "expected_version": "0", "shown": '{"text": "", "place": ""}'}
    answer = browser(alice).post(f"/about/tournament/{tournament}/", form)
    assert answer.status_code == 409
    assert b"Bring pens" in answer.content
    assert b">\nMine</textarea>" in answer.content


def test_of_two_who_write_the_first_at_once_the_second_is_told(
    tournament: UUID, alice: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    announce(tournament, alice)
    real, seen = services._held, list[UUID]()

    def held(here: UUID) -> Announcement | None:
        seen.append(here)
        return real(here) if len(seen) > 1 else None  # it was not there yet

    monkeypatch.setattr(services, "_held", held)
    with pytest.raises(StaleVersion):
        announce(tournament, alice, c.Announce(text="Mine"), expected_version=0)
    assert said(tournament, alice).text != "Mine"


def test_a_form_with_an_error_stays_filled(tournament: UUID, alice: UUID) -> None:
    for form in ({"text": "x" * 7000, "fee": "7 zł"}, {"zone": "Mars/Base", "fee": "7 zł"}):
        answer = browser(alice).post(f"/about/tournament/{tournament}/", form)
        assert answer.status_code == 422
        assert b"7 z\xc5\x82" in answer.content
    assert not Announcement.objects.exists()


def test_a_picture_is_shown_and_served_so_that_it_is_nothing_else(tournament: UUID, alice: UUID) -> None:
    assert upload(browser(alice), tournament, file()).status_code == 302
    shown = said(tournament, None).picture
    assert shown is not None
    assert shown.address.encode() in browser(None).get(f"/tournaments/{tournament}/").content
    answer = browser(None).get(shown.address)
    assert answer["Content-Type"] == "image/webp"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert "sandbox" in answer["Content-Security-Policy"]
    refused = upload(browser(alice), tournament, b"<html><script>alert(1)</script>")
    assert refused.status_code == 400
    assert said(tournament, None).picture == shown, "the one before stays"
    browser(alice).post(f"/about/tournament/{tournament}/remove/picture/")
    assert browser(None).get(shown.address).status_code == 404


def test_of_two_who_change_the_picture_the_second_is_told(tournament: UUID, alice: UUID) -> None:
    celia, about = account("Celia"), f"/about/tournament/{tournament}/"
    tournaments.change(tournament, tournament_commands.GrantRole(celia, Role.OWNER), by=alice)
    assert upload(browser(alice), tournament, file(), instead_of="none").status_code == 302
    hers = said(tournament, None).picture
    assert hers is not None
    assert f'name="instead_of" value="{hers.mark}"' in browser(celia).get(about).content.decode()
    late = upload(browser(celia), tournament, file("PNG"), instead_of="none", described="Ours")
    assert late.status_code == 409
    assert "Somebody has changed or removed the picture" in late.content.decode()
    assert said(tournament, None).picture == hers
    assert upload(browser(celia), tournament, file(), instead_of="none").status_code == 302, "the same, sent again"
    assert upload(browser(celia), tournament, file(), instead_of=hers.mark, described="Ours").status_code == 302
    version = announce(tournament, alice)
    for what, seen in (("picture", {}), ("all", {"expected_version": version})):
        assert browser(alice).post(f"{about}remove/{what}/", {**seen, "instead_of": hers.mark}).status_code == 409
    now = said(tournament, None)
    assert now.picture is not None
    sent = {"expected_version": version - 1, "instead_of": now.picture.mark}
    assert browser(alice).post(f"{about}remove/all/", sent).status_code == 409
    assert said(tournament, None) == now
    assert browser(alice).post(f"{about}remove/all/", {**sent, "expected_version": version}).status_code == 302
    assert said(tournament, None).is_empty


def test_two_first_pictures_at_once_are_not_one_over_the_other(
    tournament: UUID, alice: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = event(Kind.TOURNAMENT, tournament, alice)
    services.show_picture(here, file(), "", by=alice, instead_of="none")
    monkeypatch.setattr(services, "_held_picture", lambda _event: None)  # it was not there yet
    with pytest.raises(Conflict, match="picture_changed"):
        services.show_picture(here, file("PNG"), "Ours", by=alice, instead_of="none")


def test_who_is_erased_takes_their_words_along(tournament: UUID, alice: UUID) -> None:
    announce(tournament, alice)
    services.show_picture(event(Kind.TOURNAMENT, tournament, alice), file(), "", by=alice)
    accounts.erase(player=Player.objects.get(id=alice), now=Player.objects.get(id=alice).joined_at)
    assert not Announcement.objects.exists()
    assert not EventPicture.objects.exists()


def test_staff_remove_what_must_not_stand_there_and_write_nothing(tournament: UUID, alice: UUID) -> None:
    staff = account("Staff", is_staff=True)
    announce(tournament, alice)
    assert b"Remove this description" in browser(staff).get(f"/tournaments/{tournament}/").content
    assert browser(staff).post(f"/about/tournament/{tournament}/", {"text": "Mine"}).status_code == 403
    assert browser(staff).post(f"/about/tournament/{tournament}/remove/all/").status_code == 302
    assert said(tournament, alice).is_empty


def test_one_person_cannot_fill_the_disk(tournament: UUID, alice: UUID, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MAX_PICTURES", 1)
    assert upload(browser(alice), tournament, file()).status_code == 302
    assert upload(browser(alice), opened(alice), file()).status_code == 409
    assert upload(browser(alice), tournament, file("PNG")).status_code == 302, "another one instead of it"
    monkeypatch.setattr(limits, "EVENT_PICTURES", limits.Limit("x", 0, 60))
    assert upload(browser(alice), tournament, file()).status_code == 429


def test_a_program_can_do_the_same(tournament: UUID, alice: UUID, bob: UUID) -> None:
    address = f"/api/v1/tournaments/{tournament}/announcement/"
    assert api(bob).post(address, {"text": "x"}, "application/json").status_code == 403
    answer = api(alice).post(address, {"text": "*Hello*", "fee": "5 €"}, "application/json")
    assert (answer.status_code, answer.json()["html"]) == (200, "<p><em>Hello</em></p>")
    stale = api(alice).post(address, {"text": "Other", "expected_version": 0}, "application/json")
    assert stale.status_code == 409
    sent = {"picture": base64.b64encode(file()).decode(), "described": "Us"}
    assert api(alice).post(f"{address}picture/", sent, "application/json").json()["picture"]["described"] == "Us"
    assert api(alice).post(f"{address}picture/", {"picture": "%%"}, "application/json").status_code == 400
    assert api(alice).post(f"{address}picture/remove/", {}, "application/json").json()["picture"] is None
    assert api(alice).post(f"{address}remove/", {}, "application/json").json()["text"] == ""


def api(player: UUID) -> Client:
    token = accounts.issue_token(
        player=Player.objects.get(id=player), label="x", now=Player.objects.get(id=player).joined_at
    )
    return Client(headers={"authorization": f"Bearer {token.secret}"})
