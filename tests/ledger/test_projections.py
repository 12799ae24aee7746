"""Projections: checkpoints, parked events, rebuilding, order."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from io import StringIO
from time import sleep
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from ledger import feed, projections, store
from ledger.database import database
from ledger.errors import FeedGap, UnknownProjection
from ledger.events import NewEvent, StoredEvent
from ledger.models import Archive, Checkpoint, Parked
from ledger.projections import Projection

from .factories import batch, placed
from .settling import settle

pytestmark = [pytest.mark.usefixtures("ledger"), pytest.mark.alone]


class Lengths(Projection):
    """How many stones lie in each stream. It borrows a table, which tests empty."""

    name = "lengths"
    models = (Archive,)
    kinds = frozenset({"stone_placed"})
    repaired = False

    def apply(self, events: Sequence[StoredEvent]) -> None:
        for event in events:
            if event.payload.get("poison") and not self.repaired:
                raise ValueError("cannot digest this stone")
            row, _ = Archive.objects.get_or_create(
                stream=event.stream, defaults={"version": 0, "head": b"", "packed": b""}
            )
            row.version += 1
            row.save()


@pytest.fixture
def lengths(monkeypatch: pytest.MonkeyPatch) -> Lengths:
    projection = Lengths()
    monkeypatch.setattr(projections, "_by_name", lambda: {projection.name: projection})
    return projection


def digest_all() -> int:
    settle()
    return projections.catch_up_all()


def counted() -> dict[object, int]:
    return dict(Archive.objects.values_list("stream", "version"))


def test_a_projection_digests_what_it_wants_and_passes_over_the_rest(lengths: Lengths) -> None:
    one, two = uuid4(), uuid4()
    store.append(one, 0, [placed(), NewEvent("bell_rung", 1, {}), placed()])
    store.append(two, 0, batch(1))
    assert digest_all() == 4
    assert counted() == {one: 2, two: 1}
    assert digest_all() == 0
    store.append(one, 3, batch(2))
    settle()
    assert projections.catch_up(lengths) == 2
    assert counted() == {one: 4, two: 1}


def test_rows_and_checkpoint_commit_together(lengths: Lengths, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = uuid4()
    store.append(stream, 0, batch(3))

    def crash(*args: object) -> None:
        raise InterruptedError

    with monkeypatch.context() as broken:
        broken.setattr(projections, "_save", crash)
        settle()
        with pytest.raises(InterruptedError):
            projections.catch_up(lengths)
    assert counted() == {}
    assert projections.checkpoint(lengths) == (0, 0, 0)
    settle()
    assert projections.catch_up(lengths) == 3
    assert counted() == {stream: 3}


def test_two_processes_do_not_digest_the_same_event(lengths: Lengths) -> None:
    stream = uuid4()
    for number in range(20):
        store.append(stream, number, batch(1))

    def run() -> None:
        for _ in range(15):
            projections.catch_up(lengths, limit=3)
        connection.close()

    threads = [threading.Thread(target=run) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    digest_all()
    assert counted() == {stream: 20}


def test_what_cannot_be_digested_is_parked_with_what_follows_in_its_stream(lengths: Lengths) -> None:
    bad, good = uuid4(), uuid4()
    store.append(bad, 0, [placed(), placed(poison=True), placed()])
    store.append(good, 0, batch(2))
    digest_all()
    store.append(bad, 3, batch(1))
    store.append(good, 2, batch(1))
    digest_all()
    assert counted() == {bad: 1, good: 3}
    assert list(Parked.objects.values_list("stream", "seq", "error")) == [
        (bad, 2, "ValueError: cannot digest this stone"),
        (bad, 3, "stands behind a parked event"),
        (bad, 4, "stands behind a parked event"),
    ]
    out = StringIO()
    with pytest.raises(CommandError, match="parked"):
        call_command("projections", stdout=out)
    assert f"parked: lengths: {bad} 2: ValueError: cannot digest this stone" in out.getvalue()


def test_parked_events_are_digested_in_order_once_they_can_be(lengths: Lengths) -> None:
    stream = uuid4()
    store.append(stream, 0, [placed(), placed(poison=True), placed()])
    digest_all()
    assert projections.retry(lengths) == 0
    assert Parked.objects.count() == 2
    lengths.repaired = True
    call_command("projections", retry=True, stdout=StringIO())
    assert counted() == {stream: 3}
    assert not Parked.objects.exists()


def test_a_rebuilt_read_model_comes_out_equal(lengths: Lengths) -> None:
    streams = [uuid4() for _ in range(5)]
    for number in range(4):
        for stream in streams:
            store.append(stream, number, batch(1))
    digest_all()
    done = projections.rebuild(lengths, compare=True)
    assert done == (20, 5, 0, [])
    assert counted() == dict.fromkeys(streams, 4)


def test_a_rebuild_goes_as_far_as_the_checkpoint(lengths: Lengths) -> None:
    stream = uuid4()
    store.append(stream, 0, batch(2))
    digest_all()
    store.append(stream, 2, batch(3))
    assert projections.rebuild(lengths, compare=True) == (2, 1, 0, [])
    settle()
    assert projections.catch_up(lengths) == 3
    assert counted() == {stream: 5}


def test_rebuild_reports_each_row_that_was_wrong_and_mends_it(lengths: Lengths) -> None:
    wrong, missing, invented = uuid4(), uuid4(), uuid4()
    store.append(wrong, 0, batch(2))
    store.append(missing, 0, batch(1))
    digest_all()
    Archive.objects.filter(stream=wrong).update(version=7)
    Archive.objects.filter(stream=missing).delete()
    Archive.objects.create(stream=invented, version=1, head=b"", packed=b"")
    out = StringIO()
    with pytest.raises(CommandError, match="3 rows were different"):
        call_command("rebuild", check=True, stdout=out)
    for stream in (wrong, missing, invented):
        assert str(stream) in out.getvalue()
    assert counted() == {wrong: 2, missing: 1}
    call_command("rebuild", check=True, stdout=StringIO())


def test_a_failed_rebuild_changes_nothing(lengths: Lengths, monkeypatch: pytest.MonkeyPatch) -> None:
    store.append(uuid4(), 0, batch(2))
    digest_all()
    before = counted()

    def crash(*args: object) -> None:
        raise InterruptedError

    monkeypatch.setattr(projections, "_digest", crash)
    with pytest.raises(InterruptedError):
        projections.rebuild(lengths)
    assert counted() == before


def test_a_rebuild_waits_for_whoever_runs_the_projection_and_needs_its_tables(lengths: Lengths) -> None:
    store.append(uuid4(), 0, batch(2))
    digest_all()
    holding = threading.Event()

    def work() -> None:
        with transaction.atomic():
            database().lock(lengths.name)
            holding.set()
            sleep(0.3)
            Archive.objects.update(head=b"")
        connection.close()

    worker = threading.Thread(target=work)
    worker.start()
    assert holding.wait(10)
    assert projections.rebuild(lengths, compare=True) == (2, 1, 0, [])
    worker.join()


def test_an_inline_read_model_is_rebuilt_with_what_has_just_been_committed(lengths: Lengths) -> None:
    lengths.inline = True
    stream, holding, go_on = uuid4(), threading.Event(), threading.Event()

    def stall() -> None:
        """A writer elsewhere that is still at work holds back the settled part of the feed."""
        with transaction.atomic():
            Checkpoint.objects.create(projection="elsewhere")
            holding.set()
            go_on.wait(10)
        connection.close()

    writer = threading.Thread(target=stall)
    if connection.vendor == "postgresql":
        writer.start()
        assert holding.wait(10)
    with transaction.atomic():
        store.append(stream, 0, batch(3))
        lengths.apply(store.read(stream))
    assert projections.rebuild(lengths, compare=True) == (3, 1, 0, [])
    if connection.vendor == "postgresql":
        go_on.set()
        writer.join()


def test_an_event_before_its_predecessor_stops_the_projection(lengths: Lengths) -> None:
    stream = uuid4()
    store.append(stream, 0, batch(1))
    store.append(stream, 1, batch(1))
    settle()
    cursor = feed.read(limit=1).cursor
    Checkpoint.objects.create(projection="lengths", **cursor._asdict())
    settle()
    assert projections.catch_up(lengths) == 1
    store.append(uuid4(), 0, batch(1))
    with connection.cursor() as sql:  # what a torn restore leaves: a stream that begins with its second event
        torn = (
            "INSERT INTO ledger_event (stream_id, seq, kind, version, payload, hash, batch{})"
            " VALUES (%s, 2, %s, 1, %s, %s, 1{})"
        )
        if connection.vendor == "sqlite":
            sql.execute(torn.format(", epoch, at", ", 1, 0"), [uuid4().bytes, "stone_placed", "{}", bytes(32)])
        else:
            sql.execute(torn.format("", ""), [uuid4(), "stone_placed", "{}", bytes(32)])
    settle()
    with pytest.raises(FeedGap, match="before its predecessor"):
        projections.catch_up(lengths)
    lengths.inline = True
    with pytest.raises(CommandError, match="event 2 came before its predecessor"):
        call_command("rebuild", stdout=StringIO())


def test_an_unknown_projection_is_refused_by_name(lengths: Lengths) -> None:
    with pytest.raises(UnknownProjection, match="no projection is called ladder, there are: lengths"):
        projections.named("ladder")
    with pytest.raises(CommandError, match="no projection is called ladder"):
        call_command("rebuild", "ladder")
