"""What append and read promise, on whichever database the settings name."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import DatabaseError, connection, transaction

from ledger import store
from ledger.errors import DecisionTaken, LateAppend, StaleVersion
from ledger.events import NewEvent
from ledger.models import Checkpoint
from ledger.upcast import Upcaster

from .factories import batch, placed
from .sweep import sweep

pytestmark = pytest.mark.django_db


def test_a_new_stream_stands_at_nothing() -> None:
    assert store.version(uuid4()) == 0
    assert store.head(uuid4()).hash == bytes(32)
    assert store.read(uuid4()) == []


def test_a_batch_is_read_back_as_it_was_handed_in() -> None:
    stream, decision = uuid4(), uuid4()
    before = datetime.now(UTC) - timedelta(minutes=1)
    appended = store.append(
        stream,
        0,
        [NewEvent("game_created", 2, {"łąka": [1, None, True, {"b": "ü", "a": -3}]}), placed(7)],
        decision_id=decision,
        actor="player:1",
        meta={"why": {"seat": 0}},
    )
    first, second = store.read(stream)
    assert appended == store.Appended(2, 1, second.hash, first.at)
    assert (first.stream, first.seq, first.kind, first.version) == (stream, 1, "game_created", 2)
    assert first.payload == {"łąka": [1, None, True, {"b": "ü", "a": -3}]}
    assert (first.batch, first.decision_id, first.actor, first.meta) == (2, decision, "player:1", {"why": {"seat": 0}})
    assert (second.seq, second.kind, second.payload) == (2, "stone_placed", {"number": 7})
    assert (second.batch, second.decision_id, second.actor, second.meta) == (None, None, None, None)
    assert before < first.at < before + timedelta(minutes=2)
    assert first.at == second.at
    assert store.version(stream) == 2
    assert store.head(stream) == (2, second.hash)


def test_reading_takes_any_part_of_a_stream() -> None:
    stream = uuid4()
    store.append(stream, 0, batch(5))
    assert [event.seq for event in store.read(stream, 1, 3)] == [2, 3]
    assert [event.seq for event in store.read(stream, after=3)] == [4, 5]
    assert [event.seq for event in store.read(stream, upto=2)] == [1, 2]
    assert store.read(stream, after=5) == []
    assert {event.at for event in store.read(stream, after=3)} == {store.read(stream)[0].at}


def test_the_hash_covers_the_predecessor_and_the_envelope() -> None:
    """Computed here by hand: sorted keys, no spaces, UTF-8, SHA-256 over the predecessor's hash and that."""
    stream = UUID("00000000-0000-0000-0000-00000000000a")
    decision = UUID("00000000-0000-0000-0000-00000000000b")
    at = datetime(2026, 11, 22, 15, 30, 0, 123456, UTC)
    cause: dict[str, Any] = {"decision_id": decision, "actor": "bot:greedy", "meta": {"seat": 0}}
    assert store.append(stream, 0, [placed(1, z="ł"), placed(2)], **cause, at=at).at == at
    store.append(stream, 2, [placed(3)], at=at + timedelta(seconds=2))
    texts = [
        f'{{"decision":{{"actor":"bot:greedy","at":1795361400123456,"id":"{decision}","meta":{{"seat":0}}}},'
        f'"kind":"stone_placed","payload":{{"number":1,"z":"ł"}},"seq":1,"stream":"{stream}","version":1}}',
        f'{{"decision":null,"kind":"stone_placed","payload":{{"number":2}},"seq":2,"stream":"{stream}","version":1}}',
        '{"decision":{"actor":null,"at":1795361402123456,"id":null,"meta":null},"kind":"stone_placed",'
        f'"payload":{{"number":3}},"seq":3,"stream":"{stream}","version":1}}',
    ]
    expected, link = [], bytes(32)
    for text in texts:
        link = sha256(link + text.encode()).digest()
        expected.append(link)
    assert [event.hash for event in store.read(stream)] == expected
    assert [event.at for event in store.read(stream)] == [at, at, at + timedelta(seconds=2)]


