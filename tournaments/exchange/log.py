"""The change log as a file: every event with its link of the hash chain, so that anybody can verify it independently.

One line of canonical JSON for each event: what the hash covers (``stream``, ``seq``, ``kind``, ``version``,
``payload``, ``decision``), when it was (``at``; the hash covers the one in ``decision``), and ``hash``, in hex: SHA-256
over the predecessor's hash (32 zero bytes before the first) and the canonical envelope. docs/ledger.md has the chain,
docs/exchange.md an example of a check in ten lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from elekt_core.record.chain import GENESIS, canonical, link
from ledger import store
from ledger.events import moment
from tournaments import queries
from web.request import from_json

ENVELOPE = ("stream", "seq", "kind", "version", "payload", "decision")


@dataclass(frozen=True, slots=True)
class Verified:
    """``flaw`` is empty if every link holds; ``line`` is the first one that does not, from 1."""

    events: int
    stream: str = ""
    head: str = ""
    line: int = 0
    flaw: str = ""


def lines(tournament_id: UUID) -> Iterator[str]:
    """Raises NotFound."""
    queries.tournament(tournament_id=tournament_id, player=None)
    for event in store.stored(tournament_id):
        told = {**event.envelope, "at": event.at.isoformat(), "hash": event.hash.hex()}
        yield canonical(told).decode() + "\n"


def verify(text: str) -> Verified:
    """Verify the chain. Lines missing at the end can only be noticed with the last hash from elsewhere."""
    head, stream, when = GENESIS, "", None
    kept = [line for line in text.split("\n") if line.strip()]
    for at, line in enumerate(kept, 1):
        told = _read(line)
        if told is None:
            return Verified(at - 1, stream, head.hex(), at, "unreadable")
        stream = stream or told["stream"]
        if told["stream"] != stream or told["seq"] != at:
            return Verified(at - 1, stream, head.hex(), at, "missing")
        head = link(head, {name: told[name] for name in ENVELOPE})
        if head.hex() != told["hash"]:
            return Verified(at - 1, stream, head.hex(), at, "hash")
        if told["decision"] is not None:
            when = _moment(told["decision"])
        if when not in (None, told.get("at")):
            return Verified(at - 1, stream, head.hex(), at, "time")
    return Verified(len(kept), stream, head.hex(), 0, "" if kept else "unreadable")


def _moment(decision: dict[str, Any]) -> str | None:
    """The time that the hash covers, as it stands in the lines; None in a batch stored before the chain covered it."""
    return moment(decision["at"]).isoformat() if "at" in decision else None


def _read(line: str) -> dict[str, Any] | None:
    try:
        told = from_json(line)
    except ValueError:
        return None
    return told if isinstance(told, dict) and {*ENVELOPE, "hash"} <= told.keys() else None
