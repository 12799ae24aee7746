"""Two of whom one has blocked the other: what was open between them is withdrawn, whoever of them asked for it."""

from __future__ import annotations

from uuid import UUID

import pytest

from ledger.projections import named, rebuild
from matches.changing import TABLES
from matches.models import Invitation, Table
from matches.seeking import challenges
from matches.seeking.challenge_terms import ChallengePlayer
from matches.tables import queries
from matches.tables.commands import OpenTable, SitDown
from matches.tables.services import change, open_table
from players.friends import services as friends
from players.friends.commands import BlockPlayer, MutePlayer
from web.errors import NotFound

from ..factories import GAME, account, person, started

pytestmark = pytest.mark.django_db
BOTH_WAYS = pytest.mark.parametrize("who", ["the host", "the guest"])


def blocks(who: str, host: UUID, guest: UUID) -> None:
    by, other = (host, guest) if who == "the host" else (guest, host)
    friends.change(BlockPlayer(other), by=by)


def opened(host: UUID, *invited: UUID, seats: int = 2, game: str = GAME) -> UUID:
    access = Table.Access.NAMED if invited else Table.Access.ANYONE
    return open_table(OpenTable(game=game, seats=seats, access=access, invited=invited), by=host).table


@BOTH_WAYS
def test_a_challenge_is_withdrawn(who: str) -> None:
    alice, bob, charlie = account("Alice"), account("Bob"), account("Charlie")
    asked = [
        challenges.challenge(ChallengePlayer(player=player, game=GAME, control="week"), by=alice)
        for player in (bob, charlie)
    ]
    friends.change(MutePlayer(bob), by=alice)
    assert challenges.of_party(asked[0].id, bob).status == "open", "whoever is only muted may play"
    blocks(who, alice, bob)
    assert [challenges.of_party(one.id, alice).status for one in asked] == ["withdrawn", "open"]


@BOTH_WAYS
def test_a_table_for_these_two_is_closed(who: str) -> None:
    alice, bob = person("Alice"), person("Bob")
    table = opened(alice, bob)
    blocks(who, alice, bob)
    assert TABLES.load(table).status == Table.Status.CLOSED


@BOTH_WAYS
def test_at_a_table_for_more_the_other_is_no_longer_invited_and_has_no_seat(who: str) -> None:
    alice, bob, charlie = person("Alice"), person("Bob"), person("Charlie")
    table = opened(alice, bob, charlie, seats=3, game="elekt")
    change(table, SitDown(2), by=bob)
    blocks(who, alice, bob)
    fold = TABLES.load(table)
    assert fold.status == Table.Status.OPEN
    assert fold.invited == (charlie,)
    assert fold.seat_of(bob) is None
    assert set(Invitation.objects.values_list("player", flat=True)) == {charlie}
    with pytest.raises(NotFound):
        change(table, SitDown(2), by=bob)
    with pytest.raises(NotFound):
        queries.table(table_id=table, player=bob)
    change(table, SitDown(1), by=charlie)
    assert rebuild(named("matches"), compare=True).differences == []


@BOTH_WAYS
def test_at_an_open_table_the_seat_is_free_again(who: str) -> None:
    alice, bob = person("Alice"), person("Bob")
    table = opened(alice, seats=3, game="elekt")
    change(table, SitDown(1), by=bob)
    blocks(who, alice, bob)
    fold = TABLES.load(table)
    assert (fold.status, fold.seat_of(bob)) == (Table.Status.OPEN, None)
    assert fold.seat_of(alice) == 0


def test_a_match_that_has_begun_and_the_tables_of_others_stay() -> None:
    table = started("Alice", "Bob")
    alice, bob = table.players
    assert alice
    assert bob
    other = opened(person("Charlie"), seats=3, game="elekt")
    change(other, SitDown(1), by=alice)
    change(other, SitDown(2), by=bob)
    friends.change(BlockPlayer(bob), by=alice)
    assert table.awaited() >= 0
    assert TABLES.load(other).match is not None
