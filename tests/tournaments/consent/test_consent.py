"""Which typed results are rated. Alice organises and sits at no table, Bob and Charlie play."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

import pytest
from django.utils import timezone

from ledger import store
from players.clubs import commands as club_commands
from players.clubs import services as clubs
from players.models import RatedGame
from tests.tournaments.factories import AT_A_TABLE, state_of, wins
from tests.tournaments.leagues.made import league, rules
from tournaments import commands, running, services
from tournaments.consent.standing import Standing
from tournaments.decisions.field import Newcomer
from tournaments.evolve import fold
from tournaments.leagues import commands as league_commands
from tournaments.leagues import services as leagues
from tournaments.settings import Settings
from tournaments.stages import digest
from tournaments.state import Role
from web.errors import NotAllowed, NotFound

from .made import (
    FIRST,
    account,
    as_before,
    begin,
    club_with,
    is_rebuilt_alike,
    points,
    seat,
    stands,
    table,
    tournament,
    typed,
)

pytestmark = pytest.mark.django_db


def entered_by_alice(alice: UUID, *who: UUID, settings: Settings = AT_A_TABLE) -> UUID:
    evening = tournament(alice, settings)
    services.change(evening, commands.Enter(tuple(Newcomer(one) for one in who)), by=alice)
    begin(evening, alice)
    return evening


def is_rated(evening: UUID) -> bool:
    assert (stands(evening) is Standing.COUNTS) is RatedGame.objects.filter(annulled=False).exists()
    return stands(evening) is Standing.COUNTS


def test_who_entered_by_themself_agrees(alice: UUID, bob: UUID, charlie: UUID) -> None:
    evening = tournament(alice)
    for player in (bob, charlie):
        services.change(evening, commands.EnterOneself(), by=player)
    begin(evening, alice)
    typed(evening, alice)
    assert is_rated(evening)
    assert is_rebuilt_alike()


def test_who_confirms_the_entry_agrees_to_what_was_typed_and_to_what_comes(
    alice: UUID, bob: UUID, charlie: UUID
) -> None:
    evening = entered_by_alice(alice, bob, charlie)
    typed(evening, alice)
    services.change(evening, commands.ConfirmEntry(), by=bob)
    assert not is_rated(evening)
    assert table(evening).consent.missing == (seat(evening, charlie),)  # type: ignore[union-attr]
    services.change(evening, commands.ConfirmEntry(), by=charlie)
    assert is_rated(evening)
    services.change(evening, commands.Correct(FIRST, wins(1)), by=alice)
    assert is_rated(evening)
    assert is_rebuilt_alike()


def test_who_confirms_a_result_agrees_to_that_one_only(alice: UUID, bob: UUID, charlie: UUID) -> None:
    evening = entered_by_alice(alice, bob, charlie)
    typed(evening, alice)
    for player in (bob, charlie):
        services.change(evening, commands.ConfirmResult(FIRST), by=player)
    assert is_rated(evening)
    services.change(evening, commands.Correct(FIRST, wins(1)), by=alice)
    assert not is_rated(evening)
    assert points(evening, bob) == 1500
    assert is_rebuilt_alike()


def test_who_reports_a_result_agrees_to_it(alice: UUID, bob: UUID, charlie: UUID) -> None:
    evening = entered_by_alice(alice, bob, charlie)
    for player in (bob, charlie):
        services.change(evening, commands.Report(FIRST, wins(0)), by=player)
    assert is_rated(evening)


def test_who_reported_another_result_does_not_agree(alice: UUID, bob: UUID, charlie: UUID) -> None:
    evening = entered_by_alice(alice, bob, charlie)
    services.change(evening, commands.Report(FIRST, wins(0)), by=bob)
    services.change(evening, commands.Report(FIRST, wins(1)), by=charlie)
    services.change(evening, commands.Rule(FIRST, wins(0)), by=alice)
    assert table(evening).consent.seats == {seat(evening, bob)}  # type: ignore[union-attr]


def test_who_checks_in_by_themself_agrees_and_who_is_checked_in_does_not(alice: UUID, bob: UUID, charlie: UUID) -> None:
    evening = tournament(alice)
    services.change(evening, commands.Enter((Newcomer(bob), Newcomer(charlie))), by=alice)
    services.change(evening, commands.CheckIn((1,)), by=bob)
    services.change(evening, commands.CheckIn((2,)), by=alice)
    assert [one.own for one in state_of(evening).entries.values()] == [True, False]


def test_members_of_the_club_that_holds_the_event_agree(alice: UUID, bob: UUID, charlie: UUID) -> None:
    club = clubs.found(club_commands.FoundClub("The club", open_entry=True), by=alice).club
    for player in (bob, charlie):
        clubs.change(club, club_commands.Join(), by=player)
    evening = entered_by_alice(alice, bob, charlie, settings=replace(AT_A_TABLE, club=str(club)))
    typed(evening, alice)
    assert is_rated(evening)
    clubs.change(club, club_commands.Leave(), by=bob)
    services.change(evening, commands.Correct(FIRST, wins(1)), by=alice)
    assert is_rated(evening), "who was a member as it was typed has agreed to it"
    assert is_rebuilt_alike()


def test_nothing_follows_from_a_membership_that_is_hidden(alice: UUID, bob: UUID, charlie: UUID) -> None:
    """What is rated is seen by everybody, and so would be who is in the club."""
    club = clubs.found(club_commands.FoundClub("The club", open_entry=True), by=alice).club
    for player in (bob, charlie):
        clubs.change(club, club_commands.Join(), by=player)
    clubs.change(club, club_commands.Hide(hidden=True), by=bob)
    evening = entered_by_alice(alice, bob, charlie, settings=replace(AT_A_TABLE, club=str(club)))
    typed(evening, alice)
    assert table(evening).consent.missing == (seat(evening, bob),)  # type: ignore[union-attr]


def test_members_of_a_league_agree_who_have_joined_or_confirmed_by_themselves(
    alice: UUID, bob: UUID, charlie: UUID
) -> None:
    members, _ = league(alice, rules(4), members=0)
    leagues.change(members, league_commands.Join(), by=bob)
    leagues.change(members, league_commands.Enter((charlie,)), by=alice)
    assert leagues.existing(members).own == {bob}
    leagues.change(members, league_commands.OpenSeason(), by=alice)
    leagues.change(members, league_commands.BeginSeason(), by=alice)
    season = leagues.existing(members).seasons[0].tournament
    stage = next(iter(state_of(season).stages))
    ref = replace(FIRST, stage=stage)
    typed(season, alice, ref=ref)
    assert stands(season, ref) is Standing.UNCONFIRMED
    leagues.change(members, league_commands.Join(), by=charlie)
    assert leagues.existing(members).own == {bob, charlie}
    services.change(season, commands.Correct(ref, wins(1)), by=alice)
    assert stands(season, ref) is Standing.COUNTS
    assert is_rebuilt_alike()


def at_the_club(alice: UUID, player: UUID, settings: Settings = AT_A_TABLE) -> UUID:
    """``player`` has entered by themself, and Zoe of the club's roster by Alice."""
    club, zoe = club_with(alice, *(account(f"Member {no}") for no in range(3)))
    evening = tournament(alice, replace(settings, club=str(club)))
    services.change(evening, commands.EnterOneself(), by=player)
    services.change(evening, commands.Enter((Newcomer(zoe),)), by=alice)
    begin(evening, alice)
    return evening


