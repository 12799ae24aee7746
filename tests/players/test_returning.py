"""Return codes: told once, kept as a digest, replaced and revoked by their guest, worth nothing to whoever guesses."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from django.test import Client
from django.utils import timezone

from players import returning, services
from players.models import Player, ReturnCode
from web import limits

pytestmark = pytest.mark.django_db


@pytest.fixture
def guest() -> Player:
    return services.enter_as_guest(name="Greta")


def client_of(player: Player) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(player)
    return client


def issued(player: Player) -> str:
    return returning.issue(player=player, now=timezone.now())


def whose(code: str) -> Player | None:
    return returning.guest_of(code, now=timezone.now())


def back(code: str) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.post("/return/", {"code": code})
    return client


def test_a_code_brings_a_guest_back_into_a_browser_that_forgot_them(guest: Player) -> None:
    page = client_of(guest).post("/account/return/")
    code = page.content.decode().split('class="code" value="')[1].split('"')[0]
    assert page["Cache-Control"] == "no-store"
    assert back(code).get("/account/").context["user"] == guest
    assert back(code.lower().replace("-", " ")).get("/account/").context["user"] == guest
    assert code not in client_of(guest).get("/account/return/").content.decode(), "it is told once"


def test_the_database_cannot_tell_the_code(guest: Player) -> None:
    code = issued(guest)
    row = str(ReturnCode.objects.values().get())
    assert code not in row
    assert returning.plain(code) not in row


def test_a_code_has_eighty_random_bits_and_forgives_letters_taken_for_digits() -> None:
    assert len(returning.LETTERS) == 32
    assert returning.LENGTH * 5 == 80
    assert len({returning.new_code() for _ in range(200)}) == 200
    assert returning.plain("o1il-ABCD") == "0111ABCD"


def test_a_new_code_makes_the_old_one_void(guest: Player) -> None:
    old, new = issued(guest), issued(guest)
    assert whose(old) is None
    assert whose(new) == guest


@pytest.mark.parametrize("wrong", ["", "0000-0000-0000-0000", "K7QF", "x" * 61])
def test_a_wrong_code_leads_nowhere(guest: Player, wrong: str) -> None:
    issued(guest)
    client = Client(headers={"accept-language": "en"})
    assert client.post("/return/", {"code": wrong}).status_code == 422
    assert not client.get("/").context["user"].is_authenticated


def test_revoking_it_also_ends_the_guests_other_sessions(guest: Player) -> None:
    code = issued(guest)
    thief, holder = back(code), client_of(guest)
    assert thief.get("/account/").status_code == 200
    holder.post("/account/return/revoke/")
    assert whose(code) is None
    assert thief.get("/account/").status_code == 302
    assert holder.get("/account/").status_code == 200


def test_it_ends_with_the_guest(guest: Player) -> None:
    code = issued(guest)
    services.keep_account(player=guest, username="greta", password="three-ravens-on-a-gate")
    assert whose(code) is None
    assert client_of(guest).post("/account/return/").headers["Location"] == "/account/"
    other = services.enter_as_guest(name="Otto")
    gone = issued(other)
    services.erase(player=other, now=timezone.now())
    assert whose(gone) is None
    assert not ReturnCode.objects.exists()


def test_wrong_codes_are_counted_and_right_ones_are_not(guest: Player) -> None:
    code = issued(guest)
    with patch.object(limits, "RETURNS", limits.Limit("returns here", 2, 900)):
        for _ in range(4):
            assert back(code).get("/account/").status_code == 200
        client = Client()
        assert [client.post("/return/", {"code": "0" * 16}).status_code for _ in range(3)] == [422, 422, 429]
        assert client.post("/return/", {"code": code}).status_code == 429


def test_nobody_makes_a_code_for_another() -> None:
    assert Client().post("/account/return/").headers["Location"].startswith("/login/")
    assert not ReturnCode.objects.exists()
