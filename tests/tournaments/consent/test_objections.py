"""Somebody objects to a typed result. Alice organises, Bob and Charlie play, Olivia is an outsider, Stella runs the
platform."""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import patch
from uuid import UUID

import pytest

from players.models import RatedGame
from tests.tournaments.factories import AT_A_TABLE, at, wins
from tournaments import commands, queries, services
from tournaments.consent.standing import Standing
from tournaments.decisions.field import Newcomer
from tournaments.models import Objection
from tournaments.state import Role
from web.errors import BadRequest, Conflict, NotAllowed, NotFound, Refused

from .made import (
    FIRST,
    account,
    as_before,
    begin,
    club_with,
    is_rebuilt_alike,
    points,
    ratings,
    stands,
    table,
    tournament,
    typed,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def stella() -> UUID:
    return account("Stella", staff=True)


def played(alice: UUID, *who: UUID) -> UUID:
    """A rated duel of two who have entered by themselves."""
    evening = tournament(alice)
    for player in who:
        services.change(evening, commands.EnterOneself(), by=player)
    begin(evening, alice)
    typed(evening, alice)
    assert stands(evening) is Standing.COUNTS
    return evening


def objected(evening: UUID, player: UUID) -> None:
    services.change(evening, commands.ObjectToRating(FIRST, "I was not there."), by=player)


def ruled(evening: UUID, by: UUID, *, upheld: bool) -> None:
    services.change(evening, commands.RuleObjections(FIRST, upheld=upheld, reason="Asked both."), by=by)


def test_an_objection_suspends_the_game_for_all_until_it_is_rejected(alice: UUID, bob: UUID, charlie: UUID) -> None:
    evening = played(alice, bob, charlie)
    before = ratings(evening)
    assert sorted(before.values()) == [(1456, 1), (1544, 1)]
    objected(evening, charlie)
    assert (points(evening, bob), points(evening, charlie)) == (1500, 1500)
    row = RatedGame.objects.get()
    assert (row.annulled, row.suspended) == (True, True)
    assert is_rebuilt_alike()
    ruled(evening, alice, upheld=False)
    assert ratings(evening) == before
    row = RatedGame.objects.get()
    assert (row.annulled, row.suspended) == (False, False)
    assert is_rebuilt_alike()


def test_an_objection_that_is_upheld_strikes_the_game_and_the_result_stands(
    alice: UUID, bob: UUID, charlie: UUID
) -> None:
    evening = played(alice, bob, charlie)
    objected(evening, charlie)
    ruled(evening, alice, upheld=True)
    assert stands(evening) is Standing.STRUCK
    assert table(evening).is_done
    row = RatedGame.objects.get()
    assert (row.annulled, row.suspended) == (True, False)
    assert points(evening, bob) == 1500
    assert is_rebuilt_alike()
    services.change(evening, commands.Correct(FIRST, wins(1)), by=alice)
    assert points(evening, bob) == 1500, "what was ruled holds for whatever is typed there next"
    ruled(evening, alice, upheld=False)
    assert stands(evening) is Standing.COUNTS, "who ruled may see it otherwise later"
    assert is_rebuilt_alike()


def test_a_game_after_a_suspended_one_is_rated_as_if_that_had_not_been(alice: UUID, bob: UUID, charlie: UUID) -> None:
    """Two wins of Bob over Charlie; without the first, the second is a first game among equals: 44 points."""
    first, second = played(alice, bob, charlie), played(alice, bob, charlie)
    both = ratings(second)
    objected(first, bob)
    assert sorted(ratings(second).values()) == [(1456, 1), (1544, 1)]
    ruled(first, alice, upheld=False)
    assert ratings(second) == both
    assert is_rebuilt_alike()


def test_who_objects_can_take_it_back(alice: UUID, bob: UUID, charlie: UUID) -> None:
    evening = played(alice, bob, charlie)
    before = ratings(evening)
    objected(evening, bob)
    with pytest.raises(Conflict, match="no_objection"):
        services.change(evening, commands.WithdrawObjection(FIRST), by=charlie)
    services.change(evening, commands.WithdrawObjection(FIRST), by=bob)
    assert ratings(evening) == before
    assert not Objection.objects.exists()


def test_three_objections_are_open_at_most_wherever_the_tables_are(alice: UUID, bob: UUID, charlie: UUID) -> None:
    hosts = [alice, *(account(f"Host {no}") for no in range(3))]
    evenings = [played(host, bob, charlie) for host in hosts]
    for evening in evenings[:3]:
        objected(evening, bob)
    with pytest.raises(Conflict, match="too_many_objections"):
        objected(evenings[3], bob)
    objected(evenings[3], charlie)
    ruled(evenings[0], alice, upheld=False)
    objected(evenings[3], bob)
    assert Objection.objects.filter(player=bob).count() == 3
    assert is_rebuilt_alike()


def test_of_two_objections_at_one_moment_the_second_counts_the_first(alice: UUID, bob: UUID, charlie: UUID) -> None:
    """Both have looked before either was written."""
    evenings = [played(host, bob, charlie) for host in (alice, *(account(f"Host {no}") for no in range(3)))]
    for evening in evenings[:3]:
        objected(evening, bob)
    with (
        patch("tournaments.consent.decisions.limits.is_exceeded", return_value=False),
        pytest.raises(Conflict, match="too_many_objections"),
    ):
        objected(evenings[3], bob)
    assert stands(evenings[3]) is Standing.COUNTS


def test_who_was_answered_objects_again_only_to_another_result(alice: UUID, bob: UUID, charlie: UUID) -> None:
    evening = played(alice, bob, charlie)
    objected(evening, bob)
    with pytest.raises(Conflict, match="objection_is_open"):
        objected(evening, bob)
    ruled(evening, alice, upheld=False)
    with pytest.raises(Conflict, match="objection_was_answered"):
        objected(evening, bob)
    services.change(evening, commands.Correct(FIRST, wins(1)), by=alice)
    objected(evening, bob)
    assert stands(evening) is Standing.SUSPENDED


def test_a_correction_and_a_result_taken_away_answer_no_objection(alice: UUID, bob: UUID, charlie: UUID) -> None:
    evening = played(alice, bob, charlie)
    objected(evening, bob)
    services.change(evening, commands.Correct(FIRST, wins(1)), by=alice)
    assert stands(evening) is Standing.SUSPENDED
    services.change(evening, commands.Correct(FIRST, None), by=alice)
    typed(evening, alice)
    assert stands(evening) is Standing.SUSPENDED
    assert points(evening, bob) == 1500
    assert is_rebuilt_alike()


def test_an_objection_is_not_undone_by_an_officer(alice: UUID, bob: UUID, charlie: UUID) -> None:
    evening = played(alice, bob, charlie)
    objected(evening, bob)
    with pytest.raises(Conflict, match="cannot_be_undone"):
        services.change(evening, commands.Undo(), by=alice)


@pytest.mark.parametrize("who", ["bob", "charlie", "olivia"])
def test_nobody_but_an_arbiter_rules_where_the_owner_does_not_play(
    alice: UUID, bob: UUID, charlie: UUID, who: str
) -> None:
    evening = played(alice, bob, charlie)
    objected(evening, bob)
    by = {"bob": bob, "charlie": charlie}.get(who) or account("Olivia")
    with pytest.raises(NotAllowed):
        ruled(evening, by, upheld=True)
    services.change(evening, commands.GrantRole(by, Role.SCORER), by=alice)
    with pytest.raises(NotAllowed):
        ruled(evening, by, upheld=True)
    services.change(evening, commands.GrantRole(by, Role.ARBITER), by=alice)
    if who == "olivia":
        ruled(evening, by, upheld=True)
    else:
        with pytest.raises(NotAllowed, match="party_to_the_game"):
            ruled(evening, by, upheld=True)


def test_staff_rule_where_the_organiser_is_a_party_and_no_arbiter_of_theirs(
    alice: UUID, bob: UUID, charlie: UUID, stella: UUID
) -> None:
    evening = played(alice, alice, bob)
    objected(evening, bob)
    with pytest.raises(NotAllowed, match="party_to_the_game"):
        ruled(evening, alice, upheld=False)
    services.change(evening, commands.GrantRole(charlie, Role.ARBITER), by=alice)
    with pytest.raises(NotAllowed, match="staff_rules"):
        ruled(evening, charlie, upheld=False)
    ruled(evening, stella, upheld=True)
    assert (stands(evening), points(evening, alice)) == (Standing.STRUCK, 1500)
    with pytest.raises(NotAllowed, match="staff_rules"):
        ruled(evening, charlie, upheld=False)
    ruled(evening, stella, upheld=False)
    assert stands(evening) is Standing.COUNTS


def test_staff_keep_a_result_from_being_rated_though_nobody_objects(alice: UUID, bob: UUID, stella: UUID) -> None:
    """Alice and Bob act together, against somebody whom they have invented on the roster of their club."""
    club, nobody = club_with(alice, bob, account("Dora"), account("Edgar"))
    evening = tournament(alice, replace(AT_A_TABLE, club=str(club)))
    services.change(evening, commands.Enter((Newcomer(bob), Newcomer(nobody))), by=alice)
    begin(evening, alice)
    typed(evening, alice)
    assert (stands(evening), points(evening, bob)) == (Standing.COUNTS, 1544)
    for other in (alice, bob):
        with pytest.raises((Conflict, NotAllowed)):
            ruled(evening, other, upheld=True)
    ruled(evening, stella, upheld=True)
    assert (stands(evening), points(evening, bob)) == (Standing.STRUCK, 1500)
    assert is_rebuilt_alike()
    with pytest.raises(NotAllowed, match="staff_rules"):
        ruled(evening, alice, upheld=False)
    with pytest.raises(Conflict, match="no_objection"):
        ruled(evening, stella, upheld=True)
    ruled(evening, stella, upheld=False)
    assert (stands(evening), points(evening, bob)) == (Standing.COUNTS, 1544)
    with pytest.raises(Conflict, match="no_objection"):
        ruled(evening, stella, upheld=False)


def test_staff_who_organise_there_need_an_objection(bob: UUID, charlie: UUID, stella: UUID) -> None:
    evening = played(stella, bob, charlie)
    with pytest.raises(Conflict, match="no_objection"):
        ruled(evening, stella, upheld=True)


def test_staff_who_sit_there_do_not_rule(alice: UUID, bob: UUID, stella: UUID) -> None:
    evening = played(alice, stella, bob)
    objected(evening, bob)
    with pytest.raises(NotAllowed, match="party_to_the_game"):
        ruled(evening, stella, upheld=False)


def test_an_outsider_and_a_bad_address_and_no_words_are_refused(alice: UUID, bob: UUID, charlie: UUID) -> None:
    evening = played(alice, bob, charlie)
    refused: list[tuple[type[Refused], UUID, object, str]] = [
        (NotAllowed, account("Olivia"), FIRST, "Wrong"),
        (NotFound, bob, at("main", 1, 9), "Wrong"),
        (NotFound, bob, at("nowhere", 1, 1), "Wrong"),
        (BadRequest, bob, FIRST, "  "),
        (BadRequest, bob, FIRST, "x" * 2001),
    ]
    for error, player, ref, text in refused:
        with pytest.raises(error):
            services.change(evening, commands.ObjectToRating(ref, text), by=player)  # type: ignore[arg-type]
    assert not Objection.objects.exists()
    with pytest.raises(Conflict, match="no_objection"):
        ruled(evening, alice, upheld=True)
    with pytest.raises(Conflict, match="stale_version"):
        services.change(evening, commands.ObjectToRating(FIRST, "Wrong"), by=bob, expected_version=1)


def test_a_result_that_does_not_exist_is_not_objected_to(alice: UUID, bob: UUID, charlie: UUID) -> None:
    evening = tournament(alice)
    for player in (bob, charlie):
        services.change(evening, commands.EnterOneself(), by=player)
    begin(evening, alice)
    with pytest.raises(Conflict, match="no_typed_result"):
        objected(evening, bob)


def test_also_a_result_that_was_typed_before_anybody_was_asked(alice: UUID, bob: UUID, charlie: UUID) -> None:
    with as_before():
        evening = tournament(alice)
        for player in (bob, charlie):
            services.change(evening, commands.EnterOneself(), by=player)
        begin(evening, alice)
        typed(evening, alice)
    before = ratings(evening)
    assert len(before) == 2
    objected(evening, bob)
    assert stands(evening) is Standing.SUSPENDED
    assert points(evening, bob) == 1500
    ruled(evening, alice, upheld=False)
    assert ratings(evening) == before
    assert is_rebuilt_alike()


def test_what_an_objection_says_is_read_by_the_table_officers_and_staff(
    alice: UUID, bob: UUID, charlie: UUID, stella: UUID
) -> None:
    evening = played(alice, bob, charlie)
    objected(evening, bob)
    readers = {
        name: bool(queries.change_log(tournament_id=evening, player=player)[0].said)
        for name, player in {
            "Alice": alice,
            "Bob": bob,
            "Charlie": charlie,
            "Stella": stella,
            "Olivia": account("Olivia"),
            "nobody": None,
        }.items()
    }
    assert readers == {"Alice": True, "Bob": True, "Charlie": True, "Stella": True, "Olivia": False, "nobody": False}


def test_staff_rule_though_the_organiser_who_sat_there_has_given_the_tournament_away(
    alice: UUID, bob: UUID, charlie: UUID, stella: UUID
) -> None:
    evening = played(alice, alice, bob)
    objected(evening, bob)
    services.change(evening, commands.GrantRole(charlie, Role.OWNER), by=alice)
    services.change(evening, commands.GrantRole(alice, None), by=charlie)
    with pytest.raises(NotAllowed, match="staff_rules"):
        ruled(evening, charlie, upheld=False)
    ruled(evening, stella, upheld=True)
    assert stands(evening) is Standing.STRUCK
