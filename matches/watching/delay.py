"""Up to where spectators see a running match, and how it stood then.

Everything that is shown to them follows from that row: whatever lies behind it is nowhere in what they get.
"""

from __future__ import annotations

from copy import copy
from datetime import datetime
from typing import NamedTuple

from django.utils import timezone

from elekt_core.contract import CONCEDE
from elekt_core.record.takeback import Line
from elekt_core.registry import is_playable
from ledger import store

from ..clocks.beside import beside_of
from ..games import game_of
from ..models import Match
from ..play.timeline import Timeline, timelines
from ..play.warm_rows import WarmRow
from .rules import SpectatorRule, rule_of

MEMO, LINE = "batches", "line in force"


class Batch(NamedTuple):
    """The events ``first`` to ``end`` of a match; ``seat`` decided, or nobody (-1)."""

    first: int
    end: int
    at: datetime
    seat: int
    conceded: bool


class Seen(NamedTuple):
    """Spectators see everything up to event ``version``; what comes next they see at ``due``, if time alone says so."""

    version: int
    batches: int
    due: datetime | None = None


def rule(warm: WarmRow) -> SpectatorRule | None:
    """The rule by which spectators see this match now: none once it is over, and in practice there are none. None
    either without its game, when nobody sees more than that it is there (``play.unavailable``)."""
    if warm.row.ended_at is not None or warm.is_practice or not is_playable(warm.row.game):
        return None
    return rule_of(warm.row.table.spectators)


def went_back(warm: WarmRow, after: int) -> bool:
    """Whether something was taken back after event ``after``."""
    return _timeline(warm.row).went_back(after, warm.row.version)


def seen(warm: WarmRow, rule: SpectatorRule, now: datetime | None = None) -> Seen:
    """Up to where spectators see the match. The beginning, in which nothing was decided, is always seen.

    Decisions that were taken back do not count: after a takeback this may be before what was seen already.
    """
    timeline = _timeline(warm.row)
    found = _batches(timeline, warm.row.version)
    upto, due = len(found), None
    if rule.decisions:
        left, line = rule.decisions, _line(timeline, warm.row.version)
        while upto and left:
            upto -= 1
            left -= found[upto].seat >= 0 and line.in_force(found[upto].first)
    else:
        since = (now or timezone.now()) - rule.delay
        while upto and found[upto - 1].at > since:
            upto -= 1
            due = found[upto].at + rule.delay
    first = max(1, upto)
    return Seen(found[first - 1].end, first, due)


def as_seen(warm: WarmRow, rule: SpectatorRule, version: int | None = None) -> Match:
    """The row of the match as it stood where spectators are, or at a ``version`` that they have seen."""
    timeline = _timeline(warm.row)
    there = seen(warm, rule)
    if version is not None and version < there.version:
        number = next(n for n, one in enumerate(_batches(timeline, warm.row.version), 1) if one.end >= version)
        there = Seen(version, number)
    key = ("as seen", there.version)
    known: Match | None = timeline.memo.get(key)
    if known is None:
        known = timeline.memo[key] = _as_it_stood(warm.row, timeline, there)
        for old in [one for one in timeline.memo if isinstance(one, tuple) and one[0] == "as seen" and one != key]:
            timeline.memo.pop(old, None)
    return known


def _as_it_stood(row: Match, timeline: Timeline, there: Seen) -> Match:
    then, line = copy(row), timeline.line(there.version)
    batches = _batches(timeline, row.version)[: there.batches]
    then.version, then.batches, then.last_at = there.version, there.batches, batches[-1].at
    then.awaited = 0
    for question in timeline.game.awaiting(timeline.state(there.version)):
        if not question.optional:
            then.awaited |= 1 << question.seat
    then.conceded = 0
    for one in batches:
        if one.conceded and line.in_force(one.first):
            then.conceded |= 1 << one.seat
    then.stood_in = beside_of(timeline, there.version).stood_in
    then.automatic, then.due, then.falls_at = then.conceded | then.stood_in, False, None
    return then


def _timeline(row: Match) -> Timeline:
    timeline = timelines.get(row.id, lambda: game_of(row))
    timeline.catch_up(at_least=row.version)
    return timeline


def _line(timeline: Timeline, version: int) -> Line:
    known: tuple[int, Line] | None = timeline.memo.get(LINE)
    if known is None or known[0] != version:
        known = timeline.memo[LINE] = (version, timeline.line(version))
    return known[1]


def _batches(timeline: Timeline, version: int) -> tuple[Batch, ...]:
    """All batches up to ``version``. Read once; later only what is new."""
    known: tuple[Batch, ...] = timeline.memo.get(MEMO, ())
    upto = known[-1].end if known else 0
    if upto < version:
        stored = [one for one in store.stored(timeline.match_id, upto, version) if one.batch]
        decided = [(one, (one.meta or {}).get("decision") or {}) for one in stored]
        known = (
            *known,
            *(
                Batch(
                    one.seq,
                    one.seq + (one.batch or 1) - 1,
                    one.at,
                    decision.get("seat", -1),
                    decision.get("kind") == CONCEDE,
                )
                for one, decision in decided
            ),
        )
        timeline.memo[MEMO] = known
    return tuple(one for one in known if one.end <= version)
