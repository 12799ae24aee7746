"""Pages of notices, the address, a new password, and what links in e-mails lead to."""

from __future__ import annotations

import re
from uuid import UUID

import pytest
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from players import services as accounts
from players.models import Player
from players.notices import links, services
from players.notices.delivering import deliver_all
from players.notices.kinds import Kind
from players.notices.models import Delivery, Device, Reader
from tests.players.notices.test_telling import moved_up, person
from tests.sinks import Browser

pytestmark = pytest.mark.django_db
PAGE = "/account/notices/"
PASSWORD = "correct horse"
BROWSER = Browser()


@pytest.fixture(autouse=True)
def no_e_mails_yet() -> None:
    mail.outbox = []
    cache.clear()


def client_of(player: UUID) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(Player.objects.get(pk=player))
    return client


def link_in(text: str) -> str:
    found = re.search(r"http://localhost:8000(\S+\?t=\S+)", text)
    assert found
    return found[1]


def letter() -> str:
    deliver_all()
    return link_in(str(mail.outbox[-1].body))


def device(**changes: str) -> dict[str, str]:
    known = {"endpoint": "https://fcm.googleapis.com/fcm/send/1", "key": BROWSER.key, "secret": BROWSER.secret}
    return known | changes


def test_an_address_counts_once_its_link_was_opened_and_confirmed() -> None:
    bob = person("Bob")
    client = client_of(bob)
    client.post(f"{PAGE}address/", {"address": "bob@example.org", "password": PASSWORD})
    assert moved_up(bob) == 0
    link = letter()
    assert client.get(link).status_code == 200
    assert Reader.objects.get(player=bob).confirmed_at is None
    Client().post(link)
    assert moved_up(bob) == 1


def test_a_link_confirms_only_the_address_it_went_to() -> None:
    bob = person("Bob")
    client = client_of(bob)
    client.post(f"{PAGE}address/", {"address": "bob@example.org", "password": PASSWORD})
    link = letter()
    client.post(f"{PAGE}address/", {"address": "other@example.org", "password": PASSWORD})
    assert client.post(link).status_code == 410
    assert client.post(f"{reverse('players:confirm_address')}?t=nonsense").status_code == 410
    assert Reader.objects.get(player=bob).confirmed_at is None


@pytest.mark.parametrize("address", ["bob", "bob@", "bob@localhost\r\nBcc: x@example.org", "b" * 300 + "@example.org"])
def test_a_bad_address_is_refused(address: str) -> None:
    assert client_of(person("Bob")).post(f"{PAGE}address/", {"address": address}).status_code in {400, 422}


def test_a_session_or_a_token_alone_sets_no_address_and_there_are_only_so_many_tries() -> None:
    bob = person("Bob", address="bob@example.org")
    client = client_of(bob)
    for password in ("", "wrong"):
        answer = client.post(f"{PAGE}address/", {"address": "mallory@example.org", "password": password})
        assert answer.status_code == 400
        assert "This is not your password." in answer.content.decode()
    token = accounts.issue_token(player=Player.objects.get(pk=bob), label="bot", now=timezone.now()).secret
    program = Client(headers={"authorization": f"Bearer {token}"})
    assert program.get("/api/v1/notices/").json()["confirmed"]
    sent = {"address": "mallory@example.org", "password": PASSWORD}
    assert program.post("/api/v1/notices/address/", sent, "application/json").status_code == 404
    tries = [client.post(f"{PAGE}address/", {**sent, "password": "no"}).status_code for _ in range(9)]
    assert tries[-1] == 429
    assert client.post(f"{PAGE}address/", sent).status_code == 429
    assert (Reader.objects.get(player=bob).address, Delivery.objects.count()) == ("bob@example.org", 0)


def test_who_has_no_password_chooses_one_first() -> None:
    bob = Player.objects.get(pk=person("Bob"))
    bob.set_unusable_password()
    bob.save()
    sent = {"address": "mallory@example.org", "password": ""}
    assert client_of(bob.pk).post(f"{PAGE}address/", sent).status_code == 409


