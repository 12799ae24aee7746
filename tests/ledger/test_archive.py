"""The archive tells what the events tell."""

from __future__ import annotations

import json
import zlib
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st

from ledger import archive, store
from ledger.errors import Flawed
from ledger.events import NewEvent, StoredEvent
from ledger.packing import pack, unpack
from ledger.upcast import Upcaster

from .factories import batch, placed
from .sweep import unguarded

pytestmark = pytest.mark.usefixtures("ledger")

names = st.text(max_size=5)
plain = st.recursive(
    st.none() | st.booleans() | st.integers() | names,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=6,
)
new_events = st.builds(NewEvent, names, st.integers(1, 3), st.dictionaries(names, plain, max_size=4))


def test_an_archive_gives_back_events_batches_and_times() -> None:
    stream = uuid4()
    store.append(stream, 0, [placed(), NewEvent("bell_rung", 1, {})])
    store.append(stream, 2, batch(3))
    stored = store.read(stream)
    archive.archive(stream)
    loaded = archive.load(stream)
    assert loaded is not None
    assert (loaded.version, loaded.head) == store.head(stream)
    assert loaded.events == [NewEvent(event.kind, event.version, event.payload) for event in stored]
    assert loaded.told.lengths == [2, 3]
    for packed, event in zip(loaded.told.ats, [stored[0], stored[2]], strict=True):
        assert abs(packed - event.at) <= timedelta(milliseconds=1)


def test_an_archive_of_the_first_format_reads_as_it_was() -> None:
    """Written by hand after the description: kinds, the kind of each event, payloads, lengths, milliseconds."""
    content = [
        [["bell_rung", 1], ["stone_placed", 2]],
        [1, 0, 1],
        [{"number": 1}, {}, {"number": 2**70}],
        [2, 1],
        [1_700_000_000_000, 1500],
    ]
    read = unpack(zlib.compress(json.dumps(content).encode()))
    assert read.facts == [
        ("stone_placed", 2, {"number": 1}),
        ("bell_rung", 1, {}),
        ("stone_placed", 2, {"number": 2**70}),
    ]
    assert read.lengths == [2, 1]
    begun = datetime(2023, 11, 14, 22, 13, 20, tzinfo=UTC)
    assert read.ats == [begun, begun + timedelta(milliseconds=1500)]


def test_an_archive_of_the_second_format_reads_as_it_was() -> None:
    """By hand, too: kinds with their versions and counts, their payloads, the payload of each event, and the rest."""
    content = [
        2,
        [["bell_rung", 1, 1], ["stone_placed", 2, 2]],
        [{}, {"number": 1}, {"number": 2**70}],
        [1, 0, 2, 1],
        [3, 1],
        [1_700_000_000_000, 1500],
    ]
    read = unpack(zlib.compress(json.dumps(content).encode()))
    placed_first = ("stone_placed", 2, {"number": 1})
    assert read.facts == [placed_first, ("bell_rung", 1, {}), ("stone_placed", 2, {"number": 2**70}), placed_first]
    assert (read.lengths, read.gaps) == ([3, 1], [1_700_000_000_000, 1500])


def test_events_that_tell_the_same_are_packed_once() -> None:
    stream = uuid4()
    store.append(stream, 0, [placed(7), NewEvent("bell_rung", 1, {}), placed(7), NewEvent("bell_rung", 2, {})])
    read = unpack(pack(store.read(stream)))
    assert len(read.distinct) == 3
    assert read.facts == [event[2:5] for event in store.read(stream)]


def test_what_follows_an_archive_is_read_behind_it_and_archived_anew() -> None:
    stream = uuid4()
    store.append(stream, 0, batch(3))
    archive.archive(stream)
    store.append(stream, 3, batch(2))
    loaded = archive.load(stream)
    assert loaded is not None
    assert (loaded.version, loaded.newest) == (3, 5)
    assert [event.seq for event in store.read(stream, after=loaded.version)] == [4, 5]
    archive.archive(stream)
    again = archive.load(stream)
    assert again is not None
    assert (again.version, again.told.lengths) == (5, [3, 2])


def test_old_versions_in_an_archive_are_upcast_on_reading(upcasters: list[Upcaster]) -> None:
    stream = uuid4()
    store.append(stream, 0, [placed(3)])
    archive.archive(stream)
    upcasters.append(Upcaster("stone_placed", 1, lambda old: NewEvent("stone_placed", 2, {"count": old["number"]})))
    loaded = archive.load(stream)
    assert loaded is not None
    assert loaded.events == [NewEvent("stone_placed", 2, {"count": 3})]


def test_a_flawed_or_empty_stream_is_not_archived() -> None:
    stream = uuid4()
    with pytest.raises(Flawed, match="has no events"):
        archive.archive(stream)
    store.append(stream, 0, batch(3))
    with unguarded(), connection.cursor() as cursor:
        cursor.execute("UPDATE ledger_event SET kind = 'forged' WHERE seq = 2")
    with pytest.raises(Flawed, match="event 2"):
        archive.archive(stream)
    assert archive.load(stream) is None


@given(st.lists(new_events, min_size=1, max_size=8))
def test_packing_loses_nothing(events: list[NewEvent]) -> None:
    stored = [StoredEvent(uuid4(), seq, *event, datetime.now(UTC), b"", 0, 1) for seq, event in enumerate(events, 1)]
    assert unpack(pack(stored)).facts == [tuple(event) for event in events]
