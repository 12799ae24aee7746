"""Settings changed through the API: on the version that was seen, and once however often they are sent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

from ledger import store
from matches.cardlists import services as cards
from matches.cardlists.commands import OpenCardList
from matches.cardlists.models import CardList
from matches.positions import services as positions
from matches.positions.commands import KeepPosition
from matches.positions.models import KeptPosition
from matches.positions.shapes import Board
from players.clubs import commands as club_commands
from players.clubs import services as clubs
from players.clubs.state import Role as ClubRole
from tests.matches.cardlists.files import named
from tests.matches.factories import GAME
from tests.players.clubs.test_clubs import account
from tournaments import commands
from tournaments import services as tournaments
from tournaments.leagues import commands as league_commands
from tournaments.leagues import services as leagues
from tournaments.state import Role

from .factories import opened, state_of
from .leagues import made
from .leagues.test_api import body
from .test_api import Caller

pytestmark = pytest.mark.django_db

Sent = tuple[str, str, UUID, dict[str, Any]]
"""Method, address, stream and body of a change of Alice's, without id and version."""


def a_club(alice: UUID, bob: UUID) -> Sent:
    club = clubs.found(club_commands.FoundClub("Bastion", open_entry=True), by=alice).club
    clubs.change(club, club_commands.Join(), by=bob)
    clubs.change(club, club_commands.GrantRole(bob, ClubRole.OWNER), by=alice)
    return "post", f"clubs/{club}/", club, {"name": "Redoubt", "about": "Tuesdays"}


def a_league(alice: UUID, bob: UUID) -> Sent:
    league, _people = made.league(alice, members=0)
    leagues.change(league, league_commands.GrantRole(player=bob, role=Role.OWNER), by=alice)
    return "post", f"leagues/{league}/", league, _changed_league()


def _changed_league() -> dict[str, Any]:
    said = body(title="Other league", listed=True, open_entry=True)
    return {key: value for key, value in said.items() if key != "game"}


def a_tournament(alice: UUID, bob: UUID) -> Sent:
    tournament = opened(alice)
    tournaments.change(tournament, commands.GrantRole(bob, Role.OWNER), by=alice)
    return "post", f"tournaments/{tournament}/entries/", tournament, {"newcomers": [{"name": "Zoe"}]}


def a_card_list(alice: UUID, bob: UUID) -> Sent:
    made = cards.open_list(
        OpenCardList(game="elekt", name="Own", text=named("Zed"), access=CardList.Access.EVERYONE), by=alice
    ).list
    return "patch", f"card-lists/{made}/", made, {"name": "Other", "access": "link", "retired": True}


def a_position(alice: UUID, bob: UUID) -> Sent:
    board = Board(GAME, "", 2, {}, position={})
    kept = positions.keep(KeepPosition(name="Kept", board=board, access=KeptPosition.Access.LINK), by=alice).position
    return "patch", f"positions/{kept}/", kept, {"name": "Other", "access": "owner", "position": {"round": 2}}


MADE: list[Callable[[UUID, UUID], Sent]] = [a_club, a_league, a_tournament, a_card_list, a_position]


def send(player: UUID, sent: Sent, **how: Any) -> Any:
    method, address, _stream, said = sent
    headers = Caller(player).headers
    answer = getattr(Client(), method)(
        f"/api/v1/{address}", {**said, **how}, content_type="application/json", headers=headers
    )
    return answer.status_code, answer.json()


@pytest.fixture
def alice() -> UUID:
    return account("Alice")


@pytest.fixture
def bob() -> UUID:
    return account("Bob")


@pytest.mark.parametrize("make", MADE)
def test_a_change_takes_the_version_that_was_seen(make: Callable[[UUID, UUID], Sent], alice: UUID, bob: UUID) -> None:
    sent = make(alice, bob)
    old = store.version(sent[2])
    assert send(alice, sent, expected_version=old + 1)[0] == 409
    assert store.version(sent[2]) == old
    assert send(alice, sent, expected_version=old)[0] == 200
    status, said = send(alice, sent, expected_version=old)
    assert (status, said["code"], said["data"]["actual"]) == (409, "stale_version", store.version(sent[2]))


