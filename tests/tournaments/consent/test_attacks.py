"""Nobody's rating is moved by what others type about them. Alice organises and attacks, Bob has an account and knows of
nothing; a first game among equals is worth 44 points (half of K 88, docs/ratings.md)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from uuid import UUID

import pytest
from django.utils import timezone

from players.clubs import commands as club_commands
from players.clubs import services as clubs
from players.models import RatedGame
from tests.matches.factories import person
from tests.tournaments.factories import AT_A_TABLE, at, state_of
from tests.tournaments.leagues.made import begun, league, rules
from tournaments import commands, queries, running, services
from tournaments.claims import services as claims
from tournaments.consent.standing import Standing
from tournaments.decisions.field import Newcomer
from tournaments.exchange import document
from tournaments.leagues import commands as league_commands
from tournaments.leagues import services as leagues
from tournaments.settings import Settings
from tournaments.state import Entry
from web.errors import Conflict

from .made import FIRST, account, begin, club_with, is_rebuilt_alike, lost_by, points, stands, tournament, typed
from .test_pages import browser, page

pytestmark = pytest.mark.django_db
UNLISTED_BUT_RATED = replace(AT_A_TABLE, listed=False, rated=True)


@pytest.mark.parametrize("settings", [AT_A_TABLE, UNLISTED_BUT_RATED])
def test_an_outsider_cannot_take_points_off_somebody_whom_they_enter(
    alice: UUID, bob: UUID, settings: Settings
) -> None:
    """Three lost games were 1500 to 1397."""
    for _ in range(3):
        evening = tournament(alice, settings)
        services.change(evening, commands.Enter((Newcomer(alice), Newcomer(bob))), by=alice)
        begin(evening, alice)
        typed(evening, alice, lost_by(evening, bob))
        assert stands(evening) is Standing.UNCONFIRMED
        assert (points(evening, alice), points(evening, bob)) == (1500, 1500)
    assert not RatedGame.objects.exists()


@pytest.mark.parametrize("settings", [AT_A_TABLE, UNLISTED_BUT_RATED])
def test_nobody_wins_points_against_an_invented_name(alice: UUID, settings: Settings) -> None:
    """One game was 1500 to 1544."""
    evening = tournament(alice, settings)
    services.change(
        evening, commands.Enter(commands.named([("", Newcomer(alice)), ("Nobody At All", Newcomer())])), by=alice
    )
    begin(evening, alice)
    nobody = next(one.player for one in _entries(evening) if one.player not in (alice, None))
    typed(evening, alice, lost_by(evening, nobody))
    assert stands(evening) is Standing.UNCONFIRMED
    assert points(evening, alice) == 1500


def test_nor_do_two_who_agree_with_each_other(alice: UUID, bob: UUID) -> None:
    """Alice types that Bob has beaten whom they have invented; that was 1500 to 1544."""
    evening = tournament(alice)
    services.change(evening, commands.EnterOneself(), by=bob)
    services.change(evening, commands.Enter(commands.named([("Nobody At All", Newcomer())])), by=alice)
    begin(evening, alice)
    nobody = next(one.player for one in _entries(evening) if one.player != bob)
    assert nobody is not None
    typed(evening, alice, lost_by(evening, nobody))
    assert services.change(evening, commands.ConfirmResult(FIRST), by=alice).events == ()
    assert (stands(evening), points(evening, bob)) == (Standing.UNCONFIRMED, 1500)
    assert "Not rated: no account for Nobody At All." in page(evening, None)
    assert "Confirm for players without an account" not in page(evening, alice)
    assert "must be confirmed" not in browser(alice).get(f"/tournaments/{evening}/desk/").content.decode()


def test_a_club_answers_for_names_once_four_accounts_belong_to_it(alice: UUID, bob: UUID, charlie: UUID) -> None:
    """What two have founded invents opponents no better than an evening does."""
    club, nobody = club_with(alice, bob, charlie, name="Nobody At All")
    clubs.change(club, club_commands.Hide(hidden=True), by=charlie)
    evening = tournament(alice, replace(AT_A_TABLE, club=str(club)))
    services.change(evening, commands.Enter((Newcomer(bob), Newcomer(nobody))), by=alice)
    begin(evening, alice)
    typed(evening, alice, lost_by(evening, nobody))
    for newcomer in ("Dora", "Edgar"):
        assert services.change(evening, commands.ConfirmResult(FIRST), by=alice).events == ()
        assert (stands(evening), points(evening, bob)) == (Standing.UNCONFIRMED, 1500)
        clubs.change(club, club_commands.Join(), by=account(newcomer))
    assert "Not rated: nobody has confirmed it yet for Nobody At All." in page(evening, None)
    services.change(evening, commands.ConfirmResult(FIRST), by=alice)
    assert (stands(evening), points(evening, bob)) == (Standing.COUNTS, 1544)
    assert is_rebuilt_alike()


def test_a_league_answers_for_names_once_four_accounts_have_joined_it_by_themselves(alice: UUID) -> None:
    made, _ = league(alice, rules(4), members=0)
    names = tuple((name, None) for name in ("Eve", "Frank"))
    leagues.change(made, league_commands.Enter((), people=names), by=alice)
    members = [account(f"Member {no}") for no in range(4)]
    leagues.change(made, league_commands.Enter(tuple(members[:3])), by=alice)
    for one in (*members[:2], members[3]):
        leagues.change(made, league_commands.Join(), by=one)
    season = begun(made, alice)
    stage = next(iter(state_of(season).stages))
    entries = {entry.no: entry.player for entry in _entries(season)}
    tables = state_of(season).stages[stage].rounds[0].tables.values()
    refs = [at(stage, 1, one.no) for one in tables if {entries[no] for no in one.pairing.seats} - set(members)]
    assert refs
    for ref in refs:
        typed(season, alice, ref=ref)
        assert services.change(season, commands.ConfirmResult(ref), by=alice).events == ()
    leagues.change(made, league_commands.Join(), by=members[2])
    for ref in refs:
        assert services.change(season, commands.ConfirmResult(ref), by=alice).events != ()


def test_whoever_claims_a_name_agrees_to_what_was_typed_for_it(alice: UUID, bob: UUID, charlie: UUID) -> None:
    evening = tournament(alice)
    services.change(evening, commands.EnterOneself(), by=bob)
    services.change(evening, commands.Enter(commands.named([("Charlie", Newcomer())])), by=alice)
    begin(evening, alice)
    no = next(one.no for one in _entries(evening) if one.player != bob)
    typed(evening, alice)
    assert stands(evening) is Standing.UNCONFIRMED
    merger = claims.claim(tournament_id=evening, player=charlie, no=no)
    claims.answer(tournament_id=evening, merger=merger, by=alice, confirmed=True)
    assert stands(evening) is Standing.COUNTS
    assert sorted((points(evening, bob), points(evening, charlie))) == [1456, 1544]
    assert is_rebuilt_alike()


def _entries(evening: UUID) -> Collection[Entry]:
    return state_of(evening).entries.values()


def test_nobody_wins_points_against_a_bot_at_a_real_table(alice: UUID) -> None:
    evening = tournament(alice)
    services.change(evening, commands.Enter((Newcomer(alice), Newcomer(bot="random"))), by=alice)
    begin(evening, alice)
    typed(evening, alice)
    assert points(evening, alice) == 1500
    assert not RatedGame.objects.exists()


def test_a_second_browser_without_an_account_answers_for_nobody(alice: UUID) -> None:
    """A guest is made by one press: they neither agree for themselves nor for a name."""
    guest = person("Guest")
    evening = tournament(guest)
    services.change(evening, commands.EnterOneself(), by=alice)
    services.change(evening, commands.Enter(commands.named([("Nobody At All", Newcomer())])), by=guest)
    begin(evening, guest)
    typed(evening, guest)
    assert stands(evening) is Standing.UNCONFIRMED
    other = tournament(alice)
    services.change(other, commands.EnterOneself(), by=alice)
    services.change(other, commands.EnterOneself(), by=guest)
    begin(other, alice)
    typed(other, alice)
    assert stands(other) is Standing.UNCONFIRMED


def test_a_club_of_one_s_own_makes_nobody_a_member(alice: UUID, bob: UUID) -> None:
    """An officer invites, and puts nobody in."""
    club = clubs.found(club_commands.FoundClub("Attackers", place="", open_entry=False, listed=True), by=alice).club
    clubs.change(club, club_commands.Invite(bob), by=alice)
    evening = tournament(alice, replace(AT_A_TABLE, club=str(club)))
    services.change(evening, commands.Enter((Newcomer(alice), Newcomer(bob))), by=alice)
    begin(evening, alice)
    typed(evening, alice, lost_by(evening, bob))
    assert (stands(evening), points(evening, bob)) == (Standing.UNCONFIRMED, 1500)


def test_silence_to_a_report_is_no_consent(alice: UUID, bob: UUID) -> None:
    evening = tournament(alice, replace(AT_A_TABLE, report_minutes=0))
    services.change(evening, commands.Enter((Newcomer(alice), Newcomer(bob))), by=alice)
    begin(evening, alice)
    services.change(evening, commands.Report(FIRST, lost_by(evening, bob)), by=alice)
    running.keep_deadline(evening, FIRST, timezone.now())
    assert (stands(evening), points(evening, bob)) == (Standing.UNCONFIRMED, 1500)


def test_who_has_left_does_not_agree_when_they_are_brought_back(alice: UUID, bob: UUID) -> None:
    evening = tournament(alice)
    services.change(evening, commands.Enter((Newcomer(alice),)), by=alice)
    services.change(evening, commands.EnterOneself(), by=bob)
    begin(evening, alice)
    services.change(evening, commands.Withdraw(2), by=bob)
    with pytest.raises(Conflict, match="cannot_be_undone"):
        services.change(evening, commands.Undo(), by=alice)
    services.change(evening, commands.BringBack(2), by=alice)
    typed(evening, alice, lost_by(evening, bob))
    assert (stands(evening), points(evening, bob)) == (Standing.UNCONFIRMED, 1500)


def test_a_substitute_agrees_to_nothing_by_somebody_else_s_entry(alice: UUID, bob: UUID) -> None:
    """Neither to what is played from now on, nor do they take over what was typed before."""
    evening = tournament(alice)
    services.change(evening, commands.EnterOneself(), by=alice)
    services.change(evening, commands.EnterOneself(), by=bob)
    charlie = account("Charlie")
    begin(evening, alice)
    typed(evening, alice, lost_by(evening, bob))
    no = next(one.no for one in _entries(evening) if one.player == bob)
    services.change(evening, commands.Substitute(no, player=charlie), by=alice)
    services.change(evening, commands.Correct(FIRST, lost_by(evening, alice)), by=alice)
    assert (points(evening, alice), points(evening, bob), points(evening, charlie)) == (1456, 1544, 1500)
    services.change(evening, commands.Correct(at("main", 1, 1), None), by=alice)
    typed(evening, alice, lost_by(evening, charlie))
    assert (stands(evening), points(evening, charlie)) == (Standing.UNCONFIRMED, 1500)
    assert is_rebuilt_alike()


def test_what_was_brought_in_is_never_rated_by_turning_ratings_off_and_on(alice: UUID, bob: UUID) -> None:
    evening = tournament(alice)
    services.change(evening, commands.EnterOneself(), by=alice)
    services.change(evening, commands.EnterOneself(), by=bob)
    begin(evening, alice)
    typed(evening, alice)
    count = RatedGame.objects.count()
    text = document.written(document.document(queries.tournament(tournament_id=evening, player=alice)))
    copy = document.bring_in(text, owner=alice).tournament
    settings = state_of(copy).settings
    for rated in (False, True):
        services.change(copy, commands.ChangeTournament("Copy", replace(settings, rated=rated)), by=alice)
    assert RatedGame.objects.count() == count == 1
