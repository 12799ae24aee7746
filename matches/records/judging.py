"""Is what a record says so? It is read, played again under its rules, and nothing of it is believed unseen.

What cannot be is a ``BadItem`` with line and column. The rest is what ``storing`` writes.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from elekt_core.errors import BadRecord, CoreError
from elekt_core.record.chain import canonical
from elekt_core.record.facts import is_beside
from elekt_core.record.record import record_of_play
from elekt_core.record.stop import PlayStopped
from elekt_core.record.text import parse_record
from elekt_core.scribe import is_seen
from elekt_core.shorthand import read_shorthand
from ledger import collector
from web.errors import NotFound

from . import seen
from .judged import (
    FIELDS,
    BadItem,
    Judged,
    Labels,
    Proof,
    bots_of,
    check_numbers,
    check_times,
    day_of,
    digest_of,
    game_of_record,
    kept_of,
    labels_of_tags,
    proof_of,
    verified,
)
from .split import Item

SECONDS = 20.0
"""Of the processor: so long one record may take, however much else the machine has to do."""
SECONDS_SEEN = 90.0
"""Likewise of short notation with unknown cards: what may have been is looked for, line by line."""


class NobodyWaits(Exception):
    """Whoever waited can wait no longer. Nothing is said of the record, and somebody else looks at it."""


def judge(
    item: Item, now: datetime, *, waits_until: float | None = None, alive: Callable[[], None] | None = None
) -> Judged:
    """Raises BadItem, and nothing else whatever stands there; ``takes_too_long`` after ``SECONDS`` (or more).

    Where somebody waits, until that moment of ``time.monotonic``: NobodyWaits. ``alive`` is called now and then.
    """
    begun, seconds = time.thread_time(), SECONDS

    def tired() -> bool:
        if alive is not None:
            alive()
        if waits_until is not None and time.monotonic() > waits_until:
            raise NobodyWaits
        return time.thread_time() - begun > seconds

    try:
        if item.flaw is not None:
            raise BadRecord(item.flaw[0], **item.flaw[1])
        with collector.paused():
            if item.kind != "short":
                return _record(item.text, now, tired)
            if not is_seen(item.text):
                return _short(item.text, tired)
            seconds = SECONDS_SEEN
            return seen.sheet(item.text, tired)
    except CoreError as error:
        raise _placed(item, error.code, error.data) from error
    except NotFound as error:
        raise _placed(item, "cards_not_here", {"line": 1, "field": "card_set"}) from error
    except (
        ArithmeticError,
        LookupError,
        TypeError,
        ValueError,
        RecursionError,
        AttributeError,
        AssertionError,
    ) as error:
        raise _placed(item, "record_fails", {"line": 1}) from error


# --- the two forms --------------------------------------------------------------------------------------------


def _record(text: bytes, now: datetime, tired: Callable[[], bool]) -> Judged:
    record = parse_record(text)
    game = game_of_record(record)
    check_times(record, now)
    if not record.is_open:
        return seen.record(record, game, tired)
    proof = proof_of(record)
    if proof == "none":
        check_numbers(record)
    found = verified(record, game, tired)
    if proof == "seed" and not any(check.name == "seed" and check.status == "ok" for check in found.checks):
        proof = "draws"
    cards = record.card_set if record.cards else ""
    labels = Labels(bots_of(record))
    digest = digest_of(record, found.payloads)
    kept, metas = kept_of(record, found.metas)
    return Judged(
        kept,
        game,
        cards,
        proof,
        digest,
        found.head,
        found.facts,
        found.state,
        found.payloads,
        metas,
        any(map(is_beside, found.facts)),
        labels,
    )


def _short(text: bytes, tired: Callable[[], bool]) -> Judged:
    sheet = read_shorthand(text, tired=tired)
    play, tags = sheet.play, sheet.tags
    if play.game.outcome(play.state) is None and not isinstance(play.events[-1], PlayStopped):
        raise BadRecord("record_not_over", line=text.rstrip().count(b"\n") + 1)
    record = record_of_play(play, tags.get("Stream", ""))
    labels, played = labels_of_tags(tags, record.seats), day_of(tags.get("Date", ""))
    proof: Proof = "seed" if "Seed" in tags else "draws"
    payloads = [canonical(entry.payload) for entry in record.entries]
    digest = digest_of(record, payloads)
    metas = [canonical(batch.meta) for batch in record.batches]
    has_beside = any(map(is_beside, play.events))
    return Judged(
        record, play.game, "", proof, digest, "", play.events, play.state, payloads, metas, has_beside, labels, played
    )


# --- where it is -------------------------------------------------------------------------------------------------


def _placed(item: Item, code: str, data: Mapping[str, Any]) -> BadItem:
    """With line and column, counted in the file."""
    line = data.get("line")
    line = line if isinstance(line, int) and line > 0 else 1
    column = data.get("column") or _column(item, line, code, data.get("field"))
    return BadItem(code, {**_plain(data), "line": item.line + line - 1, "column": column})


def _plain(data: Mapping[str, Any]) -> dict[str, Any]:
    """What a report can keep: short texts and numbers. Signs that a database refuses are replaced."""
    return {
        name: value if isinstance(value, int) and abs(value) < 2**53 else _printed(str(value)[:200])
        for name, value in data.items()
    }


def _printed(text: str) -> str:
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in text)


def _column(item: Item, line: int, code: str, named: Any) -> int:
    lines = item.text.split(b"\n")
    if item.kind != "record" or line > len(lines):
        return 1
    text = lines[line - 1].decode(errors="replace")
    if code == "not_json":
        try:
            json.loads(text)
        except json.JSONDecodeError as error:
            return error.colno
        except (ValueError, RecursionError):
            return max(text.find("\ufffd"), 0) + 1
    found = text.find(f'"{named or FIELDS.get(code, "")}"')
    return found + 1 if found >= 0 else 1
