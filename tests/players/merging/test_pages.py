"""Making two profiles one on the pages: with both passwords, or with the word of an organiser. Alice organises, Bob
was written down by name and has an account."""

from __future__ import annotations

from io import StringIO
from uuid import UUID

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from ledger import store
from matches.models import Table as Row
from matches.tables import queries as table_queries
from matches.tables import services as table_services
from matches.tables.commands import OpenTable, SitDown
from players import queries as people
from players import services as accounts
from players.merging import commands as merging_commands
from players.merging import services as merging
from players.merging.models import Merge
from players.models import Player
from players.ratings import queries as ratings
from players.ratings.outcome import person
from tests.matches.conftest import high_card as high_card
from tests.matches.factories import GAME, Table
from tests.players.ratings.factories import played
from tests.tournaments.factories import AT_A_TABLE, opened, play_round, stage, state_of
from tournaments import commands, rating, services
from tournaments.decisions.field import Newcomer
from tournaments.state import Role

pytestmark = pytest.mark.django_db
PASSWORD = "three-ravens-on-a-gate"


@pytest.fixture(autouse=True)
def nothing_counted() -> None:
    cache.clear()


def account(name: str) -> UUID:
    return accounts.sign_up(username=name.lower(), name=name, password=PASSWORD).id


def browser(player: UUID | None) -> Client:
    client = Client(headers={"accept-language": "en"})
    if player is not None:
        client.force_login(Player.objects.get(id=player))
    return client


def told(client: Client, username: str, password: str = PASSWORD) -> tuple[int, str, str]:
    """Status, page, and what is signed to be confirmed."""
    answer = client.post("/account/merge/", {"username": username, "password": password})
    page = answer.content.decode()
    _, _, rest = page.partition('name="told" value="')
    return answer.status_code, page, rest.partition('"')[0]


# --- with both passwords ----------------------------------------------------------------------------------


def test_somebody_with_two_accounts_sees_what_follows_and_makes_them_one() -> None:
    bob, second, charlie = account("Bob"), account("Robert"), account("Charlie")
    played([person(second), person(charlie)])
    client = browser(bob)
    status, page, signed = told(client, "robert")
    assert (status, "Robert becomes Bob" in page, "1544" in page) == (200, True, True)
    assert not Merge.objects.exists(), "nothing is done yet"
    assert browser(charlie).post("/account/merge/confirm/", {"told": signed}).status_code == 403
    client.post("/account/merge/confirm/", {"told": signed})
    assert people.names([second]) == {second: "Bob"}
    assert browser(None).get(f"/players/{second}/").headers["location"] == f"/players/{bob}/"
    assert "1544" in browser(None).get(f"/players/{bob}/").content.decode()
    merger = Merge.objects.get().id
    assert browser(charlie).post(f"/account/merge/{merger}/undo/").status_code == 403
    client.post(f"/account/merge/{merger}/undo/")
    assert people.names([second]) == {second: "Robert"}


def test_a_guest_becomes_the_account_that_they_had_already() -> None:
    bob, guest = account("Bob"), accounts.enter_as_guest(name="Bobby")
    client = browser(guest.id)
    assert "I already have an account" in client.get("/account/").content.decode()
    _, _, signed = told(client, "bob")
    client.post("/account/merge/confirm/", {"told": signed})
    assert "bob" in client.get("/account/").content.decode(), "logged in as the account"
    assert people.profiles(bob) == {bob, guest.id}


@pytest.mark.parametrize(
    ("username", "password"), [("robert", "wrong-password"), ("nobody", PASSWORD), ("bob", PASSWORD), ("", "")]
)
def test_what_is_wrong_is_said_and_the_form_stays_filled(username: str, password: str) -> None:
    client = browser(account("Bob"))
    account("Robert")
    status, page, signed = told(client, username, password)
    assert (status, signed) == (422, "")
    assert f'value="{username}"' in page or not username
    assert browser(None).get("/account/merge/").status_code == 302


