"""Who may enter somebody, and what they see of it. Alice organises, Bob has an account, Charlie plays too."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import UTC, datetime
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone, translation

from players import services as accounts
from players.clubs import commands as club_commands
from players.clubs import services as clubs
from players.clubs.state import Role
from players.models import Entering, Player
from players.ratings.outcome import person
from tests.matches.conftest import high_card as high_card
from tests.tournaments.factories import AT_A_TABLE, state_of
from tests.tournaments.leagues import made as league_made
from tournaments import commands, services
from tournaments.consent import entering, noting
from tournaments.consent.entering import Word
from tournaments.consent.standing import Standing
from tournaments.decisions.field import Newcomer
from tournaments.leagues import commands as league_commands
from tournaments.leagues import services as leagues
from tournaments.models import Entry
from web.errors import NotAllowed

from . import made

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_counted() -> None:
    cache.clear()


def switch(player: UUID, to: Entering) -> None:
    accounts.change_entering(player=Player.objects.get(id=player), entered_by=to)


def enter(tournament: UUID, by: UUID, *people: UUID) -> None:
    services.change(tournament, commands.Enter(tuple(map(Newcomer, people))), by=by)


def club_of(owner: UUID, *members: UUID, name: str = "Meeples") -> UUID:
    club = clubs.found(club_commands.FoundClub(name, open_entry=True), by=owner).club
    for one in members:
        clubs.change(club, club_commands.Join(), by=one)
    return club


def test_nobody_enters_who_enters_alone_and_they_enter_themselves(alice: UUID, bob: UUID) -> None:
    tournament, league = made.tournament(alice), league_made.league(alice, members=0)[0]
    switch(bob, Entering.SELF)
    with pytest.raises(NotAllowed, match="enters_alone"):
        enter(tournament, alice, bob)
    with pytest.raises(NotAllowed, match="enters_alone"):
        leagues.change(league, league_commands.Enter((bob,)), by=alice)
    services.change(tournament, commands.EnterOneself(), by=bob)
    assert [one.word for one in entering.entries_of(bob)[0]] == [Word.OWN]
    own = made.tournament(bob)
    enter(own, bob, bob)


def test_a_substitute_is_asked_like_anybody(alice: UUID, bob: UUID, charlie: UUID) -> None:
    tournament = made.tournament(alice)
    enter(tournament, alice, charlie)
    switch(bob, Entering.SELF)
    with pytest.raises(NotAllowed, match="enters_alone"):
        services.change(tournament, commands.Substitute(1, player=bob), by=alice)


def test_whoever_is_entered_alone_is_not_brought_back_by_others(alice: UUID, bob: UUID, charlie: UUID) -> None:
    tournament = made.tournament(alice)
    services.change(tournament, commands.EnterOneself(), by=bob)
    enter(tournament, alice, alice, charlie)
    made.begin(tournament, alice)
    services.change(tournament, commands.Withdraw(1), by=bob)
    switch(bob, Entering.SELF)
    with pytest.raises(NotAllowed, match="enters_alone"):
        services.change(tournament, commands.BringBack(1), by=alice)


def test_an_officer_who_was_demoted_has_no_right_over_members(alice: UUID, bob: UUID, charlie: UUID) -> None:
    club = club_of(alice, bob, charlie)
    clubs.change(club, club_commands.GrantRole(charlie, Role.OFFICER), by=alice)
    held = made.tournament(charlie, replace(AT_A_TABLE, club=str(club)))
    assert noting.playing(state_of(held), [person(bob)]) == {0}
    clubs.change(club, club_commands.GrantRole(charlie, Role.MEMBER), by=alice)
    assert noting.playing(state_of(held), [person(bob)]) == set()
    switch(bob, Entering.CLUBS)
    with pytest.raises(NotAllowed, match="entered_by_clubs_only"):
        enter(held, charlie, bob)


def test_where_somebody_was_entered_comes_by_pages_and_without_what_they_have_just_left(
    alice: UUID, bob: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entering, "LISTED", 2)
    held = [made.tournament(alice) for _number in range(3)]
    for tournament in held:
        enter(tournament, alice, bob)
    services.change(held[1], commands.Withdraw(1), by=bob)
    Entry.objects.update_or_create(tournament_id=held[1], no=1, defaults={"player": bob, "withdrawn": False})
    told = [entering.entries_of(bob, page) for page in (1, 2)]
    assert [more for _entries, more in told] == [True, False]
    assert sorted(one.tournament for entries, _more in told for one in entries) == sorted([held[0], held[2]])


def test_the_clubs_of_somebody_may_enter_them_and_others_not(alice: UUID, bob: UUID, charlie: UUID) -> None:
    ours = made.tournament(alice, replace(AT_A_TABLE, club=str(club_of(alice, bob))))
    theirs = made.tournament(alice, replace(AT_A_TABLE, club=str(club_of(alice, charlie, name="Others"))))
    switch(bob, Entering.CLUBS)
    enter(ours, alice, bob)
    for other in (theirs, made.tournament(alice)):
        with pytest.raises(NotAllowed, match="entered_by_clubs_only"):
            enter(other, alice, bob)
    assert [one.word for one in entering.entries_of(bob)[0]] == [Word.MEMBER]


def test_who_enters_alone_is_rated_in_no_event_of_a_club_without_a_word(alice: UUID, bob: UUID, charlie: UUID) -> None:
    club = club_of(alice, bob, charlie)
    tournament = made.tournament(alice, replace(AT_A_TABLE, club=str(club)))
    enter(tournament, alice, bob, charlie)
    made.begin(tournament, alice)
    switch(bob, Entering.SELF)
    made.typed(tournament, alice)
    assert made.stands(tournament) is Standing.UNCONFIRMED
    assert [one.word for one in entering.entries_of(bob)[0]] == [Word.WAITS]
    services.change(tournament, commands.ConfirmEntry(), by=bob)
    assert made.stands(tournament) is Standing.COUNTS
    assert set(made.ratings(tournament)) == {person(bob), person(charlie)}


def test_one_page_says_where_by_whom_and_turns_the_switch(alice: UUID, bob: UUID) -> None:
    tournament = made.tournament(alice)
    enter(tournament, alice, bob)
    client = Client(headers={"accept-language": "en"})
    client.force_login(Player.objects.get(id=bob))
    page = client.get("/account/entered/").content.decode()
    assert "entered by Alice" in page
    assert "not rated until you confirm" in page
    client.post(f"/tournaments/{tournament}/confirm/")
    assert "rated: with your word" in client.get("/account/entered/").content.decode()
    assert client.post("/account/entered/", {"entered_by": "clubs"}).status_code == 302
    assert Player.objects.get(id=bob).entered_by == Entering.CLUBS
    assert client.post("/account/entered/", {"entered_by": "everybody"}).status_code == 400
    assert Client().get("/account/entered/").status_code == 302


@pytest.mark.parametrize(("zone", "day"), [("Europe/Warsaw", 25), ("UTC", 24), ("America/New_York", 24)])
def test_the_day_of_an_entry_is_that_of_the_readers_clock(zone: str, day: int) -> None:
    late = datetime(2026, 11, 24, 23, 30, tzinfo=UTC)
    with timezone.override(ZoneInfo(zone)), translation.override("en"):
        one = entering.Entered(uuid4(), "Autumn Cup", "Alice", late, Word.WAITS, open=True)
        assert one.when == f"{day} Nov 2026"


def test_whoever_is_refused_is_in_the_log(alice: UUID, bob: UUID, caplog: pytest.LogCaptureFixture) -> None:
    tournament = made.tournament(alice)
    client = Client(headers={"accept-language": "en"})
    client.force_login(Player.objects.get(id=bob))
    with caplog.at_level(logging.WARNING), translation.override("en"):
        assert client.post(f"/tournaments/{tournament}/desk/enter/", {"names": "Alice"}).status_code == 403
    told = " ".join(str(one.msg) for one in caplog.records if one.name == "refused")
    assert "needs_role" in told
    assert str(bob) in told
    assert "Alice" not in told
