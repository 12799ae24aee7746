"""Officers of tournaments, leagues and clubs, named in two windows: the second is refused and told what has changed."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

from ledger import store
from players.clubs import commands as club_commands
from players.clubs import services as clubs
from players.clubs.state import Role as ClubRole
from players.models import Player
from tests.players.clubs.test_clubs import account
from tournaments import commands
from tournaments import services as tournaments
from tournaments.leagues import commands as league_commands
from tournaments.leagues import services as leagues
from tournaments.state import Role

from .factories import opened, state_of
from .leagues import made

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice() -> UUID:
    return account("Alice")


@pytest.fixture
def browser(alice: UUID) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(Player.objects.get(id=alice))
    return client


def window(client: Client, address: str) -> dict[str, Any]:
    """What a form of the page is sent back with."""
    shown = client.get(address).context["opened"]
    return {"expected_version": shown.version, "decision_id": str(shown.decision_id)}


@pytest.fixture(params=["tournament", "league"])
def event(request: pytest.FixtureRequest, alice: UUID) -> tuple[UUID, str, str]:
    """Its id, and the addresses of its settings and of its officers."""
    if request.param == "tournament":
        one = opened(alice)
        return one, f"/tournaments/{one}/desk/settings/", f"/tournaments/{one}/desk/officers/"
    one, _people = made.league(alice)
    return one, f"/leagues/{one}/settings/", f"/leagues/{one}/officers/"


def roles(event: UUID) -> dict[UUID, Role]:
    return dict(state_of(event).roles or made.of(event).roles)


def grant(event: UUID, by: UUID, player: UUID, role: Role) -> None:
    if state_of(event).status is None:
        leagues.change(event, league_commands.GrantRole(player=player, role=role), by=by)
    else:
        tournaments.change(event, commands.GrantRole(player, role), by=by)


def test_an_officer_is_named_once_and_not_from_an_old_page(
    event: tuple[UUID, str, str], alice: UUID, browser: Client
) -> None:
    id_, settings, officers = event
    bob, dana = account("Bob"), account("Dana")
    old = window(browser, settings)
    grant(id_, alice, dana, Role.OWNER)
    answer = browser.post(officers, {"name": "Bob", "role": "owner", **old})
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "Something has changed since you opened this page, so nothing was done:" in page
    assert answer.context["since"]
    assert 'name="name" value="Bob"' in page
    assert '<option value="owner" selected>' in page
    assert bob not in roles(id_)
    answer = browser.post(officers, {"player": str(dana), "role": "", **old})
    assert answer.status_code == 409
    assert roles(id_)[dana] is Role.OWNER
    new, version = window(browser, settings), store.version(id_)
    for _ in range(2):
        assert browser.post(officers, {"name": "Bob", "role": "arbiter", **new}).status_code == 302
    assert roles(id_)[bob] is Role.ARBITER
    assert store.version(id_) == version + 1


def test_two_things_done_from_one_page_are_two_decisions(
    event: tuple[UUID, str, str], alice: UUID, browser: Client
) -> None:
    """Back in the browser, the old page is refused: it is not taken for the first decision sent again."""
    id_, settings, officers = event
    bob = account("Bob")
    old = window(browser, settings)
    assert browser.post(officers, {"name": "Bob", "role": "arbiter", **old}).status_code == 302
    assert browser.post(officers, {"player": str(bob), "role": "", **old}).status_code == 409
    assert bob in roles(id_)


def test_a_role_in_a_club_is_given_once_and_not_from_an_old_page(alice: UUID, browser: Client) -> None:
    club = clubs.found(club_commands.FoundClub("Bastion", open_entry=True), by=alice).club
    bob, dana = account("Bob"), account("Dana")
    for one in (bob, dana):
        clubs.change(club, club_commands.Join(), by=one)
    address = f"/clubs/{club}/"
    old = window(browser, address)
    clubs.change(club, club_commands.GrantRole(bob, ClubRole.OWNER), by=alice)
    clubs.change(club, club_commands.Leave(), by=dana)
    answer = browser.post(f"{address}grant/", {"player": str(bob), "role": "officer", **old})
    assert answer.status_code == 409
    assert answer.context["since"] == ["Bob: owner", "Dana: no longer in the club"]
    assert clubs.existing(club).members[bob].role is ClubRole.OWNER
    new, version = window(browser, address), store.version(club)
    for _ in range(2):
        sent = {"player": str(bob), "role": "officer", **new}
        assert browser.post(f"{address}grant/", sent).status_code == 302
    assert clubs.existing(club).members[bob].role is ClubRole.OFFICER
    assert store.version(club) == version + 1


def test_what_is_no_version_is_refused_by_name(alice: UUID, browser: Client) -> None:
    tournament = opened(alice)
    sent = {"name": "Bob", "role": "owner", "expected_version": "x", "decision_id": str(uuid4())}
    account("Bob")
    answer = browser.post(f"/tournaments/{tournament}/desk/officers/", sent)
    assert answer.status_code == 400
    assert "expected_version" in answer.content.decode()