@pytest.mark.parametrize("expected", [0, 1, 3, 99])
def test_a_stale_version_is_refused_and_adds_nothing(expected: int) -> None:
    stream = uuid4()
    store.append(stream, 0, batch(2))
    with pytest.raises(StaleVersion) as refused:
        store.append(stream, expected, [placed(9)], decision_id=uuid4())
    assert (refused.value.expected, refused.value.actual) == (expected, 2)
    assert store.version(stream) == 2


def test_a_decision_delivered_twice_is_appended_once() -> None:
    stream, decision = uuid4(), uuid4()
    first = store.append(stream, 0, batch(3), decision_id=decision, actor="player:1")
    store.append(stream, 3, batch(2))
    again = store.append(stream, 0, batch(3), decision_id=decision, actor="player:1")
    assert again == first._replace(repeated=True)
    assert store.version(stream) == 5


@pytest.mark.parametrize("length", [1, 2, 5])
def test_a_decision_decided_anew_after_it_was_stored_is_not_appended_again(length: int) -> None:
    stream, decision = uuid4(), uuid4()
    first = store.append(stream, 0, batch(3), decision_id=decision)
    again = store.append(stream, 3, batch(length), decision_id=decision)
    assert again == first._replace(repeated=True)
    assert store.version(stream) == 3


def test_a_decision_id_of_another_actor_is_refused() -> None:
    stream, decision = uuid4(), uuid4()
    store.append(stream, 0, batch(1), decision_id=decision, actor="player:1")
    with pytest.raises(DecisionTaken):
        store.append(stream, 1, batch(1), decision_id=decision, actor="player:2")
    assert store.version(stream) == 1


def test_the_same_decision_id_may_stand_in_two_streams() -> None:
    decision = uuid4()
    assert not store.append(uuid4(), 0, batch(1), decision_id=decision).repeated
    assert not store.append(uuid4(), 0, batch(1), decision_id=decision).repeated


@pytest.mark.parametrize("payload", [{"x": 0.5}, {"x": [{"y": float("nan")}]}, {"x": {1: 2}}, {"x": object()}])
def test_a_payload_without_canonical_form_is_refused(payload: dict[str, Any]) -> None:
    stream = uuid4()
    with pytest.raises(TypeError):
        store.append(stream, 0, [placed(1), NewEvent("odd", 1, payload)])
    with pytest.raises(TypeError):
        store.append(stream, 0, [placed(1)], meta=payload)
    assert store.version(stream) == 0


def test_an_empty_batch_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one event"):
        store.append(uuid4(), 0, [])


def test_a_thousand_events_fit_into_one_batch() -> None:
    stream = uuid4()
    assert store.append(stream, 0, batch(1000)).version == 1000
    assert [event.payload["number"] for event in store.read(stream)] == list(range(1, 1001))


def test_an_old_version_is_read_as_the_newest_and_stays_as_it_was_stored(upcasters: list[Upcaster]) -> None:
    upcasters += [
        Upcaster("chair_taken", 1, lambda old: NewEvent("chair_taken", 2, {"chair": old["nr"], "by": None})),
        Upcaster("chair_taken", 2, seat_from_chair, becomes="seat_taken"),
    ]
    stream = uuid4()
    store.append(stream, 0, [NewEvent("chair_taken", 1, {"nr": 3}), placed()])
    event, other = store.read(stream)
    assert (event.kind, event.version, event.payload) == ("seat_taken", 1, {"seat": 3, "by": None})
    assert other.kind == "stone_placed"
    assert (store.stored(stream)[0].kind, store.stored(stream)[0].payload) == ("chair_taken", {"nr": 3})


def test_one_kind_and_version_has_one_upcaster(upcasters: list[Upcaster]) -> None:
    upcasters += [Upcaster("chair_taken", 1, seat_from_chair), Upcaster("chair_taken", 1, seat_from_chair)]
    stream = uuid4()
    store.append(stream, 0, [placed()])
    with pytest.raises(AssertionError, match="two upcasters"):
        store.read(stream)


