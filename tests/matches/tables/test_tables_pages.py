"""Finding, opening and filling a table through the pages, with a game that has no page of its own."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.utils import timezone

from elekt_core.errors import BadSetup
from matches.models import Invitation, Match, Seat, Table
from players import services as players
from players.models import Player
from players.queries import called, nearest, search

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


def test_one_click_makes_a_guest_and_a_match_against_bots() -> None:
    client = Client()
    answer = client.post("/play/", {"seats": "4"})
    match = Match.objects.get()
    assert answer["Location"] == f"/matches/{match.id}/"
    guest = Player.objects.get()
    assert guest.is_guest
    assert list(Seat.objects.order_by("number").values_list("player", "bot")) == [
        (guest.id, ""),
        (None, "level3"),
        (None, "level3"),
        (None, "level3"),
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


# --- rulesets, options, names ---------------------------------------------------------------------------------


def form(client: Client, status: int, game: str = GAME, **fields: object) -> str:
    """The form as it comes back."""
    data = {"ruleset": "", "seats": "2", "access": "anyone", **fields}
    answer = client.post(f"/tables/open/?game={game}", data)
    assert answer.status_code == status, answer.content.decode()[-3000:]
    return answer.content.decode()


def test_the_form_offers_what_the_rulesets_say(alice: Client) -> None:
    page = alice.get(f"/tables/open/?game={GAME}").content.decode()
    for text in ("High Card 2", "high-card-1 in one sentence.", 'name="option_note"', 'value="zażółć"'):
        assert text in page
    assert 'name="option_suit"' not in page, "what is for old records is not offered"
    page = alice.get("/tables/open/?game=duel&ruleset=duel-1&option_level=hard").content.decode()
    assert 'value="hard" id="id_option_level_1" checked' in page
    assert 'name="seats"' not in page, "it is for one"


def test_a_table_is_opened_under_the_ruleset_and_the_options_that_were_chosen(alice: Client) -> None:
    table = open_table(alice, ruleset="high-card-1", seats="3", option_note="zażółć")
    assert (table.ruleset, table.size, table.options) == ("high-card-1", 3, {"note": "zażółć"})
    page = alice.get(f"/tables/{table.id}/").content.decode()
    assert "High Card 1" in page
    assert "Note" in page
    assert "High Card 1" in Client().get("/").content.decode()


def test_a_ruleset_for_one_starts_at_once_whatever_the_other_fields_say(alice: Client) -> None:
    answer = alice.post(
        "/tables/open/?game=duel", {"ruleset": "duel-1", "seats": "4", "option_level": "hard", "access": "link"}
    )
    assert answer.status_code == 302
    table = Table.objects.get()
    assert (table.size, table.options, table.status) == (1, {"level": "hard"}, "started")


@pytest.mark.parametrize(
    "wrong",
    [
        {"ruleset": "high-card-9"},
        {"ruleset": "high-card-1", "seats": "4"},
        {"option_note": "nonsense"},
        {"cards": "no-list"},
        {"access": "named", "names": "Nobody At All"},
        {"access": "named", "seats": "3"},
    ],
    ids=["ruleset", "seats", "option", "cards", "name", "too few named"],
)
def test_one_wrong_field_is_named_and_the_rest_stays_filled(alice: Client, wrong: dict[str, str]) -> None:
    page = form(alice, 422, **{"option_note": "zażółć", "seat_2": "random", "seats": "3", "access": "link"} | wrong)
    assert not Table.objects.exists()
    assert 'class="errors"' in page
    assert '<option value="random" selected>' in page
    if "option_note" not in wrong:
        assert 'value="zażółć" id="id_option_note_1" checked' in page


def test_a_form_that_is_sent_twice_opens_one_table(alice: Client) -> None:
    page = alice.get("/tables/open/")
    sent = {"seats": "3", "access": "link", "decision_id": str(page.context["decision_id"])}
    first, again = (alice.post("/tables/open/", sent) for _ in range(2))
    assert first["Location"] == again["Location"]
    assert Table.objects.count() == 1
    assert alice.post("/tables/open/", {**sent, "seats": "4"})["Location"] != first["Location"]


def test_what_the_service_refuses_is_said_in_the_form(alice: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise BadSetup("bad_option", field="note", value="x", known="y")

    monkeypatch.setattr("matches.tables.services.open_table", refuse)
    page = form(alice, 422, option_note="zażółć")
    assert 'id="id_option_note-errors"' in page


def test_players_are_named_by_name_and_only_they_and_the_host_see_the_table(alice: Client, bob: Client) -> None:
    charlie = client_of(factories.person("Charlie"))
    table = open_table(alice, access="named", names=" bob ")
    assert Invitation.objects.get().table == table
    for client, status in ((alice, 200), (bob, 200), (charlie, 404), (Client(), 404)):
        assert client.get(f"/tables/{table.id}/").status_code == status
    assert "you are invited" in bob.get("/").content.decode()
    assert str(table.id) not in charlie.get("/").content.decode()
    assert "Bob" in alice.get(f"/tables/{table.id}/").content.decode()


def test_naming_sends_the_form_back_with_who_was_found(alice: Client, bob: Client) -> None:
    page = form(alice, 200, name="add", names="Bob", option_note="zażółć")
    found = Player.objects.get(name="Bob")
    assert f'value="{found.id}" checked' in page
    assert 'value="named" id="id_access_2" checked' in page.replace(" required", "")
    assert 'value="zażółć" id="id_option_note_1" checked' in page
    assert not Table.objects.exists()
    form_of_all = {"access": "named", "invited": [str(found.id)], "names": ""}
    assert alice.post(f"/tables/open/?game={GAME}", {"seats": "2", **form_of_all}).status_code == 302
    assert Invitation.objects.get().player == found.id


def test_a_name_of_several_asks_whom_one_means(alice: Client) -> None:
    bobs = [factories.person("Bob"), factories.person("Bob")]
    page = form(alice, 422, name="add", names="Bob")
    assert "Several players are called “Bob”" in page
    for bob in bobs:
        assert f'id="invited-{bob}" value="{bob}">' in page
    open_table(alice, access="named", invited=str(bobs[1]), names="Bob")
    assert Invitation.objects.get().player == bobs[1]


def test_an_unknown_name_is_said_with_the_nearest_and_stays(alice: Client, bob: Client) -> None:
    page = form(alice, 422, name="add", names="Bob, Bobb")
    assert "Nobody else here is called “Bobb”. Did you mean “Bob”?" in page
    assert 'value="Bobb"' in page
    assert f'value="{Player.objects.get(name="Bob").id}" checked' in page


def test_nobody_names_themselves_or_somebody_erased(alice: Client) -> None:
    gone = Player.objects.get(id=factories.person("Gone"))
    players.erase(player=gone, now=timezone.now())
    page = form(alice, 422, name="add", names="Alice, Gone", invited=[str(gone.id), "no-id"])
    assert "“Alice”" in page
    assert "“Gone”" in page
    assert 'name="invited"' not in page


def test_names_are_suggested_to_those_who_are_logged_in(alice: Client, bob: Client) -> None:
    factories.person("Łucja Bobrowska")
    page = alice.get("/tables/open/players/?names=Alice, bo").content.decode()
    assert '<option value="Alice, Bob">' in page
    assert '<option value="Alice, Łucja Bobrowska">' in page
    assert "<option" not in alice.get("/tables/open/players/?names=b").content.decode()
    assert "<option" not in alice.get("/tables/open/players/?names=ali").content.decode(), "oneself is not offered"
    assert Client().get("/tables/open/players/?names=bo").status_code == 302


def test_the_solo_game_starts_with_one_click_at_the_chosen_level() -> None:
    client = Client(headers={"accept-language": "en"})
    answer = client.post("/play/", {"game": "duel", "ruleset": "duel-1", "level": "hard"})
    match = Match.objects.get()
    assert answer["Location"] == f"/matches/{match.id}/"
    assert Table.objects.get().options == {"level": "hard"}
    page = client.get(f"/matches/{match.id}/").content.decode()
    assert "Duel with the bank" in page
    assert "hard one" in page
    assert "The bank" in client.get("/").content.decode()


@pytest.mark.parametrize("wrong", [{"level": "godlike"}, {"ruleset": "duel-9"}, {"game": "chess"}])
def test_a_solo_game_that_cannot_be_is_refused_and_makes_no_guest(wrong: dict[str, str]) -> None:
    answer = Client().post("/play/", {"game": "duel", "ruleset": "duel-1", "level": "hard", **wrong})
    assert answer.status_code in (400, 404)
    assert not Player.objects.exists()


@pytest.mark.parametrize("name", ["Bo\0b", "Bob\u202e", "B" * 5000])
def test_what_nobody_can_be_called_finds_nobody(alice: Client, bob: Client, name: str) -> None:
    assert "<option" not in alice.get("/tables/open/players/", {"names": name}).content.decode()
    assert form(alice, 422, name="add", names=name)
    assert (called(name), search(name), nearest(name)) == ([], [], "")
