"""The change log as it is shown: what happened, who did it, when and why, and the chain that proves it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext_lazy

from ledger import store
from tournaments import queries
from tournaments.queries import Asked, Change
from tournaments.services import CLOCK, MATCH, SCAN

from . import narration
from .narration import Moment, Sentence

PER_PAGE = 100
ACTORS = {
    CLOCK: gettext_lazy("automatic"),
    MATCH: gettext_lazy("from the match"),
    SCAN: gettext_lazy("by scanning the code"),
}


@dataclass(frozen=True, slots=True)
class LogLine:
    """``version`` is that of the last event of the change, whose state can be shown."""

    first: int
    version: int
    at: datetime
    who: str
    sentences: Sequence[Sentence]
    why: Sequence[str]
    hash: str
    undone: bool


@dataclass(frozen=True, slots=True)
class Log:
    """``head`` is the hash of the last event: whoever knows it can prove that nothing before it was altered."""

    lines: Sequence[LogLine]
    head: str
    page: int
    pages: int


def change_log(asked: Asked, player: UUID | None, page: int) -> Log:
    """One page of the log, the latest change first. Raises NotFound."""
    log = queries.change_log(tournament_id=asked.state.id, player=player)[::-1]
    pages = max(1, -(-len(log) // PER_PAGE))
    page = min(max(page, 1), pages)
    last = len(log) - (page - 1) * PER_PAGE
    wanted = range(max(0, last - PER_PAGE), last)
    told = [_line(log[at], now) for at, now in enumerate(narration.moments(log, asked.is_officer)) if at in wanted]
    return Log(told[::-1], store.read(asked.state.id, after=log[-1].last - 1)[-1].hash.hex(), page, pages)


def lines(asked: Asked, changes: Sequence[Change]) -> list[LogLine]:
    """Of the whole log ``changes``, the latest change first."""
    log = changes[::-1]
    found = [_line(change, now) for change, now in zip(log, narration.moments(log, asked.is_officer), strict=True)]
    return found[::-1]


def _line(change: Change, now: Moment) -> LogLine:
    return LogLine(
        change.first,
        change.last,
        change.at,
        _who(change, now.people),
        narration.sentences(change, now),
        tuple(change.said.values()),
        change.hash,
        change.undone,
    )


def _who(change: Change, people: Mapping[UUID, str]) -> str:
    if change.by is not None:
        return people.get(change.by, "?")
    return str(ACTORS.get(change.actor, change.actor))