def test_the_old_address_hears_of_its_end_even_if_the_new_one_is_removed_at_once() -> None:
    bob = person("Bob", address="bob@example.org")
    client = client_of(bob)
    moved_up(bob)
    client.post(f"{PAGE}address/", {"address": "mallory@example.org", "password": PASSWORD})
    client.post(f"{PAGE}address/")
    deliver_all()
    (letter,) = mail.outbox
    assert (letter.to, letter.subject) == (["bob@example.org"], "This is no longer the e-mail address of your account")
    assert "mallory" not in letter.body


def test_the_page_says_what_came_of_an_address() -> None:
    client = client_of(person("Bob", address="bob@example.org"))

    def said(**sent: str) -> str:
        page = client.post(f"{PAGE}address/", sent, follow=True).content.decode()
        (found,) = [one for one in ("A link was sent", "your address already", "is removed.") if one in page]
        return found

    assert said(address="bob@example.org") == "your address already"
    assert said(address="other@example.org", password=PASSWORD) == "A link was sent"
    assert said(address="  ") == "is removed."


def test_nobody_has_strangers_written_to_for_ever() -> None:
    client = client_of(person("Bob"))
    sent = [{"address": f"x{n}@example.org", "password": PASSWORD} for n in range(8)]
    answers = [client.post(f"{PAGE}address/", one).status_code for one in sent]
    assert answers[-1] == 429


def test_guests_have_no_address() -> None:
    guest = Player.objects.create_user(None, name="Gast")
    assert client_of(guest.pk).post(f"{PAGE}address/", {"address": "g@example.org"}).status_code == 409


def test_choices_are_kept_as_they_were_sent() -> None:
    bob = person("Bob", address="bob@example.org")
    client = client_of(bob)
    assert client.post(f"{PAGE}choose/", {"wanted": ["moved_up.push", "digest.mail"]}).status_code == 302
    assert moved_up(bob) == 0
    page = client.get(PAGE).content.decode()
    assert re.search(r'value="digest.mail"\s+checked', page)
    assert not re.search(r'value="moved_up.mail"\s+checked', page)
    assert client.post(f"{PAGE}choose/", {"wanted": ["moved_up.letter"]}).status_code in {400, 422}


