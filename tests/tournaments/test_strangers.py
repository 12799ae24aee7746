"""Mallory tries every way to a rating that is not hers. Alice runs the club; Ola is a name on its roster, Jan another.
Whatever is tried is refused, and nothing has moved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from uuid import UUID, uuid4

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from ledger.projections import named, rebuild
from players import queries as people
from players.clubs import commands as club_commands
from players.clubs import services as clubs
from players.clubs.state import Role as ClubRole
from players.merging import commands as merging_commands
from players.merging import services as merging
from players.models import Player
from players.ratings.models import Rating
from players.ratings.outcome import person
from players.ratings.services import record
from players.rosters import commands as c
from players.rosters import services as rosters
from tests.matches.conftest import high_card as high_card
from tournaments import commands, rating, services
from tournaments.claims import services as claims
from tournaments.decisions.field import Newcomer
from tournaments.leagues import commands as league_commands
from tournaments.leagues import services as leagues
from tournaments.state import Role
from tournaments.visitors import VISITORS
from web.errors import NotAllowed, Refused

from .factories import AT_A_TABLE, opened, stage, state_of
from .leagues import made

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_counted() -> None:
    cache.clear()


def account(name: str) -> UUID:
    return Player.objects.create_user(name.lower(), name=name).id


def evening(owner: UUID, club: UUID | None = None) -> UUID:
    settings = replace(AT_A_TABLE, club="" if club is None else str(club))
    return opened(owner, stage(form="round_robin"), settings=settings)


def enter(tournament: UUID, by: UUID, *players: UUID) -> None:
    services.change(tournament, commands.Enter(tuple(map(Newcomer, players))), by=by)


def test_a_stranger_moves_no_rating_and_takes_no_profile() -> None:
    alice, mallory, bob = account("Alice"), account("Mallory"), account("Bob")
    club = clubs.found(club_commands.FoundClub("Meeples", open_entry=True), by=alice).club
    clubs.change(club, club_commands.Join(), by=mallory)  # a member, even
    ola, jan = rosters.change(club, c.WriteDown(("Ola", "Jan")), by=alice).people
    hers, his = evening(alice, club), evening(mallory)
    enter(hers, alice, ola, jan)
    key = rating.key_of(state_of(hers))
    record(
        game=uuid4(),
        ladder=key,
        seats=[person(ola), person(jan)],
        places=[1, 2],
        played_at=timezone.now(),
        actor="clock",
    )
    own = clubs.found(club_commands.FoundClub("Pretenders", open_entry=True), by=mallory).club
    league = made.league(mallory, members=0)[0]
    claim = claims.claim(tournament_id=hers, player=mallory, no=1)
    asked = rosters.claim(club, jan, by=mallory)
    before = list(Rating.objects.order_by("who").values_list("who", "value", "games"))

    ways: list[Callable[[], object]] = [
        lambda: enter(his, mallory, ola),
        lambda: enter(hers, mallory, bob),
        lambda: services.change(his, commands.Substitute(1, player=ola), by=mallory),
        lambda: leagues.change(league, league_commands.Enter((ola,)), by=mallory),
        lambda: opened(mallory, stage(form="round_robin"), settings=replace(AT_A_TABLE, club=str(club))),
        lambda: claims.answer(tournament_id=hers, merger=claim, by=mallory, confirmed=True),
        lambda: claims.answer(tournament_id=his, merger=claim, by=mallory, confirmed=True),
        lambda: rosters.answer(club, asked, by=mallory, confirmed=True),
        lambda: rosters.answer(own, asked, by=mallory, confirmed=True),
        lambda: merging.change(asked, merging_commands.Confirm(), by=mallory),
        lambda: rosters.claim(own, ola, by=mallory),
        lambda: rosters.merge(club, ola, jan, by=mallory),
        lambda: rosters.merge(own, ola, jan, by=mallory),
        lambda: rosters.change(club, c.Rename(ola, "Mallory"), by=mallory),
        lambda: rosters.change(own, c.Rename(ola, "Mallory"), by=mallory),
        lambda: rosters.change(club, c.Unlist(ola), by=mallory),
        lambda: merging.check(mallory, alice, names=True),
    ]
    services.change(his, commands.Enter((Newcomer(name="Eve"),)), by=mallory)
    for way in ways:
        with pytest.raises(Refused):
            way()
    assert rosters.take_in(own, [ola, jan], homes=[his], actor="clock") == 0
    assert list(Rating.objects.order_by("who").values_list("who", "value", "games")) == before
    assert people.written_down([ola, jan]) == {ola: club, jan: club}
    assert people.profiles(mallory) == {mallory}
    for projection in ("rosters", "mergers", "ratings"):
        assert rebuild(named(projection), compare=True).differences == []


def test_whoever_has_left_the_board_holds_nothing_in_the_clubs_name() -> None:
    alice, mallory = account("Alice"), account("Mallory")
    club = clubs.found(club_commands.FoundClub("Meeples", open_entry=True), by=alice).club
    clubs.change(club, club_commands.Join(), by=mallory)
    clubs.change(club, club_commands.GrantRole(mallory, ClubRole.OFFICER), by=alice)
    ola, jan = rosters.change(club, c.WriteDown(("Ola", "Jan")), by=alice).people
    theirs = evening(mallory, club)
    enter(theirs, mallory, ola)
    begun = evening(mallory, club)
    services.change(begun, commands.Enter((Newcomer(name="Eve"), Newcomer(name="Ewa"))), by=mallory)
    services.change(begun, commands.StartStage("main"), by=mallory)
    assert [len(some) for some in VISITORS.names(club)] == [2, 3]
    clubs.change(club, club_commands.GrantRole(mallory, ClubRole.MEMBER), by=alice)
    assert [len(some) for some in VISITORS.names(club)] == [0, 1], "nobody offers them for the roster"
    with pytest.raises(NotAllowed, match="written_down_elsewhere"):
        enter(theirs, mallory, jan)
    services.change(theirs, commands.GrantRole(alice, Role.OWNER), by=mallory)
    with pytest.raises(NotAllowed, match="written_down_elsewhere"):
        enter(theirs, mallory, jan)  # whom Mallory names an owner has not been asked
    enter(theirs, alice, jan)


def test_an_arbiter_of_one_evening_gives_nobody_of_the_roster_away() -> None:
    alice, mallory, friend = account("Alice"), account("Mallory"), account("Friend")
    club = clubs.found(club_commands.FoundClub("Meeples", open_entry=True), by=alice).club
    (ola,) = rosters.change(club, c.WriteDown(("Ola",)), by=alice).people
    hers = evening(alice, club)
    services.change(hers, commands.GrantRole(mallory, Role.ARBITER), by=alice)
    enter(hers, mallory, ola)
    services.change(hers, commands.Enter((Newcomer(name="Jan"),)), by=mallory)
    claim = claims.claim(tournament_id=hers, player=friend, no=1)
    ((shown,), _more) = claims.waiting(tournament_id=hers, by=mallory)
    assert shown.refused
    with pytest.raises(NotAllowed, match="not_your_claim_to_answer"):
        claims.answer(tournament_id=hers, merger=claim, by=mallory, confirmed=True)
    assert people.profiles(friend) == {friend}
    own = claims.claim(tournament_id=hers, player=friend, no=2)
    claims.answer(tournament_id=hers, merger=own, by=mallory, confirmed=True)
    claims.answer(tournament_id=hers, merger=claim, by=alice, confirmed=False)


def test_pages_answer_a_stranger_with_a_refusal_that_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    alice, mallory = account("Alice"), account("Mallory")
    club = clubs.found(club_commands.FoundClub("Meeples", open_entry=True), by=alice).club
    (ola,) = rosters.change(club, c.WriteDown(("Ola",)), by=alice).people
    client = Client(headers={"accept-language": "en"})
    client.force_login(Player.objects.get(id=mallory))
    for path, body in (("rename", {"player": str(ola), "name": "Eve"}), ("unlist", {"player": str(ola)})):
        assert client.post(f"/clubs/{club}/roster/{path}/", body).status_code == 403
    api = client.post(f"/api/v1/clubs/{club}/role/", {"player": str(mallory), "role": "owner"}, "application/json")
    assert api.status_code in (401, 403)
    told = [str(one.msg) for one in caplog.records if one.name == "refused"]
    assert len(told) >= 2
    assert all(str(mallory) in one and "needs_club_role" in one for one in told[:2])
