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
from tournaments import commands, queries, running, services
from tournaments.consent.standing import Standing
from tournaments.decisions.field import Newcomer
from tournaments.exchange import document
from tournaments.settings import Settings
from tournaments.state import Entry
from web.errors import Conflict

from .made import FIRST, account, begin, is_rebuilt_alike, lost_by, points, stands, tournament, typed

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
