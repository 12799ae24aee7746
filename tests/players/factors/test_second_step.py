"""The second step of logging in: set up, asked for, limited, replaced by a recovery code; and no way around it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client, override_settings
from django.utils import timezone

from players import queries, services
from players.models import Player, Reader
from players.notices import links
from web import limits

pytestmark = pytest.mark.django_db

PASSWORD = "three-ravens-on-a-gate"


@pytest.fixture(autouse=True)
def nothing_counted() -> Iterator[None]:
    cache.clear()  # what was tried, and which codes were used
    yield
    cache.clear()


@pytest.fixture
def alice() -> Player:
    return services.sign_up(username="alice", name="Alice", password=PASSWORD)


def browser() -> Client:
    return Client(headers={"accept-language": "en"})


def log_in(client: Client, username: str = "alice", **more: str) -> Any:
    return client.post("/login/", {"username": username, "password": PASSWORD, **more})


def is_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200


def prove(client: Client) -> None:
    """Give the password once more, as every change of the second step wants."""
    assert client.post("/account/again/", {"password": PASSWORD}).status_code == 302


def code(secret: str, ahead: int = 0) -> str:
    """What an app shows now, or a step later: each code is taken once."""
    return str(format_hotp_value(hotp_value(secret, list(yield_hotp_counters_from_time())[1 + ahead])))


def shown(page: str, ident: str) -> str:
    found = re.search(rf'id="{ident}"[^>]* value="([^"]*)"|id="{ident}"[^>]*>([^<]*)<', page)
    assert found, page
    return found[1] or found[2]


def set_up(client: Client) -> tuple[str, list[str]]:
    """The app's secret and the recovery codes."""
    log_in(client)
    prove(client)
    secret = shown(client.get("/account/second/app/").content.decode(), "key")
    answer = client.post("/account/second/app/", {"code": code(secret)})
    assert answer["Location"] == "/account/second/codes/"
    codes = shown(client.get("/account/second/codes/").content.decode(), "codes").split()
    cache.clear()
    return secret, codes


@pytest.fixture
def app(alice: Player) -> tuple[str, list[str]]:
    return set_up(browser())


def test_the_code_of_the_app_is_asked_for_behind_the_password(app: tuple[str, list[str]]) -> None:
    client = browser()
    asked = log_in(client, next="/friends/")
    assert asked["Location"] == "/login/second/"
    assert not is_in(client), "the password alone does not log in"
    assert client.post("/login/second/", {"code": "000000"}).status_code == 422
    assert not is_in(client)
    answer = client.post("/login/second/", {"code": code(app[0])})
    assert answer["Location"] == "/friends/", "to the page that was wanted"
    assert is_in(client)


def test_a_code_of_the_app_is_taken_once(app: tuple[str, list[str]]) -> None:
    first, second = browser(), browser()
    for client in (first, second):
        log_in(client)
    seen = code(app[0])
    assert first.post("/login/second/", {"code": seen}).status_code == 302
    assert second.post("/login/second/", {"code": seen}).status_code == 422


def test_a_recovery_code_replaces_the_app_once(app: tuple[str, list[str]]) -> None:
    assert len(set(app[1])) == 10
    for taken in (True, False):
        client = browser()
        log_in(client)
        client.post("/login/second/", {"code": app[1][3]})
        assert is_in(client) is taken
    client = browser()
    log_in(client)
    client.post("/login/second/", {"code": app[1][4]})
    page = client.get("/account/second/").content.decode()
    assert "8 codes are left" in page
    prove(client)
    assert app[1][5] not in client.get("/account/second/codes/").content.decode(), "they were shown once"
    client.post("/account/second/codes/new/")
    new = shown(client.get("/account/second/codes/").content.decode(), "codes").split()
    other = browser()
    log_in(other)
    assert other.post("/login/second/", {"code": app[1][5]}).status_code == 422, "new ones make the old ones void"
    assert other.post("/login/second/", {"code": new[0]}).status_code == 302


