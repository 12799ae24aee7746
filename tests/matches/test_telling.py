"""Challenges, invitations and turns by correspondence are told to whoever has no page open, and taken back in time."""

from __future__ import annotations

from random import Random
from uuid import UUID

import pytest

from matches.models import Match
from matches.models import Table as Row
from matches.seeking.challenge_terms import AcceptChallenge, CounterOffer, DeclineChallenge
from matches.tables import services as tables
from matches.tables.commands import OpenTable
from players.friends.shunning import shun
from tests.leak.test_web_leaks import play
from tests.matches.factories import GAME, Table, account, started
from tests.matches.seeking.test_challenges import answer, challenge
from tests.players.notices.devices import told, waiting_for, with_devices

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> tuple[UUID, UUID]:
    both = account("Alice"), account("Bob")
    with_devices(both)
    return both


def test_a_challenge_is_told_until_it_is_answered(people: tuple[UUID, UUID]) -> None:
    alice, bob = people
    row = challenge(alice, bob)
    (notice,) = waiting_for(bob)
    assert (notice.message, notice.path, notice.about["who"]) == ("challenge", f"/challenges/{row.id}/", "Alice")
    answer(row, CounterOffer(offer=1, seats=2, control="day", rated=False), bob)
    assert (told(alice), told(bob)) == (["challenge"], [])
    answer(row, DeclineChallenge(), alice)
    assert (told(alice), told(bob)) == ([], [])


def test_who_muted_the_challenger_is_not_told(people: tuple[UUID, UUID]) -> None:
    alice, bob = people
    shun(by=bob, other=alice, blocked=False)
    challenge(alice, bob)
    assert told(bob) == []


def test_whoever_is_named_is_told_of_the_table(people: tuple[UUID, UUID]) -> None:
    alice, bob = people
    tables.open_table(OpenTable(game=GAME, seats=2, access=Row.Access.NAMED, invited=(bob,)), by=alice)
    assert (told(alice), told(bob)) == ([], ["invited_to_table"])


def test_whose_turn_it_is_by_correspondence_is_told_until_they_have_decided(people: tuple[UUID, UUID]) -> None:
    alice, bob = people
    row = answer(challenge(alice, bob), AcceptChallenge(1), bob)
    assert row.match
    match = Match.objects.get(pk=row.match)
    seats = dict(match.table.seat_rows.values_list("number", "player"))
    for _ in range(6):
        match.refresh_from_db()
        awaited = {player for number, player in seats.items() if match.awaited >> number & 1}
        assert {player for player in people if "your_turn" in told(player)} == awaited
        players = [seats[number] for number in sorted(seats)]
        play(Table(match=match.pk, id=match.table_id, players=players), 1, Random(1))


def test_live_matches_tell_nothing(people: tuple[UUID, UUID]) -> None:
    table = started("Charlie", "Dana")
    with_devices([one for one in table.players if one])
    play(table, 3, Random(1))
    assert [told(one) for one in table.players if one] == [[], []]
