"""Finding, opening and filling a table through the pages, with a game that has no page of its own."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest
from django.test import Client

from matches.models import Match, Seat, Table
from players.models import Player

from .. import factories

pytestmark = pytest.mark.django_db
GAME = factories.GAME


def client_of(player: UUID) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(Player.objects.get(id=player))
    return client


@pytest.fixture
def alice() -> Client:
    return client_of(factories.person("Alice"))


@pytest.fixture
def bob() -> Client:
    return client_of(factories.person("Bob"))


def open_table(client: Client, **fields: str) -> Table:
    data = {"seats": "2", "access": "anyone", **fields}
    answer = client.post(f"/tables/open/?game={GAME}", data)
    assert answer.status_code == 302, answer.content
    return Table.objects.latest("opened_at")


def test_an_open_table_is_on_the_home_page_for_everybody(alice: Client) -> None:
    table = open_table(alice)
    page = Client().get("/").content.decode()
    assert f"/tables/{table.id}/" in page
    assert "Alice" in page


def test_a_table_for_those_with_the_link_is_not_listed(alice: Client) -> None:
    table = open_table(alice, access="link")
    assert str(table.id) not in Client().get("/").content.decode()
    assert Client().get(f"/tables/{table.id}/").status_code == 200


def test_the_last_one_to_sit_down_starts_the_match(alice: Client, bob: Client) -> None:
    table = open_table(alice)
    answer = bob.post(f"/tables/{table.id}/sit/", {"seat": "1"}, follow=True)
    match = Match.objects.get()
    assert answer.redirect_chain[-1][0] == f"/matches/{match.id}/"
    assert alice.get(f"/tables/{table.id}/")["Location"] == f"/matches/{match.id}/"


def test_bots_chosen_in_the_form_sit_down_at_once(alice: Client) -> None:
    open_table(alice, seats="3", seat_2="random", seat_3="random", seat_4="random")
    assert list(Seat.objects.order_by("number").values_list("bot", flat=True)) == ["", "random", "random"]
    assert Match.objects.count() == 1


@pytest.mark.parametrize(
    ("field", "value"), [("seats", "9"), ("seats", "two"), ("seats", ""), ("access", "all"), ("seat_2", "oracle")]
)
def test_a_form_that_makes_no_sense_is_sent_back_and_opens_nothing(alice: Client, field: str, value: str) -> None:
    data = {"seats": "3", "access": "link", "seat_3": "random", field: value}
    answer = alice.post(f"/tables/open/?game={GAME}", data)
    assert answer.status_code == 422
    assert not Table.objects.exists()
    assert '<option value="random" selected>' in answer.content.decode(), "what was filled in stays"


def test_who_is_nobody_yet_is_asked_for_a_name_first() -> None:
    answer = Client().get("/tables/open/")
    assert (answer.status_code, answer["Location"].split("?")[0]) == (302, "/login/")


def test_one_click_makes_a_guest_and_a_match_against_bots() -> None:
    client = Client()
    answer = client.post("/play/", {"seats": "4"})
    match = Match.objects.get()
    assert answer["Location"] == f"/matches/{match.id}/"
    guest = Player.objects.get()
    assert guest.is_guest
    assert list(Seat.objects.order_by("number").values_list("player", "bot")) == [
        (guest.id, ""),
        (None, "greedy"),
        (None, "greedy"),
        (None, "greedy"),
    ]


@pytest.mark.parametrize("seats", ["1", "5", "", "many", "2.5"])
def test_a_number_of_bots_that_cannot_be_is_refused(seats: str) -> None:
    answer = Client().post("/play/", {"seats": seats})
    assert answer.status_code == 400
    assert not Table.objects.exists()


def test_the_host_seats_and_removes_bots(alice: Client) -> None:
    table = open_table(alice, seats="3")
    alice.post(f"/tables/{table.id}/bot/", {"seat": "2", "bot": "random"})
    assert Seat.objects.get(number=2).bot == "random"
    alice.post(f"/tables/{table.id}/bot/remove/", {"seat": "2"})
    assert Seat.objects.get(number=2).bot == ""


def test_one_can_stand_up_and_the_host_can_close(alice: Client, bob: Client) -> None:
    table = open_table(alice, seats="3")
    bob.post(f"/tables/{table.id}/sit/", {"seat": "1"})
    bob.post(f"/tables/{table.id}/stand/")
    assert Seat.objects.get(number=1).player is None
    alice.post(f"/tables/{table.id}/close/")
    table.refresh_from_db()
    assert table.status == "closed"


@pytest.mark.parametrize(
    ("action", "fields", "status"),
    [
        ("bot/", {"seat": "1", "bot": "random"}, 403),
        ("bot/remove/", {"seat": "1"}, 403),
        ("close/", {}, 403),
        ("stand/", {}, 409),
        ("sit/", {"seat": "0"}, 409),
        ("sit/", {"seat": "7"}, 404),
        ("sit/", {"seat": "x"}, 400),
        ("sit/", {}, 400),
    ],
)
def test_who_may_not_do_it_is_told_and_changes_nothing(
    alice: Client, bob: Client, action: str, fields: dict[str, str], status: int
) -> None:
    table = open_table(alice, seats="3")
    before = list(Seat.objects.order_by("number").values_list("player", "bot"))
    answer = bob.post(f"/tables/{table.id}/{action}", fields)
    assert answer.status_code == status
    assert "Nothing was changed." in answer.content.decode()
    assert list(Seat.objects.order_by("number").values_list("player", "bot")) == before


@pytest.mark.parametrize("action", ["sit/", "stand/", "bot/", "bot/remove/", "close/"])
def test_a_link_changes_no_table(alice: Client, action: str) -> None:
    table = open_table(alice, seats="3")
    assert alice.get(f"/tables/{table.id}/{action}").status_code == 405


def test_an_unknown_table_is_said_to_be_unknown(alice: Client) -> None:
    assert alice.get(f"/tables/{uuid4()}/").status_code == 404
    assert alice.post(f"/tables/{uuid4()}/sit/", {"seat": "0"}).status_code == 404
