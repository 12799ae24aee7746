"""Clubs: Alice founds them, Bob joins, Charlie has nothing to do with them."""

from __future__ import annotations

import re
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from ledger import projections
from players import services as accounts
from players.clubs import commands as c
from players.clubs import queries, services
from players.clubs.models import ClubText
from players.clubs.state import Role
from players.models import Player
from players.ratings.outcome import person
from tests.players.notices.devices import told, with_devices
from tests.players.ratings.factories import played
from web.errors import BadRequest, NotAllowed, NotFound, Refused

pytestmark = pytest.mark.django_db


def account(name: str) -> UUID:
    return accounts.sign_up(username=name.lower(), name=name, password="dvopq-83nvfg").id


@pytest.fixture
def alice() -> UUID:
    return account("Alice")


@pytest.fixture
def bob() -> UUID:
    return account("Bob")


def founded(owner: UUID, **more: object) -> UUID:
    about = {"name": "Klub Bastion", "place": "Gdańsk"} | more
    return services.found(c.FoundClub(**about), by=owner).club  # type: ignore[arg-type]


def with_members(owner: UUID, *players: UUID) -> UUID:
    club = founded(owner, open_entry=True)
    for player in players:
        services.change(club, c.Join(), by=player)
    return club


def roles(club: UUID) -> dict[UUID, Role]:
    return {player: member.role for player, member in services.existing(club).members.items()}


def browser(player: UUID | None) -> Client:
    client = Client(headers={"accept-language": "en"})
    if player is not None:
        client.force_login(Player.objects.get(id=player))
    return client


# --- joining ----------------------------------------------------------------------------------------------