def seat_from_chair(old: Any) -> NewEvent:
    return NewEvent("seat_taken", 1, {"seat": old["chair"], "by": old["by"]})


def appended_and_rolled_back(stream: UUID, version: int) -> None:
    with transaction.atomic():
        store.append(stream, version, [placed(99)])
        transaction.set_rollback(True)


class TestWithRealCommits:
    def test_a_rolled_back_append_leaves_nothing_and_the_next_one_follows(self, ledger: None) -> None:
        stream = uuid4()
        store.append(stream, 0, batch(1))
        appended_and_rolled_back(stream, 1)
        assert store.version(stream) == 1
        # The remembered head is now one that was never committed: the next append looks again.
        assert store.append(stream, 1, [placed(3)]).version == 2
        assert store.append(stream, 2, [placed(4)]).version == 3
        appended_and_rolled_back(stream, 3)
        with pytest.raises(StaleVersion):
            store.append(stream, 4, [placed(6)])

    def test_an_append_after_another_write_is_refused(self, ledger: None) -> None:
        stream = uuid4()
        store.append(stream, 0, batch(1))
        with transaction.atomic():
            Checkpoint.objects.create(projection="something")
            if connection.vendor == "sqlite":  # one writer: the order of positions is that of commits all the same
                assert store.append(stream, 1, batch(1)).version == 2
                return
            with pytest.raises(LateAppend):
                store.append(stream, 1, batch(1))
        assert store.version(stream) == 1

    def test_one_transaction_may_append_twice_and_begin_further_streams(self, ledger: None) -> None:
        table, match = uuid4(), uuid4()
        store.append(table, 0, batch(1))
        with transaction.atomic():
            store.append(table, 1, batch(2))
            store.append(match, 0, batch(3))
            store.append(match, 3, batch(1))
            Checkpoint.objects.create(projection="something")
        assert (store.version(table), store.version(match)) == (3, 4)


FORGERIES = {
    "sqlite": [
        "INSERT OR REPLACE INTO ledger_event SELECT * FROM ledger_event",
        "INSERT OR REPLACE INTO ledger_event SELECT position + 99, at, stream_id, seq, epoch, version, 'forged', hash,"
        " payload, batch, decision_id, actor, meta, chain FROM ledger_event",
        "INSERT OR IGNORE INTO ledger_event SELECT * FROM ledger_event",
        "UPDATE OR REPLACE ledger_event SET kind = 'forged'",
        "INSERT OR REPLACE INTO ledger_epoch (epoch, reason) VALUES (1, 'forged')",
    ],
    "postgresql": [
        "UPDATE ledger_event SET seq = seq WHERE false",
        "TRUNCATE ledger_event",
        "TRUNCATE ledger_epoch",
        "TRUNCATE ledger_event_0",
        "DELETE FROM ledger_event_0",
        "UPDATE ledger_event_0 SET kind = 'forged'",
        "INSERT INTO ledger_event SELECT * FROM ledger_event"
        " ON CONFLICT (stream_id, seq) DO UPDATE SET kind = 'forged'",
        "SET session_replication_role = replica; DELETE FROM ledger_event",
        "SET session_replication_role = replica; TRUNCATE ledger_event",
    ],
}[connection.vendor] + [
    "UPDATE ledger_event SET kind = 'forged'",
    "DELETE FROM ledger_event",
    "UPDATE ledger_epoch SET epoch = 9",
    "DELETE FROM ledger_epoch",
]


@pytest.mark.parametrize("statement", FORGERIES)
def test_the_database_refuses_to_change_or_remove_an_event(statement: str, ledger: None) -> None:
    stream = uuid4()
    store.append(stream, 0, batch(2), decision_id=uuid4())
    before = store.read(stream)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert store.read(stream) == before


def test_the_sweep_between_tests_puts_the_triggers_back(ledger: None) -> None:
    store.append(uuid4(), 0, batch(1))
    sweep()
    store.append(uuid4(), 0, batch(1))
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM ledger_event")
