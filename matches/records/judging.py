"""Is what a record says so? It is read, played again under its rules, and nothing of it is believed unseen.

What cannot be is a ``BadItem`` with line and column. The rest is what ``storing`` writes.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from hashlib import sha256
from typing import Any, Literal

from elekt_core.contract import Event, Game
from elekt_core.errors import BadRecord, CoreError
from elekt_core.record.chain import canonical
from elekt_core.record.facts import BESIDE_KINDS, is_beside
from elekt_core.record.record import Record, StoredBatch, record_of_play
from elekt_core.record.text import parse_record
from elekt_core.record.verify import Check, verify_record
from elekt_core.registry import get_game
from elekt_core.shorthand import SEATS, read_shorthand
from ledger import collector
from web.errors import NotFound

from ..games import game_with
from .split import Item

Proof = Literal["seed", "draws", "none"]
"""How its deal could be proved: by the revealed seed, by the draws that it names, not at all."""
SECONDS = 20.0
"""Of the processor: so long one record may take, however much else the machine has to do."""
MAX_NUMBER = 1_000_000
"""In the facts of a record whose draws nobody knows, so that its facts are folded as they are."""
MAX_LABEL = 64
NOON = 12 * 3600 * 1_000_000
META = frozenset({"setup", "decision", "state", "draws"})
"""What is kept of what is said beside a batch."""


class BadItem(Exception):
    """The record is refused. ``data`` has ``line`` and ``column``, counted in the whole file."""

    def __init__(self, code: str, data: Mapping[str, Any]) -> None:
        super().__init__(code)
        self.code, self.data = code, data


class NobodyWaits(Exception):
    """Whoever waited can wait no longer. Nothing is said of the record, and somebody else looks at it."""


@dataclass(frozen=True, slots=True)
class Labels:
    """Who and where, as the record says: texts, nobody's account."""

    names: tuple[str, ...] = ()
    event: str = ""
    site: str = ""


@dataclass(frozen=True, slots=True)
class Judged:
    """A match as it can be stored."""

    record: Record
    game: Game[Any]
    cards: str
    proof: Proof
    digest: str
    head: str
    facts: Sequence[Event]
    state: Any
    """The position after all of them."""
    payloads: Sequence[bytes]
    """Of the record's events, in canonical form."""
    metas: Sequence[bytes]
    """Of its batches, likewise."""
    has_beside: bool
    """Whether some of its facts are none of the game's."""
    labels: Labels = field(default_factory=Labels)
    played_at: int | None = None
    """In microseconds since 1970, where the batches do not say."""


def judge(
    item: Item, now: datetime, *, waits_until: float | None = None, alive: Callable[[], None] | None = None
) -> Judged:
    """Raises BadItem, and nothing else whatever stands there; ``takes_too_long`` after ``SECONDS``.

    Where somebody waits, until that moment of ``time.monotonic``: NobodyWaits. ``alive`` is called now and then.
    """
    begun = time.thread_time()

    def tired() -> bool:
        if alive is not None:
            alive()
        if waits_until is not None and time.monotonic() > waits_until:
            raise NobodyWaits
        return time.thread_time() - begun > SECONDS

    try:
        if item.flaw is not None:
            raise BadRecord(item.flaw[0], **item.flaw[1])
        with collector.paused():
            return _short(item.text, tired) if item.kind == "short" else _record(item.text, now, tired)
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


def digest_of(record: Record, payloads: Sequence[bytes] | None = None) -> str:
    """What happened: the game and its facts in force. Who played, when, and under which id is no part of it.

    ``payloads`` are those of the record in canonical form, for who has them.
    """
    parts = [canonical([record.game, record.ruleset, record.seats, record.options, record.card_set])]
    kept: list[tuple[int, bytes]] = []
    entries = record.entries
    for entry, payload in zip(entries, payloads or [canonical(one.payload) for one in entries], strict=True):
        if entry.kind == "taken_back":
            kept = [one for one in kept if one[0] <= entry.payload["to"]]
        elif entry.kind not in BESIDE_KINDS:
            kept.append((entry.seq, b"%b %d %b" % (entry.kind.encode(), entry.version, payload)))
    return sha256(b"\n".join(parts + [text for _, text in kept])).hexdigest()


# --- the two forms --------------------------------------------------------------------------------------------


def _record(text: bytes, now: datetime, tired: Callable[[], bool]) -> Judged:
    record = parse_record(text)
    if not record.is_open:
        raise BadRecord("record_not_open", line=1, field="perspective")
    if record.cards:
        game = game_with(record.game, sha256(record.cards.encode()).hexdigest())
    else:
        game = get_game(record.game)
    if record.seats not in game.ruleset(record.ruleset).seats:
        raise BadRecord("wrong_seats", line=1, field="seats", seats=record.seats)
    _check_times(record, now)
    proof = _proof(record)
    if proof == "none":
        _check_numbers(record)
    found = verify_record(record, game, tired=tired)
    if found.flaw is not None:
        raise BadRecord(found.flaw.code, **_with_line(record, found.flaw))
    if not found.over:
        raise BadRecord("record_not_over", line=len(record.entries) + len(record.batches) + 1)
    if proof == "seed" and not any(check.name == "seed" and check.status == "ok" for check in found.checks):
        proof = "draws"
    cards = record.card_set if record.cards else ""
    labels = Labels(_bots(record))
    digest = digest_of(record, found.payloads)
    kept, metas = _kept(record, found.metas)
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
    if play.game.outcome(play.state) is None:
        raise BadRecord("record_not_over", line=text.rstrip().count(b"\n") + 1)
    record = record_of_play(play, tags.get("Stream", ""))
    names = tuple(_label(tags.get(SEATS[seat], "")) for seat in range(record.seats))
    labels = Labels(names, _label(tags.get("Event", "")), _label(tags.get("Site", "")))
    played = _date(tags.get("Date", ""))
    proof: Proof = "seed" if "Seed" in tags else "draws"
    payloads = [canonical(entry.payload) for entry in record.entries]
    digest = digest_of(record, payloads)
    metas = [canonical(batch.meta) for batch in record.batches]
    return Judged(
        record, play.game, "", proof, digest, "", play.events, play.state, payloads, metas, False, labels, played
    )