def test_one_click_stops_a_kind_without_cookies_and_a_look_stops_nothing() -> None:
    bob = person("Bob", address="bob@example.org")
    link = links.stop(bob, Kind.MOVED_UP).removeprefix("http://localhost:8000")
    strict = Client(enforce_csrf_checks=True)
    strict.get(link)
    assert moved_up(bob) == 1
    assert strict.post(link, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert moved_up(bob, key="again") == 0
    assert strict.post(f"{link}x").status_code == 410


def test_a_click_in_an_older_e_mail_stops_the_profile_that_was_kept_and_makes_nobody_anew() -> None:
    alice, bob = person("Alice", address="alice@example.org"), person("Bob")
    Player.objects.filter(pk=bob).update(merged_into=alice, is_active=False)
    assert Client().post(links.stop(bob, Kind.MOVED_UP).removeprefix("http://localhost:8000")).status_code == 200
    assert moved_up(alice) == moved_up(bob, key="again") == 0
    accounts.erase(player=Player.objects.get(pk=alice), now=timezone.now())
    services.stop(alice, Kind.MOVED_UP)
    assert not Reader.objects.filter(player=alice).exists()


def test_a_forgotten_password_is_set_anew_once() -> None:
    bob = Player.objects.get(pk=person("Bob", address="bob@example.org"))
    Client().post("/reset/", {"who": bob.username or ""})
    link = letter()
    client = Client()
    assert client.get(link).status_code == 200
    assert client.post(link, {"new_password1": "12345", "new_password2": "12345"}).status_code == 422
    client.post(link, {"new_password1": "a new horse battery", "new_password2": "a new horse battery"})
    bob.refresh_from_db()
    assert bob.check_password("a new horse battery")
    assert client.get(link).status_code == 410


def test_nobody_learns_whether_there_is_an_account() -> None:
    bob = Player.objects.get(pk=person("Bob"))
    pages = [Client().post("/reset/", {"who": who}).content for who in (bob.username or "", "nobody", "x@example.org")]
    plain = {re.sub(rb'[\w]{64}|value="[^"]*"', b"", page) for page in pages}
    assert len(plain) == 1
    assert Delivery.objects.count() == 0


def test_a_browser_is_added_and_removed_by_its_person_alone() -> None:
    bob, charlie = person("Bob"), person("Charlie")
    assert client_of(bob).post(f"{PAGE}devices/", device()).status_code == 302
    found = Device.objects.get(player=bob)
    assert client_of(charlie).post(f"{PAGE}devices/remove/", {"device": found.pk}).status_code == 404
    assert client_of(bob).post(f"{PAGE}devices/remove/", {"device": found.pk}).status_code == 302
    assert Device.objects.count() == 0


@pytest.mark.parametrize(
    "changes",
    [{"endpoint": "http://127.0.0.1/admin"}, {"endpoint": "https://10.0.0.1/"}, {"key": "AAAA"}, {"secret": "AAAA"}],
)
def test_a_device_that_is_none_is_refused(changes: dict[str, str]) -> None:
    assert client_of(person("Bob")).post(f"{PAGE}devices/", device(**changes)).status_code in {400, 422}
    assert Device.objects.count() == 0


def test_nobody_takes_over_a_browser_whose_address_they_know() -> None:
    bob, charlie = person("Bob"), person("Charlie")
    client_of(bob).post(f"{PAGE}devices/", device())
    assert client_of(charlie).post(f"{PAGE}devices/", device(key=Browser().key)).status_code in {400, 422}
    assert Device.objects.get().player == bob


def test_logging_out_ends_the_notices_of_that_browser() -> None:
    bob = person("Bob", devices=1)
    client = client_of(bob)
    client.post(f"{PAGE}devices/", device())
    Client().post("/logout/")
    assert Device.objects.filter(player=bob).count() == 2
    client.post("/logout/")
    assert Device.objects.get(player=bob).endpoint.startswith("https://push.example")


@pytest.mark.parametrize("how", ["keeps the account", "logs in to another", "comes back later"])
def test_a_device_does_not_outlive_the_log_out_however_the_session_changed(how: str) -> None:
    guest, bob = Player.objects.create_user(None, name="Gast"), Player.objects.get(pk=person("Bob"))
    client = client_of(guest.pk)
    client.post(f"{PAGE}devices/", device())
    if how == "keeps the account":
        client.post("/account/keep/", {"username": "gast", "password": "a new horse battery"})
        assert not Player.objects.get(pk=guest.pk).is_guest
    elif how == "logs in to another":
        client.post("/login/", {"username": bob.username, "password": PASSWORD})
    else:
        Session.objects.all().delete()
        client.force_login(guest)
    assert Device.objects.count() == 1
    client.post("/logout/")
    assert Device.objects.count() == 0


def test_a_new_password_ends_all_devices() -> None:
    bob = Player.objects.get(pk=person("Bob", devices=2))
    bob.set_password("a new horse battery")
    bob.save()
    assert Device.objects.count() == 0


def test_the_app_has_a_manifest_a_worker_at_the_root_and_a_page_that_is_nobodys() -> None:
    client = client_of(person("Bob"))
    assert client.get("/manifest.webmanifest").json()["display"] == "standalone"
    worker = client.get("/worker.js")
    assert worker["Content-Type"] == "text/javascript"
    assert b"notificationclick" in worker.content
    assert "Bob" not in Client().get("/offline/").content.decode()


def test_pages_are_for_who_is_logged_in() -> None:
    assert Client().get(PAGE).status_code == 302
    assert Client().post(f"{PAGE}choose/").status_code == 302


def test_confirmed_reader_has_no_trace_in_the_page_of_another() -> None:
    bob, charlie = person("Bob", address="bob@example.org"), person("Charlie")
    assert "bob@example.org" in client_of(bob).get(PAGE).content.decode()
    page = client_of(charlie)
    assert all("bob@example.org" not in page.get(path).content.decode() for path in (PAGE, f"/players/{bob}/"))
    assert Reader.objects.get(player=bob).confirmed_at <= timezone.now()  # type: ignore[operator]
