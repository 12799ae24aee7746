"""Those who wait for a rated match, and how they come to sit. Alice, Bob, Charlie and Dora have accounts."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from django.core.cache import cache

from elekt_core.registry import get_game
from matches.clocks import service_time
from matches.models import BrowserUse, Match, Outage, Seat, Seek, Table
from matches.seeking import queries, services
from matches.seeking.apart import note_browser
from matches.seeking.busy import LEFT_WITHIN
from matches.seeking.rule import Seating
from matches.seeking.terms import Pool, SeekMatch
from players.friends import services as friends
from players.friends.commands import BlockPlayer
from players.ratings.models import Ladder, Rating
from players.ratings.outcome import person as who
from web.errors import BadRequest, Conflict, NotFound

from ..factories import GAME, account, person

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    service_time.forget()
    cache.clear()
    services._looked.clear()
    yield
    service_time.forget()


def seek(player: UUID, after: float = 0, **asked: object) -> Seek:
    command = SeekMatch(**{"game": GAME, "control": "rapid", **asked})  # type: ignore[arg-type]
    return services.seek(command, by=player, now=NOW + timedelta(seconds=after))


def rate(player: UUID, points: int, speed: str = "live") -> None:
    key = Pool(GAME, get_game(GAME).ruleset().name, 2, "rapid").ladder
    ladder, _new = Ladder.objects.get_or_create(game=GAME, ruleset=key.ruleset, speed=speed, mode=key.mode)
    Rating.objects.create(ladder=ladder, who=who(player), value=points * 1000, games=20)


def seated_at(row: Seek) -> set[UUID | None]:
    row.refresh_from_db()
    assert row.table is not None
    return set(Seat.objects.filter(table=row.table).values_list("player", flat=True))


def test_two_who_look_for_the_same_are_seated_at_a_rated_table_with_clocks() -> None:
    alice, bob = account("Alice"), account("Bob")
    first = seek(alice)
    assert first.status == "waiting"
    second = seek(bob, after=3)
    assert second.status == "seated"
    assert seated_at(first) == {alice, bob}
    table = Table.objects.get(match=second.match)
    assert (table.rated, table.speed, table.status, table.size) == (True, "live", "started", 2)
    assert (table.time or {})["flag"] == "concede"
    assert queries.queues() == []


def test_nobody_is_seated_while_out_of_range_and_both_are_as_soon_as_it_is_wide_enough() -> None:
    alice, bob = account("Alice"), account("Bob")
    rate(alice, 1500)
    rate(bob, 1700)
    seek(alice)
    row = seek(bob, after=1)
    for second in range(2, 21):
        assert services.seat_all(NOW + timedelta(seconds=second)) == 0
    assert services.seat_all(NOW + timedelta(seconds=21)) == 1
    row.refresh_from_db()
    assert row.status == "seated"


def test_three_and_four_seats_wait_for_as_many() -> None:
    people = [account(name) for name in ("Alice", "Bob", "Charlie", "Dora")]
    rows = [seek(one, seats=4) for one in people]
    assert rows[-1].status == "seated"
    assert seated_at(rows[0]) == set(people)
    assert queries.seek(rows[0].id, player=people[0]).match == rows[-1].match


def test_correspondence_counts_on_its_own_ladder_and_lasts_while_nobody_looks() -> None:
    alice, bob = account("Alice"), account("Bob")
    first = seek(alice, control="three_days")
    Seek.objects.update(seen=first.seen - 10**9)
    services.seat_all(NOW + timedelta(hours=5))
    first.refresh_from_db()
    assert first.status == "waiting"
    second = seek(bob, after=6 * 3600, control="three_days")
    assert Table.objects.get(match=second.match).speed == "correspondence"


def test_whoever_has_gone_for_half_a_minute_is_dropped_from_a_live_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    alice = account("Alice")
    row = seek(alice)
    instant = row.seen
    monkeypatch.setattr("matches.clocks.service_time.now", lambda: instant + 30_000)
    services.seat_all(NOW + timedelta(seconds=30))
    row.refresh_from_db()
    assert row.status == "waiting"
    monkeypatch.setattr("matches.clocks.service_time.now", lambda: instant + 30_001)
    services.seat_all(NOW + timedelta(seconds=31))
    row.refresh_from_db()
    assert row.status == "dropped"


def test_time_in_which_nothing_served_drops_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    row = seek(account("Alice"))
    Outage.objects.create(begin=row.seen + 1_000, end=row.seen + 100_000)
    monkeypatch.setattr("matches.clocks.service_time.now", lambda: row.seen + 120_000)
    services.drop_gone(NOW)
    row.refresh_from_db()
    assert row.status == "waiting"


def test_whoever_looks_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    row = seek(account("Alice"))
    monkeypatch.setattr("matches.clocks.service_time.now", lambda: row.seen + 29_000)
    services.is_there([row.id])
    monkeypatch.setattr("matches.clocks.service_time.now", lambda: row.seen + 58_000)
    services.drop_gone(NOW)
    row.refresh_from_db()
    assert row.status == "waiting"


def test_asking_again_keeps_ones_place_and_another_live_queue_leaves_the_first() -> None:
    alice = account("Alice")
    first = seek(alice)
    assert seek(alice, after=5).id == first.id
    other = seek(alice, after=6, seats=3)
    first.refresh_from_db()
    assert (first.status, other.status) == ("left", "waiting")
    beside = seek(alice, control="week")
    assert {one.id for one in queries.mine(alice)} == {other.id, beside.id}


def test_leaving_is_for_oneself_alone() -> None:
    alice, charlie = account("Alice"), account("Charlie")
    row = seek(alice)
    with pytest.raises(NotFound):
        services.leave(row.id, by=charlie)
    assert services.leave(row.id, by=alice).status == "left"
    assert seek(account("Bob")).status == "waiting"


def test_those_who_have_blocked_each_other_are_not_seated_together() -> None:
    alice, bob, charlie = account("Alice"), account("Bob"), account("Charlie")
    friends.change(BlockPlayer(alice), by=bob)
    seek(alice)
    assert seek(bob, after=1).status == "waiting"
    assert seated_at(seek(charlie, after=2)) == {alice, charlie}


def test_the_same_two_people_play_for_rating_three_times_a_day_at_most() -> None:
    alice, bob = account("Alice"), account("Bob")
    for game in range(3):
        seek(alice, after=game)
        row = seek(bob, after=game)
        assert row.status == "seated"
        end(row)
    seek(alice, after=10)
    assert seek(bob, after=10).status == "waiting"
    Match.objects.update(started_at=NOW - timedelta(hours=25))
    assert services.seat_all(NOW + timedelta(seconds=11)) == 1


def test_two_accounts_of_one_browser_are_not_seated_together() -> None:
    alice, bob = account("Alice"), account("Bob")
    note_browser("the same", alice, NOW)
    note_browser("the same", bob, NOW)
    seek(alice)
    assert seek(bob).status == "waiting"
    BrowserUse.objects.update(seen_at=NOW - timedelta(days=31))
    assert services.seat_all(NOW) == 1


def test_guests_and_whoever_plays_a_live_match_cannot_look_for_one() -> None:
    with pytest.raises(Conflict, match="rated_needs_account"):
        seek(person("Guest"))
    alice, bob = account("Alice"), account("Bob")
    seek(alice)
    row = seek(bob)
    with pytest.raises(Conflict, match="plays_live_now"):
        seek(bob)
    assert seek(bob, control="week").status == "waiting"
    end(row, over=False, conceded=0b11)
    assert seek(bob).status == "waiting"


def test_whoever_leaves_match_after_match_early_has_to_wait() -> None:
    alice = account("Alice")
    for name in ("Bob", "Charlie", "Dora"):
        seek(account(name))
        row = seek(alice)
        seat = Seat.objects.get(table=row.table, player=alice).number
        end(row, conceded=1 << seat)
    with pytest.raises(Conflict, match="left_too_often"):
        seek(alice, after=60)
    assert seek(alice, after=LEFT_WITHIN.total_seconds() + 60).status == "waiting"


def test_bots_fill_the_table_of_those_who_want_that_after_a_minute() -> None:
    alice = account("Alice")
    row = seek(alice, bots=True)
    assert services.seat_all(NOW + timedelta(seconds=59)) == 0
    assert services.seat_all(NOW + timedelta(seconds=60)) == 1
    row.refresh_from_db()
    seats = Seat.objects.filter(table=row.table)
    assert sorted((seat.player == alice, bool(seat.bot)) for seat in seats) == [(False, True), (True, False)]
    assert Table.objects.get(match=row.match).rated


def test_what_cannot_be_played_is_refused() -> None:
    alice = account("Alice")
    for wrong in ({"seats": 9}, {"control": "eternity"}):
        with pytest.raises(BadRequest):
            seek(alice, **wrong)
    assert not Seek.objects.exists()


def test_a_table_that_cannot_be_opened_leaves_everybody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise Conflict("cannot_be_rated", why="practice")

    monkeypatch.setattr("matches.seeking.services.tables.open_table", broken)
    seek(account("Alice"))
    assert seek(account("Bob")).status == "waiting"
    monkeypatch.undo()
    assert services.seat_all(NOW) == 1


def test_somebody_who_was_faster_is_not_seated_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two processes have found the same table: what the second one has read is no longer so."""
    alice, bob, charlie = account("Alice"), account("Bob"), account("Charlie")
    row = seek(alice)
    stale = list(Seek.objects.filter(player=alice))
    seek(bob)
    third = seek(charlie)
    tables, events = Table.objects.count(), Match.objects.count()
    pool = services.of(third)
    seating = Seating((alice, charlie))
    assert not services._seated(pool, seating, [*stale, third], NOW)
    assert (Table.objects.count(), Match.objects.count()) == (tables, events)
    third.refresh_from_db()
    assert third.status == "waiting"
    assert seated_at(row) == {alice, bob}


