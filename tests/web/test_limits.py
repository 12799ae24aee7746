"""What costs others something can be done only so often, and whoever keeps within that never notices."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

import pytest
from django.core.cache import cache
from django.test import Client, RequestFactory
from django.utils import timezone

from matches.models import Table
from players import services
from players.models import ApiToken, Player
from web import limits
from web.limits import Limit, TooMany

pytestmark = pytest.mark.django_db
PASSWORD = "three-ravens-on-a-gate"


@pytest.fixture(autouse=True)
def nothing_counted() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def lower(monkeypatch: pytest.MonkeyPatch, name: str, most: int) -> None:
    limit: Limit = getattr(limits, name)
    monkeypatch.setattr(limits, name, Limit(limit.name, most, limit.seconds))


def log_in(password: str, address: str = "10.0.0.1", username: str = "alice") -> int:
    client = Client(headers={"accept-language": "en"}, REMOTE_ADDR=address)
    return client.post("/login/", {"username": username, "password": password}).status_code


def test_a_limit_counts_each_key_for_itself_and_anew_in_each_span(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000_000.0
    monkeypatch.setattr("web.limits.monotonic", lambda: now)
    limit = Limit("test", 2, 60)
    limit.take("a")
    limit.take("a")
    limit.take("b")
    with pytest.raises(TooMany) as caught:
        limit.take("a")
    assert caught.value.seconds == 60 - 1_000_000 % 60
    assert caught.value.minutes == 1
    now += 60
    limit.take("a")


def test_passwords_are_tried_only_so_often_and_only_failures_count(monkeypatch: pytest.MonkeyPatch) -> None:
    services.sign_up(username="alice", name="Alice", password=PASSWORD)
    lower(monkeypatch, "FAILED_LOG_INS_AS", 2)
    for _ in range(4):
        assert log_in(PASSWORD) == 302
    assert [log_in("wrong"), log_in("wrong"), log_in("wrong")] == [422, 422, 429]
    assert log_in(PASSWORD) == 429, "nor is the right one looked at"
    assert log_in(PASSWORD, address="10.0.0.2") == 302, "somebody elsewhere is not kept out"
    assert log_in("wrong", username="bob") == 422


def test_one_address_does_not_try_many_names(monkeypatch: pytest.MonkeyPatch) -> None:
    lower(monkeypatch, "FAILED_LOG_INS", 3)
    statuses = [log_in("wrong", username=f"player{n}") for n in range(5)]
    assert statuses == [422, 422, 422, 429, 429]


def test_a_refused_log_in_says_when_to_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    lower(monkeypatch, "FAILED_LOG_INS", 0)
    client = Client(headers={"accept-language": "en"})
    page = client.post("/login/", {"username": "alice", "password": "x"}).content.decode()
    assert "Too many attempts. Try again in" in page
    assert 'value="alice"' in page


@pytest.mark.parametrize(
    ("address", "fields"),
    [
        ("/signup/", {"name": "Alice", "username": "alice", "password": PASSWORD}),
        ("/guest/", {"name": "Alice"}),
        ("/play/", {"seats": "2"}),
    ],
)
def test_new_players_of_an_address_are_limited(
    monkeypatch: pytest.MonkeyPatch, address: str, fields: dict[str, str]
) -> None:
    lower(monkeypatch, "NEWCOMERS", 0)
    answer = Client(headers={"accept-language": "en"}).post(address, fields)
    assert answer.status_code == 429
    assert "Too many attempts" in answer.content.decode()
    assert not Player.objects.exists()


@pytest.fixture
def alice() -> Player:
    return services.enter_as_guest(name="Alice")


def test_tokens_are_made_only_so_often(alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    lower(monkeypatch, "NEW_TOKENS", 1)
    client = Client()
    client.force_login(alice)
    assert client.post("/account/tokens/", {"label": "one"}).status_code == 200
    assert client.post("/account/tokens/", {"label": "two"}).status_code == 429
    assert ApiToken.objects.count() == 1


def test_tables_are_opened_only_so_often_by_page_and_api_together(
    alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    lower(monkeypatch, "OPENED_TABLES", 1)
    client = Client()
    client.force_login(alice)
    assert client.post("/tables/open/", {"seats": "2", "access": "anyone"}).status_code == 302
    again = client.post("/tables/open/", {"seats": "3", "access": "link"})
    assert again.status_code == 422
    assert 'value="3"' in again.content.decode()
    assert client.post("/play/", {"seats": "2"}).status_code == 429
    assert client.post("/games/elekt/learn/first_game/").status_code == 429
    token = services.issue_token(player=alice, label="test", now=timezone.now()).secret
    answer = client.post(
        "/api/v1/tables/",
        {"game": "elekt", "seats": 2},
        content_type="application/json",
        headers={"authorization": f"Bearer {token}"},
    )
    assert answer.status_code == 429
    assert (answer.json()["code"], answer.json()["data"]["seconds"] > 0) == ("too_often", True)
    assert Table.objects.count() == 1


def test_names_in_the_form_count_as_searches(alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    lower(monkeypatch, "SEARCHES", 1)
    client = Client()
    client.force_login(alice)
    asked = {"name": "add", "names": "Bob"}
    assert [client.post("/tables/open/", asked).status_code for _ in range(2)] == [422, 429]
    assert client.get("/tables/open/players/?names=bo").status_code == 429
    assert client.post("/tables/open/", {"seats": "2", "access": "anyone"}).status_code == 302


def test_searching_for_players_is_limited(alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    lower(monkeypatch, "SEARCHES", 1)
    token = services.issue_token(player=alice, label="test", now=timezone.now()).secret
    header = {"authorization": f"Bearer {token}"}
    found = Client().get("/api/v1/players/?name=ali", headers=header)
    assert [UUID(row["id"]) for row in found.json()] == [alice.id]
    assert Client().get("/api/v1/players/?name=ali", headers=header).status_code == 429
    assert Client().get("/api/v1/players/?name=ali").status_code == 401


@pytest.mark.parametrize(
    ("sent", "counted"),
    [("192.0.2.7", "192.0.2.7"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"), ("", "")],
)
def test_an_ipv6_network_counts_as_one_address(sent: str, counted: str) -> None:
    assert limits.address(RequestFactory().get("/", REMOTE_ADDR=sent)) == counted


def test_nobody_goes_through_usernames_to_see_who_is_here(monkeypatch: pytest.MonkeyPatch) -> None:
    lower(monkeypatch, "TAKEN_USERNAMES", 3)
    services.sign_up(username="taken", name="Alice", password=PASSWORD)
    asked = {"name": "Bob", "username": "taken", "password": PASSWORD}
    assert [Client().post("/signup/", asked).status_code for _ in range(4)] == [422] * 3 + [429]
    assert Client(REMOTE_ADDR="10.0.0.2").post("/signup/", asked).status_code == 422
