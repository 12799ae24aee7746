"""What a record says, judged, and what is asked of every record, in whichever form it comes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from hashlib import sha256
from typing import Any, Literal

from elekt_core.contract import Event, Game, Json, Viewer, sees
from elekt_core.errors import BadRecord
from elekt_core.record.chain import canonical
from elekt_core.record.coarse import COARSE_FACTS
from elekt_core.record.facts import BESIDE_KINDS
from elekt_core.record.record import Record, StoredBatch
from elekt_core.record.takeback import CardsShown
from elekt_core.record.verify import Verification, verify_record
from elekt_core.registry import get_game
from elekt_core.shorthand import SEATS
from ledger.events import moment

from ..games import game_with

Proof = Literal["seed", "draws", "none"]
"""How its deal could be proved: by the revealed seed, by the draws that it names, not at all."""
MAX_NUMBER = 1_000_000
"""In the facts of a record whose draws nobody knows, so that its facts are folded as they are."""
MAX_LABEL = 64
NOON = 12 * 3600 * 1_000_000
SEEN_KINDS = frozenset(kind for kind, cls in BESIDE_KINDS.items() if cls in (CardsShown, *COARSE_FACTS))
"""Kinds of facts that tell, at a real table, what happened, and are none of the game's."""
META = frozenset({"setup", "decision", "state", "draws"})
META_SEEN = frozenset({"setup", "decision"})
"""What is kept of what is said beside a batch: of a match that is wholly known, and of one as it was seen."""


class BadItem(Exception):
    """The record is refused. ``data`` has ``line`` and ``column``, counted in the whole file."""

    def __init__(self, code: str, data: Mapping[str, Any]) -> None:
        super().__init__(code)
        self.code, self.data = code, data


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
    seen_by: str = ""
    """From where it was seen, if not every card is known."""
    detail: str = ""
    """How coarse it is, if no decisions are told to its end."""

    @property
    def began(self) -> datetime | None:
        """When it was played, as the record says."""
        at = self.record.batches[0].at
        return None if at is None else moment(at)

    @property
    def coarse(self) -> list[Event]:
        return [fact for fact in self.facts if isinstance(fact, COARSE_FACTS)] if self.has_beside else []


def digest_of(record: Record, payloads: Sequence[bytes] | None = None) -> str:
    """What happened: the game and its facts in force. Who played, when, and under which id is no part of it.

    ``payloads`` are those of the record in canonical form, for who has them. From where it was seen is part of it if
    not every card is known, and so is what was shown and told there beside the game's facts.
    """
    seen = [] if record.is_open else [record.perspective]
    parts = [canonical([record.game, record.ruleset, record.seats, record.options, record.card_set, *seen])]
    left_out = BESIDE_KINDS.keys() if record.is_open else BESIDE_KINDS.keys() - SEEN_KINDS
    kept: list[tuple[int, bytes]] = []
    entries = record.entries
    for entry, payload in zip(entries, payloads or [canonical(one.payload) for one in entries], strict=True):
        if entry.kind == "taken_back":
            kept = [one for one in kept if one[0] <= entry.payload["to"]]
        elif entry.kind not in left_out:
            kept.append((entry.seq, b"%b %d %b" % (entry.kind.encode(), entry.version, payload)))
    return sha256(b"\n".join(parts + [text for _, text in kept])).hexdigest()


def game_of_record(record: Record) -> Game[Any]:
    """With all cards where they are. Raises UnknownGame, NotFound (its cards), BadRecord."""
    if record.cards:
        game = game_with(record.game, sha256(record.cards.encode()).hexdigest())
    else:
        game = get_game(record.game)
    if record.seats not in game.ruleset(record.ruleset).seats:
        raise BadRecord("wrong_seats", line=1, field="seats", seats=record.seats)
    return game


def verified(record: Record, game: Game[Any], tired: Callable[[], bool]) -> Verification:
    """Of a match that is over. Raises BadRecord: its first flaw, or ``record_not_over``."""
    found = verify_record(record, game, tired=tired)
    if (flaw := found.flaw) is not None:
        place = {"line": record.line_of(flaw.data["seq"])} if "seq" in flaw.data else {}
        raise BadRecord(flaw.code, **{"line": 1, **place, **flaw.data})
    if not found.over:
        raise BadRecord("record_not_over", line=len(record.entries) + len(record.batches) + 1)
    return found


# --- names and times ---------------------------------------------------------------------------------------------


def labels_of_tags(tags: Mapping[str, str], seats: int) -> Labels:
    names = tuple(label(tags.get(SEATS[seat], "")) for seat in range(seats))
    return Labels(names, label(tags.get("Event", "")), label(tags.get("Site", "")))


def kept_of(record: Record, metas: Sequence[bytes]) -> tuple[Record, list[bytes]]:
    """Without what a stranger may have put beside the decisions, and who they say has made them; and the ``metas`` in
    canonical form of what is left. Whoever has seen a match knows of no decision but their own."""
    names = META if record.is_open else META_SEEN
    batches, left = [], []
    for batch, text in zip(record.batches, metas, strict=True):
        meta = batch.meta
        if meta is None or not meta.keys() <= names or not record.is_open:
            meta = {name: value for name, value in (meta or {}).items() if name in names}
            if "decision" in meta and not (record.is_open or _is_own(meta["decision"], record.viewer)):
                del meta["decision"]
            text = canonical(meta)
        batches.append(StoredBatch(batch.entries, None, None, meta, batch.at))
        left.append(text)
    return replace(record, batches=tuple(batches)), left


def _is_own(decision: Json, viewer: Viewer) -> bool:
    """A decision of whoever saw the match; those that spectators name are not looked at."""
    return viewer is not None and sees(viewer, decision["seat"])


def bots_of(record: Record) -> tuple[str, ...]:
    """The names of seats for which a bot has decided: ``bot:greedy`` played as ``greedy``."""
    found: dict[int, str] = {}
    for batch in record.batches:
        if batch.decision is not None and (batch.actor or "").startswith("bot:"):
            found.setdefault(batch.decision["seat"], label((batch.actor or "").removeprefix("bot:")))
    return tuple(found.get(seat, "") for seat in range(record.seats))


def label(text: str) -> str:
    """On one line, of bounded length, without signs that nobody sees."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())[:MAX_LABEL]


def day_of(text: str) -> int | None:
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


def check_times(record: Record, now: datetime) -> None:
    latest = int(now.timestamp() * 1_000_000) + AHEAD
    line = 1
    for batch in record.batches:
        line += 1
        if batch.at is not None and not EARLIEST <= batch.at <= latest:
            raise BadRecord("record_in_future" if batch.at > latest else "bad_field", line=line, field="at")
        line += len(batch.entries)


def proof_of(record: Record) -> Proof:
    entries = record.entries
    ends = [entry for entry in entries if entry.kind == "game_ended"]
    if entries[0].payload.get("commitment") and any(entry.payload.get("seed") for entry in (*ends, entries[-1])):
        return "seed"
    drawn = any("draws" in (batch.meta or {}) for batch in record.batches)
    return "draws" if drawn else "none"


def check_numbers(record: Record) -> None:
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
    "tells_too_much": "payload",
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