def _kept(record: Record, metas: Sequence[bytes]) -> tuple[Record, list[bytes]]:
    """Without what a stranger may have put beside the decisions, and who they say has made them; and the ``metas`` in
    canonical form of what is left."""
    batches, left = [], []
    for batch, text in zip(record.batches, metas, strict=True):
        meta = batch.meta
        if meta is None or not meta.keys() <= META:
            meta = {name: value for name, value in (meta or {}).items() if name in META}
            text = canonical(meta)
        batches.append(StoredBatch(batch.entries, None, None, meta, batch.at))
        left.append(text)
    return replace(record, batches=tuple(batches)), left


def _bots(record: Record) -> tuple[str, ...]:
    """The names of seats for which a bot has decided: ``bot:greedy`` played as ``greedy``."""
    found: dict[int, str] = {}
    for batch in record.batches:
        if batch.decision is not None and (batch.actor or "").startswith("bot:"):
            found.setdefault(batch.decision["seat"], _label((batch.actor or "").removeprefix("bot:")))
    return tuple(found.get(seat, "") for seat in range(record.seats))


def _label(text: str) -> str:
    """On one line, of bounded length, without signs that nobody sees."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())[:MAX_LABEL]


def _date(text: str) -> int | None:
    """Noon of a day like 2026-11-23, if it is one and not in the future."""
    try:
        day = date.fromisoformat(text.replace(".", "-"))
    except ValueError:
        return None
    at = int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()) * 1_000_000 + NOON
    return at if EARLIEST <= at <= time.time_ns() // 1000 else None


# --- what is looked at before it is played -----------------------------------------------------------------------

EARLIEST = 0
AHEAD = 120 * 1_000_000
"""So far, in microseconds, another machine's clock may be ahead of ours."""


def _check_times(record: Record, now: datetime) -> None:
    latest = int(now.timestamp() * 1_000_000) + AHEAD
    line = 1
    for batch in record.batches:
        line += 1
        if batch.at is not None and not EARLIEST <= batch.at <= latest:
            raise BadRecord("record_in_future" if batch.at > latest else "bad_field", line=line, field="at")
        line += len(batch.entries)


def _proof(record: Record) -> Proof:
    first, last = record.entries[0], record.entries[-1]
    ends = [entry for entry in record.entries if entry.kind == "game_ended"]
    if first.payload.get("commitment") and any(entry.payload.get("seed") for entry in (*ends, last)):
        return "seed"
    drawn = any("draws" in (batch.meta or {}) for batch in record.batches)
    return "draws" if drawn else "none"


def _check_numbers(record: Record) -> None:
    line = 1
    for batch in record.batches:
        line += 1
        for entry in batch.entries:
            line += 1
            if entry.kind not in BESIDE_KINDS and any(abs(number) > MAX_NUMBER for number in _numbers(entry.payload)):
                raise BadRecord("number_too_large", line=line, field="payload")


def _numbers(value: Any) -> Iterable[int]:
    inside = [value]
    while inside:
        one = inside.pop()
        if isinstance(one, int):
            yield one
        elif isinstance(one, dict):
            inside += one.values()
        elif isinstance(one, list):
            inside += one


# --- where it is -------------------------------------------------------------------------------------------------

FIELDS: Mapping[str, str] = {
    "wrong_hash": "hash",
    "missing_hash": "hash",
    "bad_payload": "payload",
    "does_not_fold": "payload",
    "other_event": "payload",
    "unknown_kind": "kind",
    "wrong_state": "state",
    "missing_state": "batch",
    "decision_refused": "decision",
    "not_an_option": "decision",
    "other_draws": "draws",
    "altered": "sha256",
    "other_cards": "card_set",
    "cards_differ": "card_set",
    "unknown_game": "game",
    "unknown_ruleset": "ruleset",
}
"""The field that a flaw concerns, where the flaw itself does not name it."""


def _with_line(record: Record, flaw: Check) -> dict[str, Any]:
    data = dict(flaw.data)
    if "line" not in data and "seq" in data:
        data["line"] = _line_of(record.batches, data["seq"])
    return {"line": 1, **data}


def _line_of(batches: Iterable[StoredBatch], seq: int) -> int:
    line = 1
    for batch in batches:
        line += 1
        if batch.entries[-1].seq >= seq:
            return line + 1 + seq - batch.entries[0].seq
        line += len(batch.entries)
    return line


def _placed(item: Item, code: str, data: Mapping[str, Any]) -> BadItem:
    """With line and column, counted in the file."""
    line = data.get("line")
    line = line if isinstance(line, int) and line > 0 else 1
    column = data.get("column") or _column(item, line, code, data.get("field"))
    return BadItem(code, {**_plain(data), "line": item.line + line - 1, "column": column})


def _plain(data: Mapping[str, Any]) -> dict[str, Any]:
    """What a report can keep: short texts and numbers. Signs that a database refuses are replaced."""
    return {
        name: value if isinstance(value, int) and abs(value) < 2**53 else _seen(str(value)[:200])
        for name, value in data.items()
    }


def _seen(text: str) -> str:
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
