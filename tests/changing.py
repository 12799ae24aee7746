"""What holds of every aggregate, however it is changed (``ledger.changing``): one class of tests, a subclass for each.

Alice and Bob may both change it, Charlie may not. A subclass says how one begins and what a change of it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from threading import Barrier, Thread
from typing import Any, ClassVar
from unittest.mock import patch
from uuid import UUID, uuid4

import pytest
from django.db import OperationalError, connection

from ledger import store
from ledger.changing import Streams
from ledger.events import NewEvent
from ledger.projections import named, rebuild
from web.error_words import REFUSED, explain


def others_can_write() -> bool:
    """Whether another connection gets to store something at once."""
    stored: list[Any] = []

    def write() -> None:
        try:
            if connection.vendor == "sqlite":
                with connection.cursor() as cursor:
                    cursor.execute("PRAGMA busy_timeout = 0")
            stored.append(store.append(store.new_stream(), 0, [NewEvent("beside", 1, {})]))
        except OperationalError:
            pass
        finally:
            connection.close()

    thread = Thread(target=write)
    thread.start()
    thread.join()
    return bool(stored)


class Contract:
    """``streams`` is what the aggregate's services change, ``projections`` what follows from it."""

    pytestmark = pytest.mark.django_db
    streams: ClassVar[Streams[Any, Any]]
    projections: ClassVar[tuple[str, ...]]
    asked_together: ClassVar[bool] = False
    """Whether what Alice and Bob have seen stays good while only the other has acted."""
    alice: UUID
    bob: UUID
    charlie: UUID

    def begin(self) -> UUID:
        """People, and a stream that they may change."""
        raise NotImplementedError

    def change(self, by: UUID, number: int, **how: Any) -> Any:
        """A change that is possible after any others; ``number`` 1 to 3 tells them apart. It answers with a
        ``version`` and whether it is ``repeated``."""
        raise NotImplementedError

    @pytest.fixture(autouse=True)
    def stream(self, db: None) -> UUID:
        self.id = self.begin()
        return self.id

    def same(self) -> bool:
        """Whether the rows are what the ledger tells."""
        return all(rebuild(named(name), compare=True).differences == [] for name in self.projections)

    def refused(self, by: UUID, number: int, **how: Any) -> int:
        """The status of the answer. Nothing was changed."""
        before = store.version(self.id)
        with pytest.raises(REFUSED) as caught:
            self.change(by, number, **how)
        assert store.version(self.id) == before
        assert self.same()
        assert isinstance(caught.value, REFUSED)
        return explain(caught.value).status

    def test_sent_twice_it_counts_once(self, stream: UUID) -> None:
        id_ = uuid4()
        first = self.change(self.alice, 1, decision_id=id_)
        again = self.change(self.alice, 1, decision_id=id_)
        assert (first.repeated, again.repeated) == (False, True)
        assert first.version == again.version == store.version(stream)
        assert self.same()

    def test_sent_again_after_others_it_gets_its_first_answer(self, stream: UUID) -> None:
        id_, before = uuid4(), store.version(stream)
        first = self.change(self.alice, 1, decision_id=id_, expected_version=before)
        self.change(self.bob, 2)
        end = store.version(stream)
        again = self.change(self.alice, 1, decision_id=id_, expected_version=before)
        assert again.repeated
        assert (again.version, store.version(stream)) == (first.version, end)
        assert self.same()

    def test_sent_twice_and_overtaken_in_between_the_rows_are_the_fold(self, stream: UUID) -> None:
        """The second copy has read the stream before the first was stored, and another change behind that."""
        id_, real = uuid4(), self.streams.encoded
        first = None

        def meanwhile(batch: Any) -> Any:
            nonlocal first
            monkey.stop()
            first = self.change(self.alice, 1, decision_id=id_)
            self.change(self.bob, 2)
            return real(batch)

        monkey = patch.object(self.streams, "encoded", meanwhile)
        monkey.start()
        again = self.change(self.alice, 1, decision_id=id_)
        assert first is not None, "the second copy was decided"
        assert again.repeated
        assert again.version == first.version
        assert self.same()

    def test_overtaken_it_is_decided_once_more(self, stream: UUID) -> None:
        real = self.streams.encoded

        def meanwhile(batch: Any) -> Any:
            monkey.stop()
            self.change(self.bob, 2)
            return real(batch)

        monkey = patch.object(self.streams, "encoded", meanwhile)
        monkey.start()
        done = self.change(self.alice, 1, decision_id=uuid4())
        assert not done.repeated
        assert done.version == store.version(stream)
        assert self.same()

    def test_somebody_elses_decision_id_is_refused(self) -> None:
        id_ = uuid4()
        self.change(self.alice, 1, decision_id=id_)
        assert self.refused(self.bob, 2, decision_id=id_) == 409

    def test_a_stale_version_is_refused(self, stream: UUID) -> None:
        old = store.version(stream)
        self.change(self.alice, 1)
        assert self.refused(self.bob, 2, expected_version=old) == 409
        assert self.refused(self.bob, 2, expected_version=store.version(stream) + 1) == 409
        assert not self.change(self.bob, 2, expected_version=store.version(stream)).repeated
        assert self.same()

    @contextmanager
    def each_change(self, wrapped: Callable[..., Any]) -> Iterator[None]:
        """``wrapped(real, decide, **how)`` stands for each change of the aggregate."""
        kind = type(self.streams)
        real = kind.change

        def change(streams: Any, stream: UUID, decide: Any, **how: Any) -> Any:
            return wrapped(lambda decide, **how: real(streams, stream, decide, **how), decide, **how)

        with patch.object(kind, "change", change):
            yield

    def test_it_happens_when_its_service_says(self, stream: UUID) -> None:
        version, moment = store.version(stream), datetime(2031, 5, 6, 7, 8, 9, 123456, UTC)
        with self.each_change(lambda real, decide, **how: real(decide, **{**how, "now": moment})):
            self.change(self.alice, 1)
        assert {event.at for event in store.read(stream, after=version)} == {moment}
        assert self.same()

    @pytest.mark.django_db(transaction=True)
    def test_others_can_write_while_it_is_decided_and_folded(self, stream: UUID) -> None:
        """On SQLite one writer keeps out all others, so what takes long is done before the transaction begins."""
        real_after, told = type(self.streams).after, []

        def after(*state: Any) -> Any:
            told.append(("folded", others_can_write()))
            return real_after(*state)

        def wrapped(real: Any, decide: Any, **how: Any) -> Any:
            def decided(state: Any) -> Any:
                told.append(("decided", others_can_write()))
                return decide(state)

            return real(decided, **how)

        with self.each_change(wrapped), patch.object(type(self.streams), "after", after):
            self.change(self.alice, 1)
        assert set(told) == {("decided", True), ("folded", True)}

    def test_an_outsider_is_refused(self) -> None:
        assert self.refused(self.charlie, 1) in (403, 404)
        id_ = uuid4()
        self.change(self.alice, 1, decision_id=id_)
        assert self.refused(self.charlie, 2, decision_id=id_) in (403, 404)

    @pytest.mark.django_db(transaction=True)
    @pytest.mark.parametrize("versioned", [True, False])
    def test_of_two_at_once_none_is_lost(self, stream: UUID, versioned: bool) -> None:
        """With the version that both have seen one of them is refused; without it both are stored."""
        version = store.version(stream)
        how: dict[str, Any] = {"expected_version": version} if versioned else {}
        answers: list[Any] = []
        begin = Barrier(2)

        def one(by: UUID, number: int) -> None:
            begin.wait()
            try:
                answers.append(self.change(by, number, decision_id=uuid4(), **how))
            except Exception as refused:  # counted below
                answers.append(refused)
            finally:
                connection.close()

        threads = [Thread(target=one, args=(self.alice, 1)), Thread(target=one, args=(self.bob, 2))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        versioned = versioned and not self.asked_together
        refused = [answer for answer in answers if isinstance(answer, Exception)]
        assert [explain(error).status for error in refused if isinstance(error, REFUSED)] == [409] * versioned, answers
        assert len(refused) == versioned, answers
        decisions = [event for event in store.read(stream, after=version) if event.decision_id]
        assert len(decisions) == 2 - versioned
        assert self.same()