def test_a_large_club_is_read_page_by_page(
    django_assert_max_num_queries: DjangoAssertNumQueries, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice = account("Alice")
    club = services.found(c.FoundClub("Meeples", open_entry=True), by=alice).club
    for name in ("Bob", "Charlie", "Dora"):
        services.change(club, c.Join(), by=account(name))
    monkeypatch.setattr(queries, "MEMBERS_PAGE", 2)
    with django_assert_max_num_queries(8):
        first = queries.club(club_id=club, player=None)
    second = queries.club(club_id=club, player=None, page=2)
    assert (first.whole, first.pages) == (4, 2)
    assert [one.name for one in (*first.members, *second.members)] == ["Alice", "Bob", "Charlie", "Dora"]
    assert queries.club(club_id=club, player=None, page=99).page == 2
    page = Client(headers={"accept-language": "en"}).get(f"/clubs/{club}/?page=2").content.decode()
    assert "Dora" in page
    assert "Page 2 of 2" in page


def test_whoever_asks_is_in_once_an_officer_admits_them(alice: UUID, bob: UUID) -> None:
    club = founded(alice)
    services.change(club, c.Join(), by=bob)
    assert roles(club) == {alice: Role.OWNER}
    with pytest.raises(NotAllowed):
        services.change(club, c.Admit(bob), by=bob)
    services.change(club, c.Admit(bob), by=alice)
    assert roles(club) == {alice: Role.OWNER, bob: Role.MEMBER}
    with pytest.raises(Refused, match="nobody_asks"):
        services.change(club, c.Admit(account("Charlie")), by=alice)


def test_nobody_is_in_a_club_without_having_said_so(alice: UUID, bob: UUID) -> None:
    club = founded(alice)
    services.change(club, c.Invite(bob), by=alice)
    assert bob not in roles(club)
    assert [(line.id, line.invited) for line in queries.clubs(player=bob, mine=True)] == [(club, True)]
    services.change(club, c.Drop(), by=bob)
    assert queries.clubs(player=bob, mine=True) == []
    services.change(club, c.Invite(bob), by=alice)
    services.change(club, c.Join(), by=bob)
    assert roles(club)[bob] is Role.MEMBER


def test_an_invitation_is_told_and_taken_back_with_it(alice: UUID, bob: UUID) -> None:
    with_devices([alice, bob])
    club = founded(alice)
    for told_bob in (["invited_to_club"], []):
        services.change(club, c.Invite(bob) if told_bob else c.Drop(bob), by=alice)
        assert (told(alice), told(bob)) == ([], told_bob)


def test_a_guest_neither_founds_nor_joins(alice: UUID) -> None:
    guest = accounts.enter_as_guest(name="Gast").id
    club = founded(alice, open_entry=True)
    for refused in (
        lambda: founded(guest),
        lambda: services.change(club, c.Join(), by=guest),
        lambda: services.change(club, c.Invite(guest), by=alice),
    ):
        with pytest.raises(NotAllowed, match="needs_account"):
            refused()


# --- rights -----------------------------------------------------------------------------------------------


def test_a_club_always_has_an_owner(alice: UUID, bob: UUID) -> None:
    club = with_members(alice, bob)
    with pytest.raises(Refused, match="last_owner"):
        services.change(club, c.Leave(), by=alice)
    with pytest.raises(Refused, match="last_owner"):
        services.change(club, c.GrantRole(alice, Role.MEMBER), by=alice)
    services.change(club, c.GrantRole(bob, Role.OWNER), by=alice)
    services.change(club, c.Leave(), by=alice)
    assert roles(club) == {bob: Role.OWNER}
    services.change(club, c.Leave(), by=bob)
    assert services.existing(club).closed
    assert queries.clubs(player=None) == []


def test_an_officer_looks_after_members_and_not_after_officers(alice: UUID, bob: UUID) -> None:
    charlie, dana = account("Charlie"), account("Dana")
    club = with_members(alice, bob, charlie, dana)
    with pytest.raises(NotAllowed):
        services.change(club, c.Leave(charlie), by=bob)
    services.change(club, c.GrantRole(bob, Role.OFFICER), by=alice)
    services.change(club, c.GrantRole(dana, Role.OFFICER), by=alice)
    services.change(club, c.Leave(charlie), by=bob)
    with pytest.raises(NotAllowed):
        services.change(club, c.Leave(dana), by=bob)
    with pytest.raises(NotAllowed):
        services.change(club, c.GrantRole(bob, Role.OWNER), by=bob)
    with pytest.raises(NotAllowed):
        services.change(club, c.Close(), by=bob)
    with pytest.raises(NotAllowed):
        services.change(club, c.ChangeClub("Mine", place="", about="", open_entry=True, listed=True), by=bob)


def test_what_is_asked_twice_with_one_id_happens_once(alice: UUID) -> None:
    decision = uuid4()
    first = services.found(c.FoundClub("Bastion"), by=alice, decision_id=decision)
    again = services.found(c.FoundClub("Bastion"), by=alice, decision_id=decision)
    assert (again.club, again.repeated) == (first.club, True)


@pytest.mark.parametrize("name", ["", "x", "y" * 81, "bad\x07bell"], ids=["empty", "short", "long", "bell"])
def test_a_name_that_cannot_be_shown_is_refused(alice: UUID, name: str) -> None:
    with pytest.raises(BadRequest):
        services.found(c.FoundClub(name), by=alice)


# --- who may know -----------------------------------------------------------------------------------------


def test_a_hidden_membership_is_seen_by_the_club_alone(alice: UUID, bob: UUID) -> None:
    club, charlie = with_members(alice, bob), account("Charlie")
    played([person(alice), person(bob)])
    services.change(club, c.Hide(hidden=True), by=bob)
    for asker, sees in ((alice, True), (bob, True), (charlie, False), (None, False)):
        assert (bob in {one.player for one in queries.club(club_id=club, player=asker).members}) is sees
        assert bool(queries.clubs_of(bob, asker=asker)) is sees
        assert (person(bob) in queries.members_of(club, asker=asker)) is sees
        client = browser(asker)
        for address in (f"/clubs/{club}/", f"/ratings/?club={club}"):
            assert (">Bob<" in client.get(address).content.decode()) is sees, (address, asker)
        assert ("Klub Bastion" in client.get(f"/players/{bob}/").content.decode()) is sees
    assert queries.clubs(player=charlie)[0].members == 1


def test_an_unlisted_club_is_found_by_its_address_alone(alice: UUID, bob: UUID) -> None:
    club = with_members(alice, bob)
    services.change(club, c.ChangeClub("Bastion", place="", about="", open_entry=True, listed=False), by=alice)
    assert queries.clubs(player=None, text="Bastion") == []
    assert queries.clubs_of(alice, asker=None) == []
    assert browser(None).get(f"/clubs/{club}/").status_code == 200
    with pytest.raises(NotFound):
        queries.club(club_id=uuid4(), player=alice)


def test_no_club_looks_like_another_of_its_place(alice: UUID, bob: UUID) -> None:
    club = founded(alice)
    for name in ("Klub Bastion", "KLUB BASTION", "K\u04c0ub B\u0430sti\u043en"):
        with pytest.raises(Refused, match="club_called_so"):
            founded(bob, name=name)
    other = founded(bob, place="Gdynia")
    with pytest.raises(Refused, match="club_called_so"):
        services.change(other, c.ChangeClub("Klub Bastion", place="gdańsk"), by=bob)
    services.change(other, c.ChangeClub("Klub Bastion", place="Sopot"), by=bob)
    founded(alice, name="Rooks", listed=False)
    founded(bob, name="Rooks")  # nobody learns that there is one
    services.change(club, c.Close(), by=alice)
    founded(bob)


def test_whoever_is_erased_leaves_their_clubs_and_hands_them_on(alice: UUID, bob: UUID) -> None:
    charlie = account("Charlie")
    club, alone = with_members(alice, bob, charlie), founded(alice, name="Rooks")
    services.change(club, c.GrantRole(charlie, Role.OFFICER), by=alice)
    accounts.erase(player=Player.objects.get(id=alice), now=timezone.now())
    assert roles(club) == {bob: Role.MEMBER, charlie: Role.OWNER}
    assert services.existing(alone).closed


def test_a_rebuild_is_equal_and_keeps_what_a_club_says_of_itself(alice: UUID, bob: UUID) -> None:
    club = with_members(alice, bob)
    services.change(club, c.Invite(account("Charlie")), by=alice)
    services.change(
        club, c.ChangeClub("Bastion", place="Sopot", about="Tuesdays", open_entry=False, listed=True), by=alice
    )
    services.change(club, c.Hide(hidden=True), by=bob)
    assert projections.rebuild(projections.named("clubs"), compare=True).differences == []
    assert ClubText.objects.get(club=club).about == "Tuesdays"


# --- pages ------------------------------------------------------------------------------------------------


def test_a_club_is_founded_joined_and_left_on_its_pages(alice: UUID, bob: UUID) -> None:
    hers, his = browser(alice), browser(bob)
    refused = hers.post("/clubs/new/", {"name": "B", "place": "Sopot", "listed": "on"})
    assert refused.status_code == 422
    assert 'value="Sopot"' in refused.content.decode(), "what was typed stays"
    done = hers.post("/clubs/new/", {"name": "Bastion", "place": "Sopot", "about": "Tuesdays", "listed": "on"})
    address = done.headers["location"]
    assert "Bastion" in his.get("/clubs/?q=sopot").content.decode()
    assert "Request to join sent" in his.post(f"{address}join/", follow=True).content.decode()
    assert "Requests to join" in hers.get(address).content.decode()
    hers.post(f"{address}admit/", {"player": str(bob)})
    assert "Leave the club" in his.get(address).content.decode()
    assert "Bob" in hers.get(f"{address}?find=bob").content.decode()
    assert his.get(f"{address}settings/").status_code == 403
    assert his.post(f"{address}grant/", {"player": str(bob), "role": "owner"}).status_code == 403
    assert his.post(f"{address}grant/", {"player": "x", "role": "king"}).status_code == 400
    assert his.post(f"{address}nonsense/").status_code == 400
    assert his.get(f"{address}join/").status_code == 405
    assert "Only the club can see" in his.post(f"{address}hide/", {"hidden": "true"}, follow=True).content.decode()
    assert "Everybody can see" in his.post(f"{address}hide/", {"hidden": "false"}, follow=True).content.decode()
    for what in ("remove", "drop", "invite"):
        assert hers.post(f"{address}{what}/").status_code == 400, "whom?"
    assert set(roles(queries.clubs(player=alice)[0].id)) == {alice, bob}
    his.post(f"{address}leave/")
    assert "Ask to join" in his.get(address).content.decode()
    assert browser(None).post(f"{address}join/").status_code == 302, "to the log-in"


def test_a_large_club_takes_no_more_queries_than_a_small_one(
    alice: UUID, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    club = with_members(alice, *(account(f"Member {n}") for n in range(12)))
    played([person(player) for player in list(roles(club))[:4]])
    for address, most in ((f"/clubs/{club}/", 17), (f"/ratings/?club={club}", 17), ("/clubs/", 4)):
        with django_assert_max_num_queries(most):
            assert Client().get(address).status_code == 200


@pytest.mark.parametrize("place", ["", "/", "http://[", "http://testserver/api/v1/", "http://testserver/nowhere/"])
def test_without_scripts_what_is_refused_is_said_on_the_page_above_where_none_is_named(
    alice: UUID, bob: UUID, place: str
) -> None:
    club = with_members(alice, bob)
    answer = browser(alice).post(f"/clubs/{club}/leave/", headers={"referer": place})
    page = answer.content.decode()
    assert answer.status_code == 409
    form = page.partition('class="club-leave"')[2].partition("</form>")[0]
    assert 'id="refused"' in form


def test_every_button_of_a_club_is_sent_with_the_version_that_was_seen_and_an_id(alice: UUID) -> None:
    club, cleo, dora = founded(alice, open_entry=False), account("Cleo"), account("Dora")
    services.change(club, c.Join(), by=cleo)
    page = browser(alice).get(f"/clubs/{club}/?find=Dora").content.decode().partition("<main")[2]
    forms = [form.partition("</form>")[0] for form in page.split('<form method="post"')[1:]]
    buttons = {re.findall(r"/(\w+)/\"", form)[0] for form in forms}
    assert buttons == {"admit", "drop", "invite", "hide", "leave"}
    seen = {tuple(re.findall(r'name="expected_version" value="(\d+)"', form)) for form in forms}
    assert len(seen) == 1
    assert all('name="decision_id"' in form for form in forms)
    ((version,),) = seen

    sent = {"player": str(dora), "expected_version": version, "decision_id": str(uuid4())}
    for _time in range(2):
        assert browser(alice).post(f"/clubs/{club}/invite/", sent).status_code == 302
    assert queries.club(club_id=club, player=alice).version == int(version) + 1
    stale = {"player": str(cleo), "expected_version": version, "decision_id": str(uuid4())}
    assert browser(alice).post(f"/clubs/{club}/admit/", stale).status_code == 409
    assert cleo not in roles(club)
    fresh = {**stale, "expected_version": str(int(version) + 1)}
    assert browser(alice).post(f"/clubs/{club}/admit/", fresh).status_code == 302
    assert cleo in roles(club)