def test_wrong_codes_are_limited_and_right_ones_are_not_counted(
    app: tuple[str, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    limit = limits.WRONG_PROOFS
    monkeypatch.setattr(limits, "WRONG_PROOFS", limits.Limit(limit.name, 2, limit.seconds))
    client = browser()
    log_in(client)
    statuses = [client.post("/login/second/", {"code": "000000"}).status_code for _ in range(3)]
    assert statuses == [422, 422, 429]
    refused = client.post("/login/second/", {"code": code(app[0])})
    assert refused.status_code == 429, "nor is the right one looked at"
    assert "Too many attempts" in refused.content.decode()
    elsewhere = browser()
    log_in(elsewhere)
    assert elsewhere.post("/login/second/", {"code": code(app[0])}).status_code == 429, "whoever has the password"


def test_a_new_second_step_ends_other_sessions_tokens_and_devices(alice: Player) -> None:
    here, elsewhere = browser(), browser()
    log_in(elsewhere)
    issued = services.issue_token(player=alice, label="bot", now=timezone.now())
    secret, _codes = set_up(here)
    assert is_in(here)
    assert not is_in(elsewhere)
    assert queries.token_for_secret(issued.secret) is None
    log_in(elsewhere)
    elsewhere.post("/login/second/", {"code": code(secret)})
    prove(here)
    assert here.post("/account/second/app/remove/").status_code == 302
    assert is_in(here)
    assert not is_in(elsewhere)
    assert log_in(browser())["Location"] == "/"
    assert not Authenticator.objects.exists(), "recovery codes for nothing"


def test_a_new_password_does_not_go_around_it(app: tuple[str, list[str]], alice: Player) -> None:
    """Whoever reads somebody's e-mails."""
    alice.refresh_from_db()
    client = browser()
    link = links.reset(alice, Reader(player=alice.pk))
    new = "seven-lanterns-below"
    data = {"new_password1": new, "new_password2": new}
    assert client.post(link[link.index("/reset/") :], data)["Location"] == "/login/"
    assert not is_in(client)
    answer = client.post("/login/", {"username": "alice", "password": new})
    assert answer["Location"] == "/login/second/"
    assert not is_in(client)


def test_merging_does_not_go_around_it(app: tuple[str, list[str]], alice: Player) -> None:
    """A guest who names an account is logged in to it at the end."""
    client = browser()
    client.post("/guest/", {"name": "Bob"})
    data = {"username": "alice", "password": PASSWORD}
    for wrong in ("", "000000"):
        page = client.post("/account/merge/", {**data, "code": wrong})
        assert page.status_code == 422
        assert "told" not in page.context
    page = client.post("/account/merge/", {**data, "code": code(app[0])})
    client.post("/account/merge/confirm/", {"told": page.context["told"]})
    assert client.get("/account/").context["user"] == alice


def test_a_guest_who_comes_back_stays_the_guest_until_the_second_step(
    app: tuple[str, list[str]], alice: Player
) -> None:
    client = browser()
    client.post("/guest/", {"name": "Bob"})
    guest = Player.objects.get(name="Bob")
    assert log_in(client)["Location"] == "/login/second/"
    assert client.get("/account/").context["user"] == guest
    client.post("/login/second/", {"code": code(app[0])})
    assert client.get("/account/").context["user"] == alice


PAGES = ("", "app/", "codes/", "codes/new/", "passkeys/add/")


@pytest.mark.parametrize("path", PAGES)
def test_nobody_changes_it_without_proof(alice: Player, path: str) -> None:
    at = {"host": "localhost"}
    assert browser().get(f"/account/second/{path}", headers=at)["Location"].startswith("/login/?next=")
    client = browser()
    log_in(client)
    answer = client.get(f"/account/second/{path}", headers=at)
    if path == "codes/":
        assert answer.status_code == 404, "there are none"
    elif path:
        assert answer["Location"].startswith("/account/again/?next=")
    guest = browser()
    guest.post("/guest/", {"name": "Bob"})
    assert guest.get(f"/account/second/{path}")["Location"] == "/account/keep/"


def test_the_password_is_asked_for_so_often(alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "WRONG_PROOFS", limits.Limit("proofs here", 1, 900))
    client = browser()
    log_in(client)
    assert [client.post("/account/again/", {"password": "x"}).status_code for _ in range(2)] == [422, 429]
    assert client.post("/account/again/", {"password": PASSWORD}).status_code == 429


def test_the_database_tells_neither_the_key_nor_the_codes(app: tuple[str, list[str]], alice: Player) -> None:
    stored = str(list(Authenticator.objects.values()))
    assert app[0] not in stored
    assert not any(one in stored for one in app[1])
    with override_settings(SECRET_KEY="another installation"):
        client = browser()
        log_in(client)
        assert client.post("/login/second/", {"code": code(app[0])}).status_code == 422, "closed, not open"


def test_an_erased_account_leaves_no_second_step(app: tuple[str, list[str]], alice: Player) -> None:
    services.erase(player=alice, now=timezone.now())
    assert not Authenticator.objects.exists()


def test_the_operator_turns_it_off_for_whoever_lost_everything(app: tuple[str, list[str]], alice: Player) -> None:
    call_command("forget_second_step", "alice", stdout=StringIO())
    client = browser()
    assert log_in(client)["Location"] == "/"
    assert is_in(client)
    for nobody in ("alice", "bob"):
        with pytest.raises(CommandError):
            call_command("forget_second_step", nobody, stdout=StringIO())


def test_a_stored_session_is_as_good_as_before(alice: Player) -> None:
    """What was hashed before there was a number still counts."""
    from django.contrib.auth.base_user import AbstractBaseUser

    assert alice.get_session_auth_hash() == AbstractBaseUser.get_session_auth_hash(alice)
    before = alice.get_session_auth_hash()
    alice.end_sessions()
    assert alice.get_session_auth_hash() != before


@pytest.mark.parametrize(
    ("host", "says"),
    [
        ("192.168.1.7:8000", "open at a number (192.168.1.7)"),
        ("[::1]:8000", "open at a number (::1)"),
        ("play.example", "open without https"),
        ("localhost:8000", ""),
    ],
)
def test_where_browsers_give_no_passkeys_none_is_offered_and_the_page_says_why(
    alice: Player, host: str, says: str
) -> None:
    with override_settings(ALLOWED_HOSTS=["*"]):
        client = Client(headers={"accept-language": "en", "host": host})
        log_in(client)
        page = client.get("/account/second/").content.decode()
        assert ("/account/second/passkeys/add/" in page) is not bool(says)
        assert says in page
        client.post("/logout/")
        assert ("/login/passkey/" in client.get("/login/").content.decode()) is not bool(says)
        log_in(client)
        prove(client)
        assert client.get("/account/second/app/").status_code == 200, "an app can be had everywhere"


def test_a_passkey_that_is_none_is_refused(alice: Player) -> None:
    client = browser()
    deep, foreign = "[" * 5000, '{"response": {"userHandle": "AAAA"}}'
    for credential in ("", "[]", "{}", "x", '{"id": 1}', '{"id": "AA", "rawId": "AA", "response": []}', foreign, deep):
        answer = client.post("/login/passkey/", {"credential": credential}, headers={"host": "localhost"})
        assert answer.status_code == 302
        assert answer["Location"] == "/login/"
    assert "_auth_user_id" not in client.session


def test_passkeys_are_tried_only_so_often_from_an_address(alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "WRONG_PROOFS", limits.Limit("proofs here", 2, 900))
    client = browser()
    for _ in range(3):
        client.post("/login/passkey/", {"credential": '{"id": 1}'}, headers={"host": "localhost"})
    assert "Too many attempts" in client.get("/login/").content.decode()


def test_other_sites_are_offered_only_where_the_settings_name_them(alice: Player) -> None:
    client = browser()
    assert "Continue with" not in client.get("/login/").content.decode()
    assert client.post("/login/with/google/login/").status_code == 404
    log_in(client)
    assert "other sites" not in client.get("/account/").content.decode()
    assert client.get("/account/connected/").status_code == 404
