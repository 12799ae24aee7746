"""Who has decided, moment by moment, of what is in force in a match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from elekt_core.contract import CONCEDE, Event
from elekt_core.record.clocks import FlagFell
from elekt_core.record.takeback import TakenBack
from ledger import store

from .timeline import Timeline

CLOCK = "clock"
MEMO = "decided"


def decided(timeline: Timeline, version: int) -> Mapping[int, int]:
    """The seat whose decision led to a moment, if one did. Read once; later only what is new."""
    upto: int
    known: Mapping[int, int]
    upto, known = timeline.memo.get(MEMO, (0, {}))
    if upto < version:
        told = {
            event.seq + event.batch - 1: event.meta["decision"]["seat"]
            for event in store.stored(timeline.match_id, upto, version)
            if event.batch and (event.meta or {}).get("decision")
        }
        known = {**known, **told}
        timeline.memo[MEMO] = (version, known)
    return known


def has_decided(timeline: Timeline, seat: int, version: int) -> bool:
    """Whether a decision of that seat is in force. Of one that is known already, nothing new is read."""
    read: Mapping[int, int] = timeline.memo.get(MEMO, (0, {}))[1]
    if any(read.get(end) == seat for end in timeline.ends(version)):
        return True
    return before_own_decision(timeline, seat, version) is not None


def before_own_decision(timeline: Timeline, seat: int, version: int) -> int | None:
    """The last moment in force before a decision of that seat; None if it has decided nothing."""
    found = decided(timeline, version)
    moments = reversed([*pairwise(timeline.ends(version))])
    return next((before for before, end in moments if found.get(end) == seat), None)


class RunOut(NamedTuple):
    """How many of a seat's decisions, the last ones in a row, were made because its time had run out; and the moment
    since which that is so."""

    times: int
    since: int


def run_out(timeline: Timeline, seat: int, version: int) -> RunOut:
    found, times, since = decided(timeline, version), 0, version
    for before, end in reversed([*pairwise(timeline.ends(version))]):
        if found.get(end) != seat:
            continue
        if not _fell(timeline.events[before:end], seat):
            break
        times, since = times + 1, before
    return RunOut(times, since)


def _fell(facts: Sequence[Event], seat: int) -> bool:
    """Whether the seat's flag fell there, behind whatever was taken back."""
    for fact in reversed(facts):
        if isinstance(fact, TakenBack):
            return False
        if isinstance(fact, FlagFell) and fact.seat == seat:
            return True
    return False


def conceded_for(timeline: Timeline, version: int) -> Sequence[int]:
    """Seats whose players were away, so that the others let that count as conceding."""
    before = {end: start for start, end in pairwise(timeline.ends(version))}
    found = []
    for event in store.stored(timeline.match_id, 0, version):
        made = (event.meta or {}).get("decision") if event.actor == CLOCK else None
        end = event.seq + (event.batch or 1) - 1
        if made and made["kind"] == CONCEDE and end in before:
            if not _fell(timeline.events[before[end] : end], made["seat"]):
                found.append(made["seat"])
    return found
