"""The ledger's refusals. When one is raised, nothing was stored."""

from __future__ import annotations

from uuid import UUID


class LedgerError(Exception):
    """Base class of the ledger's errors."""


class StaleVersion(LedgerError):
    """Somebody else appended first: read the stream and decide again."""

    def __init__(self, stream: UUID, expected: int, actual: int) -> None:
        self.stream, self.expected, self.actual = stream, expected, actual
        super().__init__(f"stream {stream} stands at {actual}, not at {expected}")


class DecisionTaken(LedgerError):
    """This decision id was used by another actor in this stream."""

    def __init__(self, stream: UUID, decision: UUID) -> None:
        self.stream, self.decision = stream, decision
        super().__init__(f"decision id {decision} is already used in stream {stream}")


class LateAppend(LedgerError):
    """The transaction wrote something before it appended; that would break the order of the feed.

    Append first, then write the read models. A stream that begins now may follow a first append.
    """


class FeedGap(LedgerError):
    """An event reached a projection before its predecessor in the stream: a broken ledger or a broken feed."""


class NotRebuildable(LedgerError):
    """A projection could not be rebuilt completely, so its rows stay as they are."""


class Flawed(LedgerError):
    """Stored data does not prove what it claims."""


class UnknownProjection(LedgerError):
    """There is no projection of this name."""


class Busy(LedgerError):
    """Another process is running this projection."""
