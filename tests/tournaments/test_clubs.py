"""Tournaments of a club: Alice runs the club, Bob is in it, Charlie has nothing to do with it."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from ledger import projections
from players.clubs import commands as club_commands
from players.clubs import services as clubs
from players.models import Player
from players.rosters import adding
from players.rosters import commands as roster_commands
from players.rosters import services as rosters
from players.rosters.book import book_of
from tournaments import after_commit, commands, queries, services
from tournaments import events as e
from tournaments.decisions.field import Newcomer
from tournaments.desk import entries
from tournaments.formats.contract import EntrantNo
from tournaments.leagues import commands as league_commands
from tournaments.leagues import services as leagues
from tournaments.models import Tournament
from tournaments.settings import Settings
from tournaments.state import Role, Status
from web.errors import BadRequest, Conflict

from .factories import AT_A_TABLE, opened, stage, state_of
from .leagues import made

pytestmark = pytest.mark.django_db


def account(name: str) -> UUID:
    return Player.objects.create_user(name.lower(), name=name).id


def browser(player: UUID | None = None) -> Client:
    client = Client(headers={"accept-language": "en"})
    if player is not None:
        client.force_login(Player.objects.get(id=player))
    return client


@pytest.fixture
def alice() -> UUID:
    return account("Alice")


@pytest.fixture
def club(alice: UUID) -> UUID:
    return clubs.found(
        club_commands.FoundClub("Meeples", place="Gdynia", about="", open_entry=True, listed=True), by=alice
    ).club


def test_a_tournament_of_a_club_is_found_by_it_and_names_it(alice: UUID, club: UUID) -> None:
    other = opened(alice, title="Nobody’s")
    ours = opened(alice, title="Ours", settings=replace(AT_A_TABLE, club=str(club)))
    assert [line.id for line in queries.tournaments(player=None, club=club)] == [ours]
    page = browser().get(reverse("players:club", args=[club])).content.decode()
    assert ("Ours" in page, "Nobody’s" in page) == (True, False)
    for tournament, named in ((ours, True), (other, False)):
        page = browser().get(reverse("tournaments:tournament", args=[tournament])).content.decode()
        assert (reverse("players:club", args=[club]) in page) == named
    page = browser().get(reverse("tournaments:tournaments"), {"club": str(club)}).content.decode()
    assert ("Ours" in page, "Nobody’s" in page) == (True, False)
    assert browser().get(reverse("tournaments:tournaments"), {"club": "nonsense"}).status_code == 200
    assert projections.rebuild(projections.named("tournaments"), compare=True).differences == []


def test_the_leagues_are_filtered_by_club_and_the_log_names_no_club_that_hides(alice: UUID, club: UUID) -> None:
    ours, _ = made.league(alice, made.rules(4), members=0)
    other, _ = made.league(alice, made.rules(4), members=0)
    rooks = clubs.found(
        club_commands.FoundClub("Rooks", place="", about="", open_entry=True, listed=False), by=alice
    ).club
    agreed = league_commands.ChangeLeague("Town league", made.rules(4), listed=True, open_entry=True)
    leagues.change(ours, replace(agreed, club=str(club)), by=alice)
    leagues.change(other, replace(agreed, club=str(rooks)), by=alice)
    leagues.change(other, replace(agreed, club=""), by=alice)
    log = browser().get(reverse("tournaments:league_log", args=[other])).content.decode()
    assert "Club: – → a club that is not listed" in log
    assert "Club: a club that is not listed → –" in log
    assert "Rooks" not in log
    for chosen, found in ((str(club), {ours}), ("", {ours, other}), ("nonsense", {ours, other})):
        page = browser(alice).get(reverse("tournaments:leagues"), {"club": chosen}).content.decode()
        assert {one for one in (ours, other) if reverse("tournaments:league", args=[one]) in page} == found
    assert f'value="{club}" selected' in browser().get(f"/leagues/?club={club}").content.decode()
    told = browser().get("/api/v1/leagues/", {"club": str(club)}).json()
    assert [line["id"] for line in told] == [str(ours)]
    assert browser().get("/api/v1/leagues/", {"club": "nonsense"}).status_code == 400


def test_only_who_runs_a_club_makes_a_tournament_the_club_s(alice: UUID, club: UUID) -> None:
    bob, charlie = account("Bob"), account("Charlie")
    clubs.change(club, club_commands.Join(), by=bob)
    ours = replace(AT_A_TABLE, club=str(club))
    for person in (bob, charlie):
        with pytest.raises(BadRequest, match="not_your_club"):
            opened(person, settings=ours)
        with pytest.raises(BadRequest, match="not_your_club"):
            services.change(opened(person), commands.ChangeTournament("Evening", ours), by=person)
    assert not Tournament.objects.filter(club=club).exists()


def test_the_club_is_chosen_on_the_forms_and_stays_when_somebody_else_saves(alice: UUID, club: UUID) -> None:
    new = reverse("tournaments:new")
    assert 'name="club"' not in browser(account("Bob")).get(new).content.decode()
    sent = {"title": "Ours", "preset": "pods", "seats": 4, "rounds": 4, "best": 4, "place": "table", "club": str(club)}
    page = browser(alice).get(new)
    sent["ruleset"] = page.context["form"].fields["ruleset"].choices[0][0]
    assert browser(alice).post(new, sent).status_code == 302
    row = Tournament.objects.get(club=club)

    charlie = account("Charlie")
    services.change(row.id, commands.GrantRole(charlie, Role.ARBITER), by=alice)
    settings = reverse("tournaments:settings", args=[row.id])
    stages = {
        f"{one.stage.key}-{name}": field.initial or ""
        for one in browser(charlie).get(settings).context["coming"]
        for name, field in ((f, one[f]) for f in one.fields)
    }
    assert browser(charlie).post(settings, sent | stages | {"title": "Later"}).status_code == 302
    state = state_of(row.id)
    assert (state.title, state.settings.club) == ("Later", str(club))
    assert browser(charlie).post(settings, sent | stages | {"title": "Later", "club": ""}).status_code == 302
    assert not Tournament.objects.filter(club=club).exists()
    browser(charlie).post(settings, sent | stages)
    assert state_of(row.id).settings.club == "", "back again only by who runs the club"


def test_a_league_of_a_club_is_found_by_it_and_so_are_its_seasons(alice: UUID, club: UUID) -> None:
    league, people = made.league(alice, made.rules(4), members=4)
    agreed = league_commands.ChangeLeague("Town league", made.rules(4), listed=True, open_entry=True)
    bob = people[0]
    leagues.change(league, league_commands.GrantRole(player=bob, role=Role.OWNER), by=alice)
    with pytest.raises(BadRequest, match="not_your_club"):
        leagues.change(league, replace(agreed, club=str(club)), by=bob)
    leagues.change(league, replace(agreed, club=str(club)), by=alice)
    leagues.change(league, replace(agreed, title="City league"), by=bob)
    assert made.of(league).club == str(club), "who says nothing of it leaves it as it is"
    season = made.begun(league, bob)
    assert state_of(season).settings.club == str(club)
    page = browser().get(reverse("players:club", args=[club])).content.decode()
    assert reverse("tournaments:league", args=[league]) in page
    assert reverse("tournaments:tournament", args=[season]) in page
    for who in (None, alice):
        page = browser(who).get(reverse("tournaments:league", args=[league])).content.decode()
        assert reverse("players:club", args=[club]) in page
    log = browser().get(reverse("tournaments:league_log", args=[league])).content.decode()
    assert "Club: – → Meeples" in log
    page = browser(alice).get(reverse("tournaments:league_settings", args=[league])).content.decode()
    assert f'value="{club}" selected' in page
    assert 'name="club"' in browser(alice).get(reverse("tournaments:new_league")).content.decode()
    assert projections.rebuild(projections.named("leagues"), compare=True).differences == []


def test_a_roster_that_takes_nobody_in_does_not_stop_the_tournament(
    alice: UUID, club: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = replace(state_of(opened(alice, settings=Settings(club=str(club)))), status=Status.RUNNING)
    followed: list[UUID] = []
    monkeypatch.setattr(after_commit, "follow", followed.append)

    def full(*_what: object) -> None:
        raise Conflict("roster_full")

    monkeypatch.setattr("tournaments.visitors.take_in", full)
    with pytest.raises(Conflict):
        after_commit.changed(state, [e.CheckInUndone(EntrantNo(1))])
    assert followed == [state.id]


def test_whoever_was_taken_off_the_roster_and_has_played_here_can_be_put_back(alice: UUID, club: UUID) -> None:
    held = opened(alice, stage(form="round_robin"), settings=replace(AT_A_TABLE, club=str(club)))
    services.change(held, commands.Enter((Newcomer(name="Ola"), Newcomer(name="Jan"))), by=alice)
    services.change(held, commands.StartStage("main"), by=alice)
    assert adding.add_who_came(club, by=alice) == 2
    ola = next(one.player for one in book_of(club).people if one.name == "Ola")
    rosters.change(club, roster_commands.Unlist(ola), by=alice)
    assert adding.add_who_came(club, by=alice) == 1
    assert [one.player for one in book_of(club).named("Ola")] == [ola]


def test_a_long_list_at_the_desk_is_looked_up_at_once(alice: UUID, club: UUID) -> None:
    names = [f"Osoba {number} Żak" for number in range(12)]
    rosters.change(club, roster_commands.WriteDown(tuple(names)), by=alice)
    state = state_of(opened(alice, settings=replace(AT_A_TABLE, club=str(club))))
    asked = []
    for many in (2, 12):
        known = entries.club_of(state)
        with CaptureQueriesContext(connection) as queries_made:
            read = entries.read(
                "\n".join(names[:many]), accounts=True, only_accounts=False, here=(), entered=set(), club=known
            )
        assert [flaw.reason.code for flaw in read.flaws] == ["known_person"] * many
        asked.append(len(queries_made))
    assert asked[0] == asked[1]