def test_what_was_signed_for_somebody_or_long_ago_does_nothing() -> None:
    client = browser(account("Bob"))
    answer = client.post("/account/merge/confirm/", {"told": "forged"}, follow=True)
    assert "That took too long" in answer.content.decode()


def test_whoever_sits_at_a_table_finishes_first_and_who_sat_together_are_two() -> None:
    bob, second = account("Bob"), account("Robert")
    table = table_services.open_table(OpenTable(game=GAME, seats=2), by=second)
    assert "is at an unfinished table" in told(browser(bob), "robert")[1]
    table_services.change(table.table, SitDown(), by=bob)
    assert "sat at one table" in told(browser(bob), "robert")[1]


def test_the_matches_of_both_are_the_person_s() -> None:
    bob, second, charlie = account("Bob"), account("Robert"), account("Charlie")
    here = table_services.open_table(
        OpenTable(game=GAME, seats=2, bots={1: "random"}, access=Row.Access.NAMED), by=second
    )
    assert here.match is not None
    Table(here.table, here.match, [second, None]).play_out()
    _, _, signed = told(browser(bob), "robert")
    browser(bob).post("/account/merge/confirm/", {"told": signed})
    assert [one.id for one in table_queries.matches_of(player=bob)] == [here.match]
    assert browser(bob).get(f"/matches/{here.match}/").status_code == 200
    assert browser(charlie).get(f"/matches/{here.match}/").status_code == 404


def test_whoever_runs_the_platform_does_it_by_a_command() -> None:
    bob, second = account("Bob"), account("Robert")
    played([person(second), person(account("Charlie"))])
    said = StringIO()
    call_command("merge_profiles", str(bob), str(second), stdout=said)
    assert "1 games, 1544 and - become 1544" in said.getvalue()
    assert "nothing is done" in said.getvalue()
    call_command("merge_profiles", str(bob), str(second), "--yes", stdout=said)
    assert people.profiles(bob) == {bob, second}
    with pytest.raises(CommandError):
        call_command("merge_profiles", str(bob), str(second), "--yes")
    call_command("merge_profiles", str(Merge.objects.get().id), "--undo", stdout=said)
    assert people.profiles(bob) == {bob}


# --- with the word of an organiser ------------------------------------------------------------------------


def club_evening(alice: UUID, *also: UUID) -> tuple[UUID, UUID]:
    """A rated tournament with four names, one round played; the id of the first one's profile."""
    tournament = opened(alice, stage(form="round_robin"), settings=AT_A_TABLE)
    names = [accounts.new_person(f"Name {n}", written_in=tournament) for n in range(4)]
    for one in names:
        one.save()
    newcomers = [Newcomer(one.id) for one in names] + [Newcomer(one) for one in also]
    services.change(tournament, commands.Enter(tuple(newcomers)), by=alice)
    services.change(tournament, commands.StartStage("main"), by=alice)
    services.change(tournament, commands.Pair("main"), by=alice)
    play_round(tournament, alice)
    return tournament, names[0].id


