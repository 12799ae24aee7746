"""The verifier finds whatever somebody with all rights did to the rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar
from uuid import UUID, uuid4

import pytest
from django.db import connection
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger import archive, projections, store, verify
from ledger.database import database
from ledger.events import Cause, chain, chained, encoded
from ledger.models import Archive
from ledger.projections import Projection
from ledger.verify import Mark

from .factories import batch, placed
from .sweep import sweep, unguarded

pytestmark = pytest.mark.usefixtures("ledger")


def key(stream: UUID) -> object:
    return stream.bytes if connection.vendor == "sqlite" else stream


def forge(statement: str, *params: Any) -> None:
    with unguarded(), connection.cursor() as cursor:
        cursor.execute(statement, params)


@pytest.fixture
def stream() -> UUID:
    """Ten events in four batches: 1-3, 4, 5-8, 9-10."""
    stream = uuid4()
    for length in (3, 1, 4, 2):
        at = store.version(stream)
        store.append(stream, at, batch(length, at + 1), decision_id=uuid4(), actor="bot", meta={"seat": 0})
    return stream


def flaws(marks: dict[UUID, list[Mark]] | None = None) -> list[tuple[UUID | None, int, str]]:
    return [flaw[:3] for flaw in verify.every_stream(marks) if flaw.code != "removed"]


def test_an_honest_ledger_has_no_flaw(stream: UUID) -> None:
    store.append(uuid4(), 0, batch(2))
    archive.archive(stream)
    store.append(stream, 10, batch(1))
    seen: list[tuple[int, int]] = []
    assert list(verify.every_stream(progress=lambda *step: seen.append(step))) == []
    assert seen == [(13, 13)]
    assert verify.stream(stream) == []
    assert verify.stream(uuid4()) == []


EDITS = [
    ("kind", "'stone_taken'"),
    ("version", "2"),
    ("payload", "'{\"number\":6}'"),
    ("payload", "'{\"number\": 5}'"),
    ("payload", '\'{"number":5,"number":5}\''),
    ("payload", "'[[[['" if connection.vendor == "sqlite" else "'[[[[]]]]'"),
    ("actor", "'player:1'"),
    ("meta", "'{\"seat\":1}'"),
    ("decision_id", "NULL"),
    ("hash", "zeroblob(32)" if connection.vendor == "sqlite" else "decode(repeat('00', 32), 'hex')"),
    ("at", "at + 1" if connection.vendor == "sqlite" else "at + interval '1 microsecond'"),
    ("chain", "NULL"),
]
if connection.vendor == "sqlite":  # whose columns take a value of any type
    EDITS += [
        *(("kind", "7"), ("payload", "X'7B'"), ("decision_id", "'x'"), ("meta", "'{'"), ("actor", "X'00'")),
        *(("at", "'now'"), ("hash", "'01234567890123456789012345678901'"), ("version", "'one'"), ("chain", "'x'")),
    ]


@pytest.mark.parametrize(("column", "value"), EDITS)
def test_one_edited_field_is_found_where_it_is(stream: UUID, column: str, value: str) -> None:
    store.append(uuid4(), 0, batch(2))
    forge(f"UPDATE ledger_event SET {column} = {value} WHERE stream_id = %s AND seq = 5", key(stream))
    found = verify.stream(stream)
    assert {flaw[:2] for flaw in found} == {(stream, 5)}
    assert {flaw.code for flaw in found} & {"hash", "edited", "unreadable"}
    assert str(found[0]).startswith(f"stream {stream}, event 5: ")
    assert flaws() == [flaw[:3] for flaw in found]


def test_an_edited_time_of_a_later_event_of_a_batch_is_found(stream: UUID) -> None:
    value = "at + 1" if connection.vendor == "sqlite" else "now()"
    forge(f"UPDATE ledger_event SET at = {value} WHERE stream_id = %s AND seq = 6", key(stream))
    assert flaws() == [(stream, 6, "time")]


def test_every_flaw_of_a_stream_is_reported(stream: UUID) -> None:
    for seq in (2, 5, 9):
        forge("UPDATE ledger_event SET payload = '{\"number\":0}' WHERE stream_id = %s AND seq = %s", key(stream), seq)
    forge("DELETE FROM ledger_event WHERE stream_id = %s AND seq = 7", key(stream))
    assert flaws() == [(stream, 2, "hash"), (stream, 5, "hash"), (stream, 8, "missing"), (stream, 9, "hash")]


def test_batches_stored_before_the_chain_covered_the_time_stay_provable(stream: UUID) -> None:
    """What version 1 stored, as its ``append`` hashed it, with a new batch behind it."""
    old = uuid4()
    for expected, length in ((0, 2), (2, 3)):
        cause = Cause(uuid4(), "bot", {"seat": 0})
        made = chained(old, expected, store.head(old).hash, encoded(batch(length, expected + 1), cause))
        assert database().insert(made._replace(cause=cause._replace(at=1_700_000_000_000_000)))
        forge("UPDATE ledger_event SET chain = NULL WHERE stream_id = %s", key(old))
    store.append(old, 5, batch(2, 6))
    assert flaws() == []
    assert [event.hashed_at is not None for event in store.stored(old) if event.batch] == [False, False, True]
    forge("UPDATE ledger_event SET chain = 2 WHERE stream_id = %s AND seq = 3", key(old))
    assert flaws() == [(old, 3, "hash")]


@pytest.mark.parametrize("length", ["NULL", "3", "5"])
def test_a_changed_length_of_a_batch_is_found(stream: UUID, length: str) -> None:
    forge(f"UPDATE ledger_event SET batch = {length} WHERE stream_id = %s AND seq = 5", key(stream))
    assert {flaw.code for flaw in verify.stream(stream)} <= {"hash", "batch"}
    assert verify.stream(stream)


@given(seq=st.integers(1, 10), place=st.integers(0, 200), bit=st.integers(0, 6))
@settings(max_examples=30, deadline=None)
def test_any_flipped_bit_of_a_payload_is_found(seq: int, place: int, bit: int) -> None:
    sweep()
    stream = uuid4()
    store.append(stream, 0, [placed(number, name="łąka") for number in range(10)])
    text = chain().canonical(store.read(stream)[seq - 1].payload).decode()
    place %= len(text)
    broken = text[:place] + chr(ord(text[place]) ^ 1 << bit) + text[place + 1 :]
    if connection.vendor == "postgresql" and not _is_json(broken):
        return  # the column's type refuses it
    forge("UPDATE ledger_event SET payload = %s WHERE stream_id = %s AND seq = %s", broken, key(stream), seq)
    assert [flaw.seq for flaw in verify.stream(stream)] == [seq]


def _is_json(text: str) -> bool:
    with connection.cursor() as cursor:
        try:
            cursor.execute("SELECT %s::json", [text])
        except Exception:
            return False
    return True


@pytest.mark.parametrize("seq", range(1, 10))
def test_a_removed_event_is_found(stream: UUID, seq: int) -> None:
    forge("DELETE FROM ledger_event WHERE stream_id = %s AND seq = %s", key(stream), seq)
    assert flaws() == [(stream, seq + 1, "missing")]


@pytest.mark.parametrize("seq", range(2, 10))
def test_an_event_removed_with_the_gap_closed_is_found(stream: UUID, seq: int) -> None:
    forge("DELETE FROM ledger_event WHERE stream_id = %s AND seq = %s", key(stream), seq)
    for later in range(seq + 1, 11):
        forge("UPDATE ledger_event SET seq = seq - 1 WHERE stream_id = %s AND seq = %s", key(stream), later)
    assert flaws()[0] == (stream, seq, "hash")


def test_reordered_events_are_found(stream: UUID) -> None:
    for old, new in ((6, 99), (7, 6), (99, 7)):
        forge("UPDATE ledger_event SET seq = %s WHERE stream_id = %s AND seq = %s", new, key(stream), old)
    assert flaws()[0] == (stream, 6, "hash")


def test_an_order_in_the_feed_against_the_stream_is_found(stream: UUID) -> None:
    forge("UPDATE ledger_event SET position = position + 1000 WHERE stream_id = %s AND seq = 4", key(stream))
    assert flaws() == [(stream, 5, "position")]


def test_a_batch_that_breaks_off_is_found(stream: UUID) -> None:
    forge("DELETE FROM ledger_event WHERE stream_id = %s AND seq = 10", key(stream))
    assert flaws() == [(stream, 9, "batch")]


def test_a_truncated_stream_is_found_by_whoever_knows_its_end(stream: UUID) -> None:
    head = store.head(stream)
    forge("DELETE FROM ledger_event WHERE stream_id = %s AND seq > 8", key(stream))
    assert flaws() == []
    for mark in (Mark(10), Mark(*head)):
        assert flaws({stream: [mark]}) == [(stream, 8, "truncated")]
        assert [flaw.code for flaw in verify.stream(stream, [mark])] == ["truncated"]


def test_on_sqlite_any_removed_event_is_found(stream: UUID) -> None:
    forge("DELETE FROM ledger_event WHERE stream_id = %s AND seq > 8", key(stream))
    removed = [flaw.text for flaw in verify.every_stream() if flaw.code == "removed"]
    assert removed == (["2 events were removed"] if connection.vendor == "sqlite" else [])


def test_a_truncated_or_vanished_stream_is_found_by_its_archive(stream: UUID) -> None:
    archive.archive(stream)
    forge("DELETE FROM ledger_event WHERE stream_id = %s AND seq > 8", key(stream))
    assert flaws()[0] == (stream, 8, "truncated")
    forge("DELETE FROM ledger_event WHERE stream_id = %s", key(stream))
    assert flaws()[0] == (stream, 0, "missing")
    assert flaws({stream: [Mark(10)]})[0] == (stream, 0, "missing")


class Known(Projection):
    name = "known"
    models = ()
    streams: ClassVar[list[UUID]] = []

    def ends(self) -> Iterator[tuple[UUID, int]]:
        return ((stream, 10) for stream in self.streams)


def test_a_stream_that_is_cut_off_or_gone_is_missed_by_the_read_models_that_tell_of_it(
    stream: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(projections, "all_projections", lambda: [Known()])
    monkeypatch.setattr(Known, "streams", [stream])
    assert flaws() == []
    forge("DELETE FROM ledger_event WHERE stream_id = %s AND seq > 8", key(stream))
    assert flaws() == [(stream, 8, "truncated")]
    forge("DELETE FROM ledger_event WHERE stream_id = %s", key(stream))
    assert flaws() == [(stream, 0, "missing")]


def test_a_history_rewritten_with_right_hashes_contradicts_what_others_hold(stream: UUID) -> None:
    head = store.head(stream)
    forge("DELETE FROM ledger_event WHERE stream_id = %s", key(stream))
    for length in (3, 1, 4, 2):
        store.append(stream, store.version(stream), batch(length))
    assert verify.stream(stream) == []
    assert flaws({stream: [Mark(*head)]}) == [(stream, 10, "forked")]


def test_a_changed_archive_is_found(stream: UUID) -> None:
    other = uuid4()
    store.append(other, 0, batch(10, first=50))
    foreign, own = archive.archive(other), archive.archive(stream)
    Archive.objects.filter(stream=stream).update(packed=foreign.packed)
    assert flaws() == [(stream, 0, "archive")]
    Archive.objects.filter(stream=stream).update(packed=bytes(own.packed)[:-9])
    assert flaws() == [(stream, 0, "archive")]
    Archive.objects.filter(stream=stream).update(packed=own.packed, head=foreign.head)
    assert flaws() == [(stream, 10, "forked")]


def test_missing_triggers_are_found(stream: UUID) -> None:
    with unguarded():
        found = list(verify.every_stream())
    assert {flaw.code for flaw in found} == {"unguarded"}
    assert list(verify.every_stream()) == []
