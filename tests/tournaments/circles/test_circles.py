"""Circles of clubs: Alice owns one club, Bob another, Mallory a third; Ola is a name on the roster of Alice's."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import pytest
from django.core.cache import cache
from django.test import Client

from ledger import projections, store
from players.circles import commands as c
from players.circles import queries, services
from players.circles.book import shared_people
from players.clubs import commands as club_commands
from players.clubs import services as clubs
from players.clubs.state import Role
from players.models import Player
from players.rosters import commands as roster_commands
from players.rosters import services as rosters
from tests.changing import Contract
from tests.tournaments.factories import AT_A_TABLE, at, opened, stage, state_of
from tournaments import commands as t
from tournaments import services as tournaments
from tournaments.consent import history
from tournaments.decisions.field import Newcomer
from tournaments.formats.contract import Result
from tournaments.state import Role as EventRole
from web import limits
from web.errors import Conflict, NotAllowed, NotFound

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_counted() -> None:
    cache.clear()


def account(name: str) -> UUID:
    return Player.objects.create_user(name.lower(), name=name).id


def club(owner: UUID, name: str, *board: UUID) -> UUID:
    made = clubs.found(club_commands.FoundClub(name, open_entry=True), by=owner).club
    for one in board:
        clubs.change(made, club_commands.Join(), by=one)
        clubs.change(made, club_commands.GrantRole(one, Role.OFFICER), by=owner)
    return made


class World:
    """Three clubs; the first two are in a circle."""

    def __init__(self) -> None:
        self.alice, self.bob, self.mallory = account("Alice"), account("Bob"), account("Mallory")
        self.ours, self.theirs = club(self.alice, "Meeples"), club(self.bob, "Pretenders")
        self.others = club(self.mallory, "Electors")
        for regular in (account(f"Regular {no}") for no in range(3)):  # four accounts: they answer for names
            clubs.change(self.ours, club_commands.Join(), by=regular)
            clubs.change(self.theirs, club_commands.Join(), by=regular)
        (self.ola,) = rosters.change(self.ours, roster_commands.WriteDown(("Ola",)), by=self.alice).people
        (self.jan,) = rosters.change(self.theirs, roster_commands.WriteDown(("Jan",)), by=self.bob).people
        self.circle = services.change(self.ours, c.BeginCircle("Małopolska"), by=self.alice).circle
        services.change(self.ours, c.InviteToCircle(self.theirs), by=self.alice)
        services.change(self.theirs, c.AcceptCircle(self.circle), by=self.bob)

    def evening(self, owner: UUID, held_by: UUID, *people: UUID) -> UUID:
        here = opened(owner, stage("main", "round_robin"), settings=replace(AT_A_TABLE, club=str(held_by)))
        tournaments.change(here, t.Enter(tuple(map(Newcomer, people))), by=owner)
        tournaments.change(here, t.StartStage("main"), by=owner)
        tournaments.change(here, t.Pair("main"), by=owner)
        tournaments.change(here, t.EnterResult(at("main", 1, 1), Result((1, 2))), by=owner)
        return here


@pytest.fixture
def world() -> World:
    return World()


def is_rated(tournament: UUID) -> bool:
    consent = state_of(tournament).stages["main"].rounds[0].tables[1].consent
    return consent is not None and not consent.missing


class TestCircles(Contract):
    streams = services.CIRCLES
    projections = ("circles",)
    asked_together = False

    def begin(self) -> UUID:
        self.alice, self.bob, self.charlie = account("Alice"), account("Bob"), account("Charlie")
        self.home = club(self.alice, "Meeples", self.bob)
        clubs.change(self.home, club_commands.GrantRole(self.bob, Role.OWNER), by=self.alice)
        self.guests = [club(self.alice, f"Club {number}") for number in range(1, 4)]
        return services.change(self.home, c.BeginCircle("Ours"), by=self.alice).circle

    def change(self, by: UUID, number: int, **how: Any) -> Any:
        return services.change(self.home, c.InviteToCircle(self.guests[number - 1]), by=by, **how)


def test_a_club_joins_once_it_accepts_and_all_others_approve(world: World) -> None:
    services.change(world.theirs, c.InviteToCircle(world.others), by=world.bob)
    services.change(world.others, c.AcceptCircle(world.circle), by=world.mallory)
    assert queries.sharing_with(world.others) == [], "Alice was not asked yet"
    assert shared_people(world.others) == []
    services.change(world.ours, c.InviteToCircle(world.others), by=world.alice)
    assert set(queries.sharing_with(world.others)) == {world.ours, world.theirs}
    assert {one.name for one in shared_people(world.others)} == {"Ola", "Jan"}
    assert projections.rebuild(projections.named("circles"), compare=True).differences == []


def test_a_club_that_keeps_others_waiting_lets_them_in_by_leaving(world: World) -> None:
    services.change(world.theirs, c.InviteToCircle(world.others), by=world.bob)
    services.change(world.others, c.AcceptCircle(world.circle), by=world.mallory)
    services.change(world.ours, c.LeaveCircle(), by=world.alice)
    assert queries.sharing_with(world.others) == [world.theirs]
    assert {one.name for one in shared_people(world.others)} == {"Jan"}, "Ola's club has left"


def test_a_closed_club_keeps_nobody_waiting(world: World) -> None:
    services.change(world.theirs, c.InviteToCircle(world.others), by=world.bob)
    services.change(world.others, c.AcceptCircle(world.circle), by=world.mallory)
    clubs.change(world.ours, club_commands.Close(), by=world.alice)
    assert queries.sharing_with(world.others) == [], "the hint of its closing was lost"
    services.change(world.theirs, c.InviteToCircle(world.others), by=world.bob)
    assert queries.sharing_with(world.others) == [world.theirs]


def test_closing_a_club_lets_in_whom_it_kept_waiting(world: World, django_capture_on_commit_callbacks: Any) -> None:
    services.change(world.theirs, c.InviteToCircle(world.others), by=world.bob)
    services.change(world.others, c.AcceptCircle(world.circle), by=world.mallory)
    with django_capture_on_commit_callbacks(execute=True):
        clubs.change(world.ours, club_commands.Close(), by=world.alice)
    assert queries.sharing_with(world.others) == [world.theirs]
    assert projections.rebuild(projections.named("circles"), compare=True).differences == []


def test_a_club_in_another_circle_holds_up_nobody_and_joins_only_by_a_new_word(world: World) -> None:
    fourth = club(dora := account("Dora"), "Fourth")
    for one, owner in ((world.others, world.mallory), (fourth, dora)):
        services.change(world.theirs, c.InviteToCircle(one), by=world.bob)
        services.change(one, c.AcceptCircle(world.circle), by=owner)
    services.change(world.others, c.BeginCircle("Another"), by=world.mallory)
    for one in (world.others, fourth):
        services.change(world.ours, c.InviteToCircle(one), by=world.alice)
    assert set(queries.sharing_with(fourth)) == {world.ours, world.theirs}, "it is not behind the one elsewhere"
    services.change(fourth, c.InviteToCircle(world.others), by=dora)
    services.change(world.others, c.LeaveCircle(), by=world.mallory)
    services.change(fourth, c.InviteToCircle(world.others), by=dora)
    assert queries.sharing_with(world.others) == [], "what it said before it went elsewhere does not count"
    services.change(world.others, c.AcceptCircle(world.circle), by=world.mallory)
    assert len(queries.sharing_with(world.others)) == 3
    assert projections.rebuild(projections.named("circles"), compare=True).differences == []


def test_nobody_joins_uninvited_twice_or_for_a_club_that_is_not_theirs(world: World) -> None:
    officer = account("Officer")
    clubs.change(world.ours, club_commands.Join(), by=officer)
    clubs.change(world.ours, club_commands.GrantRole(officer, Role.OFFICER), by=world.alice)
    for asked, command, by, error in (
        (world.others, c.AcceptCircle(world.circle), world.mallory, NotAllowed),
        (world.others, c.InviteToCircle(world.ours), world.mallory, NotFound),
        (world.ours, c.LeaveCircle(), world.mallory, NotAllowed),
        (world.ours, c.LeaveCircle(), officer, NotAllowed),
        (world.ours, c.InviteToCircle(world.others), officer, NotAllowed),
        (world.ours, c.BeginCircle("Another"), world.alice, Conflict),
        (world.theirs, c.AcceptCircle(world.ola), world.bob, Conflict),
    ):
        with pytest.raises(error):
            services.change(asked, command, by=by)
    assert queries.sharing_with(world.ours) == [world.theirs]


def test_the_board_of_a_club_of_the_circle_enters_a_shared_name_and_nobody_else_does(world: World) -> None:
    world.evening(world.bob, world.theirs, world.jan, world.ola)
    charlie, member = account("Charlie"), account("Member")
    clubs.change(world.theirs, club_commands.Join(), by=member)
    here = opened(world.bob, settings=replace(AT_A_TABLE, club=str(world.theirs)))
    tournaments.change(here, t.GrantRole(member, EventRole.SCORER), by=world.bob)
    for by, where in ((member, here), (charlie, opened(charlie)), (world.bob, opened(world.bob))):
        with pytest.raises(NotAllowed, match="written_down_elsewhere"):
            tournaments.change(where, t.Enter((Newcomer(world.ola),)), by=by)
    with pytest.raises(NotAllowed):
        tournaments.change(opened(world.mallory), t.Enter((Newcomer(world.ola),)), by=world.mallory)


def test_a_malicious_board_moves_no_rating_of_a_shared_name(world: World) -> None:
    here = world.evening(world.bob, world.theirs, world.jan, world.ola)
    assert not is_rated(here), "Bob cannot agree for Ola"
    with pytest.raises(NotAllowed):
        tournaments.change(here, t.ConfirmResult(at("main", 1, 1)), by=world.mallory)
    tournaments.change(here, t.ConfirmResult(at("main", 1, 1)), by=world.bob)
    assert not is_rated(here)
    services.change(world.theirs, c.LeaveCircle(), by=world.bob)
    tournaments.change(here, t.Correct(at("main", 1, 1), Result((2, 1)), "keep"), by=world.bob)
    assert not is_rated(here), "leaving in between gains nothing"
    tournaments.change(here, t.GrantRole(world.alice, EventRole.ARBITER), by=world.bob)
    tournaments.change(here, t.ConfirmResult(at("main", 1, 1)), by=world.alice)
    assert is_rated(here), "Alice speaks for Ola"


def test_who_has_entered_whom_is_read_once_and_then_only_what_is_new(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, read = world.evening(world.bob, world.theirs, world.jan, world.ola), list[int]()

    def counted(*of: Any, **how: Any) -> Any:
        found = store.read(*of, **how)
        read.append(len(found))
        return found

    monkeypatch.setattr(history, "store", SimpleNamespace(read=counted))
    monkeypatch.setattr(history, "_known", OrderedDict())
    assert not is_rated(here)
    for _ in range(2):
        assert history.of(here).entered_by[world.ola] == f"player:{world.bob}"
    tournaments.change(here, t.Correct(at("main", 1, 1), Result((2, 1)), "keep"), by=world.bob)
    assert history.of(here).entered_by[world.jan] == f"player:{world.bob}"
    again = len(read) - 1
    assert sum(read) - again == len(store.read(here)), "every event once, and the last one known each time"


def test_merging_claims_and_names_stay_with_the_home_club(world: World) -> None:
    for attempt in (
        lambda: rosters.merge(world.theirs, world.jan, world.ola, by=world.bob),
        lambda: rosters.change(world.theirs, roster_commands.Rename(world.ola, "Mine"), by=world.bob),
        lambda: rosters.claim(world.theirs, world.ola, by=world.bob),
        lambda: rosters.merge(world.ours, world.ola, world.jan, by=world.bob),
    ):
        with pytest.raises((NotAllowed, Conflict)):
            attempt()
    here = world.evening(world.bob, world.theirs, world.jan, world.ola)
    tournaments.change(here, t.Close(), by=world.bob)
    assert Player.objects.get(id=world.ola).written_in == world.ours, "playing there makes nobody theirs"


def test_leaving_takes_the_sharing_away(world: World) -> None:
    assert [one.name for one in shared_people(world.theirs)] == ["Ola"]
    services.change(world.theirs, c.LeaveCircle(), by=world.bob)
    assert shared_people(world.theirs) == shared_people(world.ours) == []
    here = opened(world.bob, settings=replace(AT_A_TABLE, club=str(world.theirs)))
    with pytest.raises(NotAllowed, match="written_down_elsewhere"):
        tournaments.change(here, t.Enter((Newcomer(world.ola),)), by=world.bob)


def test_a_closed_club_and_a_claimed_name_are_shared_no_more(world: World) -> None:
    Player.objects.filter(id=world.ola).update(username="ola")
    assert shared_people(world.theirs) == [], "somebody with an account speaks for themself"
    Player.objects.filter(id=world.ola).update(username=None)
    clubs.change(world.ours, club_commands.Close(), by=world.alice)
    assert shared_people(world.theirs) == []


def browser(player: UUID) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(Player.objects.get(id=player))
    return client


def test_the_pages_name_the_circle_and_show_names_to_boards_alone(world: World) -> None:
    member = account("Member")
    clubs.change(world.theirs, club_commands.Join(), by=member)
    roster = browser(world.alice).get(f"/clubs/{world.ours}/roster/").content.decode()
    assert "Pretenders" in roster
    assert "Ola" in browser(world.bob).get(f"/clubs/{world.theirs}/circle/").content.decode()
    assert "Ola" not in browser(member).get(f"/clubs/{world.theirs}/circle/").content.decode()
    assert browser(world.mallory).get(f"/clubs/{world.theirs}/circle/").status_code == 403
    assert "Electors" in browser(world.alice).get(f"/clubs/{world.ours}/circle/?find=elec").content.decode()
    invited = browser(world.alice).post(f"/clubs/{world.ours}/circle/invite/", {"club": str(world.others)})
    assert invited.status_code == 302
    assert "Małopolska" in browser(world.mallory).get(f"/clubs/{world.others}/circle/").content.decode()
    assert browser(world.mallory).post(f"/clubs/{world.ours}/circle/leave/").status_code == 403
    here = opened(world.bob, settings=replace(AT_A_TABLE, club=str(world.theirs)))
    desk = browser(world.bob).post(f"/tournaments/{here}/desk/enter/", {"names": "Ola"})
    assert desk.status_code == 422
    assert "of the club Meeples" in desk.content.decode()


def test_invitations_are_limited(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CIRCLE_INVITATIONS", limits.Limit("x", 0, 60))
    with pytest.raises(limits.TooMany):
        services.change(world.ours, c.InviteToCircle(world.others), by=world.alice)