def test_an_officer_who_does_not_play_there_answers_for_a_name(alice: UUID, bob: UUID) -> None:
    evening = at_the_club(alice, bob, replace(AT_A_TABLE, report_minutes=0))
    services.change(evening, commands.Report(FIRST, wins(seat(evening, bob))), by=bob)
    running.keep_deadline(evening, FIRST, timezone.now())
    assert not is_rated(evening), "nobody has answered for the name"
    with pytest.raises(NotAllowed):
        services.change(evening, commands.ConfirmResult(FIRST), by=account("Outsider"))
    assert services.change(evening, commands.ConfirmResult(FIRST), by=bob).events == ()
    services.change(evening, commands.ConfirmResult(FIRST), by=alice)
    assert is_rated(evening)
    assert is_rebuilt_alike()


def test_an_officer_who_plays_there_needs_another_one(alice: UUID, bob: UUID) -> None:
    evening = at_the_club(alice, alice)
    typed(evening, alice)
    assert not is_rated(evening)
    services.change(evening, commands.GrantRole(bob, Role.SCORER), by=alice)
    services.change(evening, commands.ConfirmResult(FIRST), by=bob)
    assert is_rated(evening)


def test_an_outsider_confirms_nothing(alice: UUID, bob: UUID, charlie: UUID) -> None:
    evening = entered_by_alice(alice, bob, charlie)
    typed(evening, alice)
    outsider = account("Outsider")
    with pytest.raises(NotFound):
        services.change(evening, commands.ConfirmEntry(), by=outsider)
    with pytest.raises(NotAllowed):
        services.change(evening, commands.ConfirmResult(FIRST), by=outsider)
    assert services.change(evening, commands.ConfirmResult(FIRST), by=alice).events == (), "nobody lacks an account"


def test_an_unlisted_event_is_unrated_unless_it_is_said() -> None:
    assert not Settings(listed=False).rated
    assert Settings(listed=False, rated=True).rated
    assert Settings().rated
    assert not Settings(rated=False).rated


def test_what_was_typed_before_anybody_was_asked_keeps_counting(alice: UUID, bob: UUID, charlie: UUID) -> None:
    """As the stream was written then: without a word of consent, and who entered is known from who did it."""
    evening = tournament(alice)
    with as_before():
        services.change(evening, commands.EnterOneself(), by=bob)
        services.change(evening, commands.Enter((Newcomer(charlie),)), by=alice)
        begin(evening, alice)
        typed(evening, alice)
    assert is_rated(evening)
    assert [one.own for one in fold(evening, store.read(evening)).entries.values()] == [True, False]
    settings = state_of(evening).settings
    for rated in (False, True):
        services.change(evening, commands.ChangeTournament("Evening", replace(settings, rated=rated)), by=alice)
    assert is_rated(evening), "what was rated then is rated again"
    services.change(evening, commands.Correct(FIRST, wins(1)), by=alice)
    assert not is_rated(evening), "a correction is typed now"
    assert is_rebuilt_alike()


def test_a_state_that_was_caught_up_is_that_of_the_whole_stream(alice: UUID, bob: UUID, charlie: UUID) -> None:
    evening = entered_by_alice(alice, bob, charlie)
    typed(evening, alice)
    services.change(evening, commands.ConfirmEntry(), by=bob)
    assert digest(state_of(evening)) == digest(fold(evening, store.read(evening)))