def test_those_who_wait_are_told_of_their_range_and_how_many_others_wait() -> None:
    alice, bob = account("Alice"), account("Bob")
    rate(alice, 1000)
    rate(bob, 2000)
    row = seek(alice)
    assert queries.seek(row.id, player=alice, now=NOW).range == 100
    seek(bob)
    services.seat_all(NOW + timedelta(seconds=5))
    row.refresh_from_db()
    assert (row.range, row.others, row.version) == (125, 1, 2)
    services.seat_all(NOW + timedelta(seconds=6))
    row.refresh_from_db()
    assert row.version == 2
    with pytest.raises(NotFound):
        queries.seek(row.id, player=bob)


def test_erasing_an_account_takes_it_out_of_every_queue() -> None:
    alice = account("Alice")
    seek(alice)
    note_browser("one", alice)
    services.forget(alice)
    assert not Seek.objects.exists()
    assert not BrowserUse.objects.exists()


def test_old_rows_are_forgotten() -> None:
    row = seek(account("Alice"))
    services.leave(row.id, by=row.player, now=NOW)
    services.forget_old(NOW + timedelta(days=1))
    assert Seek.objects.exists()
    services.forget_old(NOW + timedelta(days=3))
    assert not Seek.objects.exists()


def end(row: Seek, conceded: int = 0, *, over: bool = True) -> None:
    """Its match is over, or has been conceded by some."""
    assert row.match is not None
    Match.objects.filter(id=row.match).update(ended_at=NOW if over else None, conceded=conceded)
    Seat.objects.filter(table=row.table).update(playing=not over)
