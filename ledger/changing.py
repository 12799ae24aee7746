"""The one way to change a stream.

Read and fold it; check the version that the sender has seen; decide; append; keep the read model in the same
transaction; once more where somebody was faster. The transaction begins once all is decided and folded: whatever that
takes, meanwhile others can write, on SQLite too, where one writer keeps out all others.

The same decision again gets its first answer, whatever has happened since, and nothing is kept for it a second time. A
decision id that somebody else has used is refused.

An app says once what its streams are, by a subclass of ``Streams``; each of its services hands ``change`` a function
that decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, NoReturn, Protocol, TypeVar
from uuid import UUID

from django.db import DatabaseError, transaction
from django.utils import timezone

from . import store
from .errors import DecisionTaken, StaleVersion
from .events import Encoded, Json, NewEvent
from .store import Appended
from .typed import Kinds

ATTEMPTS = 5
"""How often a change that names no version is tried when others are faster."""

S = TypeVar("S")
B = TypeVar("B")
E = TypeVar("E")
F = TypeVar("F", bound="Versioned")


class Versioned(Protocol):
    """A fold that counts its events."""

    @property
    def version(self) -> int: ...

    def apply(self, event: Any, at: datetime, /) -> None: ...


@dataclass(frozen=True, slots=True)
class Kept(Generic[S, B]):
    """A batch that was just appended. ``before`` is ``state`` itself where a fold changes in place."""

    stream: UUID
    before: S
    state: S
    batch: B
    actor: str
    at: datetime
    version: int


@dataclass(frozen=True, slots=True)
class Changed(Generic[S, B]):
    """``batch`` was added behind ``version``; None: nothing was added. ``first_seq`` is that of its first event.

    ``repeated``: it had been stored before; then ``version`` is where it ends, and ``state`` is the state now.
    """

    state: S
    version: int
    batch: B | None = None
    first_seq: int = 0
    repeated: bool = False


class Streams(Generic[S, B]):
    """One sort of stream: what its state and its batches are, and which rows follow from them."""

    def load(self, stream: UUID) -> S:
        """The state as it stands now, which ``change`` may let ``after`` change in place."""
        raise NotImplementedError

    def version(self, state: S) -> int:
        raise NotImplementedError

    def encoded(self, batch: B) -> tuple[Sequence[NewEvent], Json | None]:
        """What is stored, and what is noted beside it."""
        raise NotImplementedError

    def after(self, state: S, batch: B, at: datetime) -> S:
        """The state once ``batch`` has happened. It is not stored yet, and may never be."""
        raise NotImplementedError

    def keep(self, kept: Kept[S, B]) -> None:
        """Write the read model, in the transaction that has appended; what is to follow the commit is said here, too.

        Never called for a batch that stood before.
        """
        raise NotImplementedError

    def refusal(self, error: StaleVersion | DecisionTaken) -> Exception:
        """What the app says for it."""
        return error

    def change(
        self,
        stream: UUID,
        decide: Callable[[S], B],
        *,
        actor: str,
        decision_id: UUID | None = None,
        expected_version: int | None = None,
        now: datetime | None = None,
        admit: Callable[[S], None] | None = None,
        also: Callable[[Kept[S, B]], None] | None = None,
    ) -> Changed[S, B]:
        """Append what ``decide`` answers to the stream as it stands; nothing where that is empty.

        ``now`` is when it happens: given by a service that decides by the time, so that what it reckoned with is what
        is stored. Otherwise it is the moment at which it was decided.
        ``admit`` raises for whoever may not know of the stream, or not change it: before a version is compared.
        ``also`` keeps what only this change brings, ahead of ``keep``. Raises what ``admit`` and ``decide`` raise, and
        ``refusal`` of StaleVersion and DecisionTaken.
        """
        for last in (*(False,) * (ATTEMPTS - 1), True):
            state = self.load(stream)
            try:
                if admit is not None:
                    admit(state)
                if expected_version is not None and expected_version != self.version(state):
                    raise StaleVersion(stream, expected_version, self.version(state))
                batch = decide(state)
            except DatabaseError:
                raise
            except Exception as refused:  # whatever stands against it now, it may have been done before
                if (first := self.earlier(stream, decision_id, actor, refused)) is not None:
                    return first
                self._raise(refused)
            try:
                if not batch:
                    first = self.earlier(stream, decision_id, actor)
                    return first or Changed(state, self.version(state))
                return self._append(stream, state, batch, decision_id, actor, now or timezone.now(), also)
            except StaleVersion as stale:
                if expected_version is not None or last:
                    self._raise(stale)
            except DecisionTaken as taken:
                self._raise(taken)
        raise AssertionError("unreachable")

    def _append(
        self,
        stream: UUID,
        state: S,
        batch: B,
        decision_id: UUID | None,
        actor: str,
        at: datetime,
        also: Callable[[Kept[S, B]], None] | None,
    ) -> Changed[S, B]:
        version, (events, meta) = self.version(state), self.encoded(batch)
        state_after = self.after(state, batch, at)
        with transaction.atomic():
            done = _append(stream, version, events, at, decision_id=decision_id, actor=actor, meta=meta)
            if not done.repeated:
                kept = Kept(stream, state, state_after, batch, actor, at, done.version)
                if also is not None:
                    also(kept)
                self.keep(kept)
                return Changed(kept.state, done.version, batch, done.first_seq)
        return Changed(self.load(stream), done.version, None, done.first_seq, repeated=True)

    def earlier(
        self, stream: UUID, decision_id: UUID | None, actor: str, refused: Exception | None = None
    ) -> Changed[S, B] | None:
        """The answer that this decision got, if it was stored. Who is refused anyway is not told whose id it is."""
        if decision_id is None:
            return None
        try:
            found = store.find(stream, decision_id, actor=actor)
        except DecisionTaken:
            if refused is None:
                raise
            return None
        return found and Changed(self.load(stream), found.version, None, found.first_seq, repeated=True)

    def _raise(self, error: Exception) -> NoReturn:
        if not isinstance(error, (StaleVersion, DecisionTaken)):
            raise error
        said = self.refusal(error)
        if said is error:
            raise error
        raise said from error


class Folds(Streams[F, Sequence[E]]):
    """Streams of typed events, each folded in place from its beginning."""

    kinds: Kinds[E]
    new: Callable[[UUID], F]
    """The fold of no events."""

    def load(self, stream: UUID, upto: int | None = None) -> F:
        return self.kinds.fold(type(self).new(stream), store.read(stream, upto=upto))

    def version(self, state: F) -> int:
        return state.version

    def encoded(self, batch: Sequence[E]) -> tuple[Sequence[NewEvent], Json | None]:
        return self.kinds.encoded(batch), None

    def after(self, state: F, batch: Sequence[E], at: datetime) -> F:
        for event in batch:
            state.apply(event, at)
        return state


def begin(stream: UUID, events: Sequence[NewEvent], *, at: datetime, actor: str, meta: Json | None = None) -> Appended:
    """Let a new stream begin together with a change: called from ``keep``, which writes what follows from it."""
    return _append(stream, 0, events, at, decision_id=None, actor=actor, meta=meta)


def begin_whole(stream: UUID, batches: Iterable[Encoded]) -> Appended:
    """Write a stream that was made elsewhere, from its first batch to its last. Raises StaleVersion if it is there."""
    return store.append_whole(stream, batches)


def _append(stream: UUID, version: int, events: Sequence[NewEvent], at: datetime, **why: Any) -> Appended:
    """The only place of the product that appends (beside ``begin_whole``)."""
    return store.append(stream, version, events, at=at, **why)