def test_results_recorded_under_a_name_are_claimed_and_confirmed() -> None:
    alice, bob, charlie = account("Alice"), account("Bob"), account("Charlie")
    tournament, name = club_evening(alice)
    key = rating.key_of(state_of(tournament))
    for other in [one.player for one in state_of(tournament).entries.values() if one.player and one.player != name]:
        Player.objects.filter(id=other).update(username=other.hex)  # they have an account now
        services.change(tournament, commands.ConfirmEntry(), by=other)
    assert person(name) not in {rung.who for rung in ratings.ladder(key)}, "nobody answers for the name yet"
    address = f"/tournaments/{tournament}/entrants/1/"
    assert "This is me" not in browser(None).get(address).content.decode()
    his = browser(bob)
    assert "This is me" in his.get(address).content.decode()
    his.post(f"{address}claim/")
    assert "You have claimed this name" in his.get(address).content.decode()
    hers = browser(alice)
    assert "1 person claims" in hers.get(f"/tournaments/{tournament}/desk/").content.decode()
    claims = f"/tournaments/{tournament}/claims/"
    assert his.get(claims).status_code == browser(charlie).get(claims).status_code == 403
    assert ">Bob</a>" in hers.get(claims).content.decode()
    merger = Merge.objects.get()
    assert his.post(f"{claims}{merger.id}/", {"answer": "confirm"}).status_code == 403
    hers.post(f"{claims}{merger.id}/", {"answer": "confirm"})
    assert person(bob) in {rung.who for rung in ratings.ladder(key)}
    assert state_of(tournament).entries[1].player == bob, "he plays on himself"  # type: ignore[index]
    assert ">Bob<" in hers.get(address).content.decode()
    assert person(name) not in {rung.who for rung in ratings.ladder(key)}
    accounts.erase(player=Player.objects.get(id=bob), now=timezone.now())
    assert "Bob" not in hers.get(address).content.decode()


def test_a_claim_is_taken_back_or_declined_and_then_nothing_has_happened() -> None:
    alice, bob = account("Alice"), account("Bob")
    tournament, name = club_evening(alice)
    address = f"/tournaments/{tournament}/entrants/1/claim/"
    his = browser(bob)
    his.post(address)
    his.post(address, {"what": "take_back"})
    his.post(address)
    asked = Merge.objects.get(status=Merge.Status.ASKED)
    browser(alice).post(f"/tournaments/{tournament}/claims/{asked.id}/", {"answer": "decline"})
    assert people.profiles(bob) == {bob}
    assert Player.objects.get(id=name).merged_into is None
    assert his.post(address, {"what": "take_back"}).status_code == 404


def test_of_two_who_answer_a_claim_the_second_is_told_and_one_answer_sent_twice_counts_once() -> None:
    alice, bob, dana = account("Alice"), account("Bob"), account("Dana")
    tournament, name = club_evening(alice)
    services.change(tournament, commands.GrantRole(dana, Role.ARBITER), by=alice)
    browser(bob).post(f"/tournaments/{tournament}/entrants/1/claim/")
    claims, merger = f"/tournaments/{tournament}/claims/", Merge.objects.get()
    windows = [(browser(one), browser(one).get(claims).context) for one in (alice, dana)]
    sent = [
        {"expected_version": context["claims"][0].version, "decision_id": str(context["decision"])}
        for _client, context in windows
    ]
    for _ in range(2):
        assert windows[0][0].post(f"{claims}{merger.id}/", {"answer": "confirm", **sent[0]}).status_code == 302
    answer = windows[1][0].post(f"{claims}{merger.id}/", {"answer": "decline", **sent[1]})
    assert answer.status_code == 409
    assert "This request has already been answered." in answer.content.decode()
    assert Player.objects.get(id=name).merged_into_id == bob
    assert store.version(merger.id) == 2


def test_nobody_claims_another_player_or_a_tournament_that_they_are_in() -> None:
    alice, bob = account("Alice"), account("Bob")
    tournament, _ = club_evening(alice, bob)
    other, elsewhere = club_evening(alice)
    entry = f"/tournaments/{tournament}/entrants/"
    assert browser(bob).post(f"{entry}1/claim/").status_code == 409, "he is in it himself"
    assert browser(account("Charlie")).post(f"{entry}5/claim/").status_code == 409, "that is Bob"
    guest = accounts.enter_as_guest(name="Gast").id
    assert browser(guest).post(f"{entry}1/claim/").status_code == 403
    merger = merging.ask(merging_commands.Ask(account("Dana"), elsewhere, other))
    wrong = browser(alice).post(f"/tournaments/{tournament}/claims/{merger}/", {"answer": "confirm"})
    assert wrong.status_code == 409