@pytest.mark.parametrize("make", MADE)
def test_sent_twice_it_counts_once_whatever_it_changes(
    make: Callable[[UUID, UUID], Sent], alice: UUID, bob: UUID
) -> None:
    sent, how = make(alice, bob), {"decision_id": str(uuid4())}
    how_seen = {**how, "expected_version": store.version(sent[2])}
    assert send(alice, sent, **how_seen)[0] == 200
    end = store.version(sent[2])
    assert send(alice, sent, **how_seen)[0] == 200
    assert store.version(sent[2]) == end
    assert len([event for event in store.read(sent[2]) if str(event.decision_id) == how["decision_id"]]) == 1


@pytest.mark.parametrize("make", [a_club, a_league, a_tournament])
def test_somebody_elses_id_is_a_conflict(make: Callable[[UUID, UUID], Sent], alice: UUID, bob: UUID) -> None:
    sent, how = make(alice, bob), {"decision_id": str(uuid4())}
    assert send(alice, sent, **how)[0] == 200
    other = {**sent[3], "title": "A third"} if "title" in sent[3] else {**sent[3], "name": "A third"}
    if make is a_tournament:
        other = {"newcomers": [{"name": "Yan"}]}
    status, said = send(bob, (*sent[:3], other), **how)
    assert (status, said["code"]) == (409, "decision_id_taken")


@pytest.mark.parametrize("make", MADE)
def test_an_outsider_changes_nothing(make: Callable[[UUID, UUID], Sent], alice: UUID, bob: UUID) -> None:
    sent = make(alice, bob)
    before = store.version(sent[2])
    for how in ({}, {"expected_version": before}, {"decision_id": str(uuid4())}):
        assert send(account(f"Charlie{len(how)}{'decision_id' in how}"), sent, **how)[0] in (403, 404)
    assert store.version(sent[2]) == before


def test_one_field_that_is_wrong_keeps_the_others_from_being_changed(alice: UUID, bob: UUID) -> None:
    sent = a_position(alice, bob)
    assert send(alice, (*sent[:3], {"name": "Other", "position": {"text": "x" * 30_000}}))[0] == 400
    assert store.version(sent[2]) == 1


def test_a_dropped_position_stays_dropped_for_whoever_sends_it_again(alice: UUID, bob: UUID) -> None:
    kept, how = a_position(alice, bob)[2], {"decision_id": str(uuid4()), "expected_version": 1}
    headers = Caller(alice).headers
    for _ in range(2):
        answer = Client().delete(f"/api/v1/positions/{kept}/", how, content_type="application/json", headers=headers)
        assert answer.status_code == 204
    assert Client().delete(f"/api/v1/positions/{kept}/", headers=headers).status_code == 404


def test_a_season_that_is_opened_twice_gets_its_first_answer(alice: UUID) -> None:
    league, people = made.league(alice)
    sent: Sent = ("post", f"leagues/{league}/seasons/", league, {})
    how = {"decision_id": str(uuid4()), "expected_version": store.version(league)}
    first, again = send(alice, sent, **how), send(alice, sent, **how)
    assert (first[0], again[0], again[1]["repeated"]) == (201, 201, True)
    assert first[1]["version"] == again[1]["version"]
    assert send(alice, sent)[1]["code"] == "season_runs"
    tournament = made.of(league).seasons[0].tournament
    leagues.change(league, league_commands.BeginSeason(), by=alice)
    made.play(tournament, alice, people)
    sent = ("post", f"leagues/{league}/close/", league, {})
    assert send(alice, sent, expected_version=1)[1]["code"] == "stale_version"
    assert state_of(tournament).status == "running"
    how = {"decision_id": str(uuid4())}
    assert [send(alice, sent, **how)[1]["repeated"] for _ in range(2)] == [False, True]
