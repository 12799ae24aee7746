"""The feed: one order, nothing skipped, nothing twice, whatever writers do."""

from __future__ import annotations

import random
import threading
import time
from uuid import UUID, uuid4

import pytest
from django.db import connection, transaction

from ledger import database, feed, store
from ledger.errors import StaleVersion
from ledger.events import NewEvent
from ledger.feed import START, Cursor

from .factories import batch, placed
from .settling import settle

pytestmark = [pytest.mark.usefixtures("ledger"), pytest.mark.alone]


def drain(after: Cursor = START, limit: int = 1000, wait: bool = True) -> tuple[list[tuple[UUID, int]], Cursor]:
    seen = []
    if wait:
        settle()
    while (page := feed.read(after, limit)).rows:
        seen += [(event.stream, event.seq) for event in page.events]
        after = page.cursor
    return seen, after


def test_the_feed_gives_every_event_in_the_order_of_commits() -> None:
    one, two = uuid4(), uuid4()
    store.append(one, 0, batch(2))
    store.append(two, 0, batch(1))
    store.append(one, 2, batch(1))
    assert drain()[0] == [(one, 1), (one, 2), (two, 1), (one, 3)]


def test_a_reader_resumes_behind_its_cursor() -> None:
    stream = uuid4()
    store.append(stream, 0, batch(2))
    seen, cursor = drain()
    assert drain(cursor) == ([], cursor)
    store.append(stream, 2, batch(1))
    assert drain(Cursor(*cursor))[0] == [(stream, 3)]
    assert len(seen) == 2


@pytest.mark.parametrize("limit", [1, 2, 3, 5, 100])
def test_a_page_never_cuts_a_batch(limit: int) -> None:
    stream, sizes = uuid4(), [1, 4, 2, 9, 1, 1]
    for size in sizes:
        store.append(stream, store.version(stream), batch(size))
    settle()
    after, seen = START, []
    while (page := feed.read(after, limit)).rows:
        ends = page.events[0].batch or 0
        assert ends, "a page begins with a batch"
        assert sum(event.batch or 0 for event in page.events) == len(page.events)
        seen += [event.seq for event in page.events]
        after = page.cursor
    assert seen == list(range(1, sum(sizes) + 1))


def test_a_late_commit_with_an_early_number_is_not_skipped() -> None:
    """The classic hole: A takes its number first and commits last. SQLite has one writer, so it cannot come to that."""
    early, late = uuid4(), uuid4()
    appended, go_on = threading.Event(), threading.Event()

    def stall() -> None:
        with transaction.atomic():
            store.append(early, 0, batch(1))
            appended.set()
            go_on.wait(10)
        connection.close()

    writer = threading.Thread(target=stall)
    writer.start()
    assert appended.wait(10)
    if connection.vendor == "sqlite":
        go_on.set()
    store.append(late, 0, batch(1))
    first, cursor = drain(wait=False)
    go_on.set()
    writer.join()
    rest, _ = drain(cursor)
    assert first + rest == [(early, 1), (late, 1)]


def test_a_racing_reader_misses_nothing_while_writers_stall_and_roll_back() -> None:
    """Several writers, some slow, some giving up, race for shared streams; a reader tails the feed all the while."""
    streams = [uuid4() for _ in range(4)]
    written: list[tuple[UUID, int]] = []
    stop = threading.Event()

    def write(seed: int) -> None:
        dice = random.Random(seed)
        for _ in range(25):
            stream = dice.choice(streams)
            try:
                with transaction.atomic():
                    done = store.append(stream, store.version(stream), batch(dice.randint(1, 3)), decision_id=uuid4())
                    if dice.random() < 0.3:
                        time.sleep(dice.random() * 0.02)
                    if dice.random() < 0.2:
                        raise InterruptedError
                written.extend((stream, seq) for seq in range(done.first_seq, done.version + 1))
            except (InterruptedError, StaleVersion):
                continue
        connection.close()

    seen: list[tuple[UUID, int]] = []

    def tail() -> None:
        cursor = START
        while True:
            last = stop.is_set()
            part, cursor = drain(cursor, limit=7, wait=False)
            seen.extend(part)
            if last and not part:
                break
        connection.close()

    reader = threading.Thread(target=tail)
    writers = [threading.Thread(target=write, args=(seed,)) for seed in range(4)]
    for thread in [reader, *writers]:
        thread.start()
    for thread in writers:
        thread.join()
    settle()
    stop.set()
    reader.join()
    assert sorted(seen) == sorted(written), "nothing is missing, nothing came twice"
    for stream in streams:
        mine = [seq for by, seq in seen if by == stream]
        assert mine == list(range(1, len(mine) + 1)), "each stream in its order"


def test_a_raised_epoch_stands_after_everything_before() -> None:
    stream = uuid4()
    store.append(stream, 0, batch(1))
    before = database.epoch()
    assert database.raise_epoch("restored by hand") == before + 1
    store.append(stream, 1, batch(1))
    seen, cursor = drain()
    assert seen == [(stream, 1), (stream, 2)]
    assert cursor.epoch == before + 1


def test_a_restore_into_a_younger_server_is_noticed_at_start_up() -> None:
    """Transaction numbers of the old server lie ahead of the new one's, which hides them: the epoch must rise."""
    assert database.check_restored() is None
    if connection.vendor == "sqlite":
        return
    old, new = uuid4(), uuid4()
    with connection.cursor() as cursor:
        cursor.execute(
            """
            INSERT INTO ledger_event (stream_id, seq, kind, version, payload, hash, batch, tx)
            SELECT %s, 1, 'stone_placed', 1, '{}', decode(repeat('00', 32), 'hex'), 1,
                (max(epoch)::bigint << 48) + pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 1000000000
            FROM ledger_epoch
            """,
            [old],
        )
    assert drain(wait=False)[0] == []
    raised = database.check_restored()
    assert raised == database.epoch()
    store.append(new, 0, [placed()])
    assert drain()[0] == [(old, 1), (new, 1)]
    assert database.check_restored() is None


def test_an_event_that_was_picked_by_its_kind_knows_its_moment() -> None:
    """Only the first event of a batch carries it, and that one may be of another kind."""
    stream = uuid4()
    store.append(stream, 0, [placed(), NewEvent("bell_rung", 1, {})])
    settle()
    (picked,) = feed.read().of(frozenset({"bell_rung"}))
    assert picked.seq == 2
    assert picked.at == store.read(stream)[0].at
