"""Which typed results are rated. Alice organises and sits at no table, Bob and Charlie play."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

import pytest
from django.utils import timezone

from ledger import store
from players.clubs import services as clubs
from players.models import RatedGame
from tests.tournaments.factories import AT_A_TABLE, state_of, wins
from tests.tournaments.leagues.made import league, rules
from tournaments import running, services
from tournaments.consent import services as consent
from tournaments.consent.standing import Standing
from tournaments.decisions.field import Newcomer
from tournaments.evolve import fold
from tournaments.leagues import services as leagues
from tournaments.settings import Settings
from tournaments.stages import digest
from tournaments.state import Role
from web.errors import NotAllowed, NotFound

from .made import FIRST, account, as_before, begin, is_rebuilt_alike, points, seat, stands, table, tournament, typed

pytestmark = pytest.mark.django_db


def entered_by_alice(alice: UUID, *who: UUID, settings: Settings = AT_A_TABLE) -> UUID:
    evening = tournament(alice, settings)
    services.enter(tournament_id=evening, by=alice, newcomers=[Newcomer(one) for one in who])
    begin(evening, alice)
    return evening


def is_rated(evening: UUID) -> bool:
    assert (stands(evening) is Standing.COUNTS) is RatedGame.objects.filter(annulled=False).exists()
    return stands(evening) is Standing.COUNTS


def test_who_entered_by_themself_agrees(alice: UUID, bob: UUID, charlie: UUID) -> None:
    evening = tournament(alice)
    for player in (bob, charlie):
        services.enter_oneself(tournament_id=evening, player=player)
    begin(evening, alice)
    typed(evening, alice)
    assert is_rated(evening)
    assert is_rebuilt_alike()


def test_who_confirms_the_entry_agrees_to_what_was_typed_and_to_what_comes(
    alice: UUID, bob: UUID, charlie: UUID
) -> None:
    evening = entered_by_alice(alice, bob, charlie)
    typed(evening, alice)
    consent.confirm_entry(tournament_id=evening, player=bob)
    assert not is_rated(evening)
    assert table(evening).consent.missing == (seat(evening, charlie),)  # type: ignore[union-attr]
    consent.confirm_entry(tournament_id=evening, player=charlie)
    assert is_rated(evening)
    services.correct(tournament_id=evening, by=alice, ref=FIRST, result=wins(1))
    assert is_rated(evening)
    assert is_rebuilt_alike()


def test_who_confirms_a_result_agrees_to_that_one_only(alice: UUID, bob: UUID, charlie: UUID) -> None:
    evening = entered_by_alice(alice, bob, charlie)
    typed(evening, alice)
    for player in (bob, charlie):
        consent.confirm_result(tournament_id=evening, by=player, ref=FIRST)
    assert is_rated(evening)
    services.correct(tournament_id=evening, by=alice, ref=FIRST, result=wins(1))
    assert not is_rated(evening)
    assert points(evening, bob) == 1500
    assert is_rebuilt_alike()


def test_who_reports_a_result_agrees_to_it(alice: UUID, bob: UUID, charlie: UUID) -> None:
    evening = entered_by_alice(alice, bob, charlie)
    for player in (bob, charlie):
        services.report(tournament_id=evening, player=player, ref=FIRST, result=wins(0))
    assert is_rated(evening)


def test_who_reported_another_result_does_not_agree(alice: UUID, bob: UUID, charlie: UUID) -> None:
    evening = entered_by_alice(alice, bob, charlie)
    services.report(tournament_id=evening, player=bob, ref=FIRST, result=wins(0))
    services.report(tournament_id=evening, player=charlie, ref=FIRST, result=wins(1))
    services.rule(tournament_id=evening, by=alice, ref=FIRST, result=wins(0))
    assert table(evening).consent.seats == {seat(evening, bob)}  # type: ignore[union-attr]


def test_who_checks_in_by_themself_agrees_and_who_is_checked_in_does_not(alice: UUID, bob: UUID, charlie: UUID) -> None:
    evening = tournament(alice)
    services.enter(tournament_id=evening, by=alice, newcomers=[Newcomer(bob), Newcomer(charlie)])
    services.check_in(tournament_id=evening, by=bob, numbers=[1])
    services.check_in(tournament_id=evening, by=alice, numbers=[2])
    assert [one.own for one in state_of(evening).entries.values()] == [True, False]


def test_members_of_the_club_that_holds_the_event_agree(alice: UUID, bob: UUID, charlie: UUID) -> None:
    club = clubs.found(owner=alice, name="The club", open_entry=True).club
    for player in (bob, charlie):
        clubs.join(club_id=club, player=player)
    evening = entered_by_alice(alice, bob, charlie, settings=replace(AT_A_TABLE, club=str(club)))
    typed(evening, alice)
    assert is_rated(evening)
    clubs.leave(club_id=club, by=bob, player=bob)
    services.correct(tournament_id=evening, by=alice, ref=FIRST, result=wins(1))
    assert is_rated(evening), "who was a member as it was typed has agreed to it"
    assert is_rebuilt_alike()


def test_nothing_follows_from_a_membership_that_is_hidden(alice: UUID, bob: UUID, charlie: UUID) -> None:
    """What is rated is seen by everybody, and so would be who is in the club."""
    club = clubs.found(owner=alice, name="The club", open_entry=True).club
    for player in (bob, charlie):
        clubs.join(club_id=club, player=player)
    clubs.hide(club_id=club, player=bob, hidden=True)
    evening = entered_by_alice(alice, bob, charlie, settings=replace(AT_A_TABLE, club=str(club)))
    typed(evening, alice)
    assert table(evening).consent.missing == (seat(evening, bob),)  # type: ignore[union-attr]


def test_members_of_a_league_agree_who_have_joined_or_confirmed_by_themselves(
    alice: UUID, bob: UUID, charlie: UUID
) -> None:
    members, _ = league(alice, rules(4), members=0)
    leagues.join(league_id=members, player=bob)
    leagues.enter(league_id=members, by=alice, newcomers=[charlie])
    assert leagues.existing(members).own == {bob}
    leagues.open_season(league_id=members, by=alice)
    leagues.begin_season(league_id=members, by=alice)
    season = leagues.existing(members).seasons[0].tournament
    stage = next(iter(state_of(season).stages))
    ref = replace(FIRST, stage=stage)
    typed(season, alice, ref=ref)
    assert stands(season, ref) is Standing.UNCONFIRMED
    leagues.join(league_id=members, player=charlie)
    assert leagues.existing(members).own == {bob, charlie}
    services.correct(tournament_id=season, by=alice, ref=ref, result=wins(1))
    assert stands(season, ref) is Standing.COUNTS
    assert is_rebuilt_alike()


def test_an_officer_who_does_not_play_there_answers_for_a_name(alice: UUID, bob: UUID) -> None:
    evening = tournament(alice, replace(AT_A_TABLE, report_minutes=0))
    services.enter_oneself(tournament_id=evening, player=bob)
    services.enter_names(tournament_id=evening, by=alice, newcomers=[("Zoe", Newcomer())])
    begin(evening, alice)
    services.report(tournament_id=evening, player=bob, ref=FIRST, result=wins(0))
    running.keep_deadline(evening, FIRST, timezone.now())
    assert not is_rated(evening), "nobody has answered for the name"
    with pytest.raises(NotAllowed):
        consent.confirm_result(tournament_id=evening, by=account("Outsider"), ref=FIRST)
    assert consent.confirm_result(tournament_id=evening, by=bob, ref=FIRST).events == ()
    consent.confirm_result(tournament_id=evening, by=alice, ref=FIRST)
    assert is_rated(evening)
    assert is_rebuilt_alike()


def test_an_officer_who_plays_there_needs_another_one(alice: UUID, bob: UUID) -> None:
    evening = tournament(alice)
    services.enter_oneself(tournament_id=evening, player=alice)
    services.enter_names(tournament_id=evening, by=alice, newcomers=[("Zoe", Newcomer())])
    begin(evening, alice)
    typed(evening, alice)
    assert not is_rated(evening)
    services.grant_role(tournament_id=evening, by=alice, player=bob, role=Role.SCORER)
    consent.confirm_result(tournament_id=evening, by=bob, ref=FIRST)
    assert is_rated(evening)


def test_an_outsider_confirms_nothing(alice: UUID, bob: UUID, charlie: UUID) -> None:
    evening = entered_by_alice(alice, bob, charlie)
    typed(evening, alice)
    outsider = account("Outsider")
    with pytest.raises(NotFound):
        consent.confirm_entry(tournament_id=evening, player=outsider)
    with pytest.raises(NotAllowed):
        consent.confirm_result(tournament_id=evening, by=outsider, ref=FIRST)
    assert consent.confirm_result(tournament_id=evening, by=alice, ref=FIRST).events == (), "nobody lacks an account"


def test_an_unlisted_event_is_unrated_unless_it_is_said() -> None:
    assert not Settings(listed=False).rated
    assert Settings(listed=False, rated=True).rated
    assert Settings().rated
    assert not Settings(rated=False).rated


def test_what_was_typed_before_anybody_was_asked_keeps_counting(alice: UUID, bob: UUID, charlie: UUID) -> None:
    """As the stream was written then: without a word of consent, and who entered is known from who did it."""
    evening = tournament(alice)
    with as_before():
        services.enter_oneself(tournament_id=evening, player=bob)
        services.enter(tournament_id=evening, by=alice, newcomers=[Newcomer(charlie)])
        begin(evening, alice)
        typed(evening, alice)
    assert is_rated(evening)
    assert [one.own for one in fold(evening, store.read(evening)).entries.values()] == [True, False]
    settings = state_of(evening).settings
    for rated in (False, True):
        services.change_tournament(
            tournament_id=evening, by=alice, title="Evening", settings=replace(settings, rated=rated)
        )
    assert is_rated(evening), "what was rated then is rated again"
    services.correct(tournament_id=evening, by=alice, ref=FIRST, result=wins(1))
    assert not is_rated(evening), "a correction is typed now"
    assert is_rebuilt_alike()


def test_a_state_that_was_caught_up_is_that_of_the_whole_stream(alice: UUID, bob: UUID, charlie: UUID) -> None:
    evening = entered_by_alice(alice, bob, charlie)
    typed(evening, alice)
    consent.confirm_entry(tournament_id=evening, player=bob)
    assert digest(state_of(evening)) == digest(fold(evening, store.read(evening)))
