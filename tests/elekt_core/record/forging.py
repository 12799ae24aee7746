"""Records with one thing wrong, made of the good ones (``vectors``)."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

from elekt_core.record.chain import canonical
from elekt_core.record.match import state_hash
from elekt_core.record.record import Entry, Record, StoredBatch, game_of
from elekt_core.record.replay import decode_entry
from elekt_core.record.text import format_record

from ..builders import rechained
from .vectors import GOOD

OF = "elekt-timed"
"""The good record that most of them are made of. Its line 8 is event 6, a card that is turned up; batches begin on the
lines 2, 18, 24 and 29, and line 32 is the closing one."""


def whole(of: str = OF) -> bytes:
    return format_record(GOOD[of]()).encode()


def lines_of(text: bytes) -> list[bytes]:
    """Without the closing one."""
    return text.split(b"\n")[:-2]


def sealed(lines: list[bytes]) -> bytes:
    """With a closing line that fits."""
    body = b"".join(line + b"\n" for line in lines)
    counts = {"batches": sum(b'"batch":' in line for line in lines), "events": sum(b'"seq":' in line for line in lines)}
    return body + canonical({"end": "elekt-record", **counts, "sha256": sha256(body).hexdigest()}) + b"\n"


def with_line(number: int, change: Callable[[bytes], bytes], text: bytes | None = None) -> bytes:
    """Another line, under a checksum that fits; the hashes stay."""
    lines = lines_of(whole() if text is None else text)
    lines[number - 1] = change(lines[number - 1])
    return sealed(lines)


def replaced(number: int, old: str, new: str) -> bytes:
    """Something else on a line, once."""

    def change(line: bytes) -> bytes:
        assert old.encode() in line, line
        return line.replace(old.encode(), new.encode(), 1)

    return with_line(number, change)


def with_fields(number: int, text: bytes | None = None, **fields: Any) -> bytes:
    """Other members on a line; None leaves one out."""

    def change(line: bytes) -> bytes:
        data = json.loads(line) | fields
        return canonical({name: value for name, value in data.items() if name not in fields or value is not None})

    return with_line(number, change, text)


def without_event(lines: list[bytes], number: int) -> list[bytes]:
    """The event on that line is left out, and those behind it are numbered anew."""
    seq, left = 0, []
    for line in (*lines[: number - 1], *lines[number:]):
        if b'"seq":' in line:
            seq += 1
            line = canonical(json.loads(line) | {"seq": seq})
        left.append(line)
    return left


Edit = Callable[[Entry], Entry]


def forged(seq: int, change: Edit, of: str = OF, *, states: bool = False) -> bytes:
    """Another event, with the hashes that follow then, as a forger would write it; with ``states`` those of the
    positions, too."""
    record = GOOD[of]()
    batches = tuple(
        replace(batch, entries=tuple(change(entry) if entry.seq == seq else entry for entry in batch.entries))
        for batch in record.batches
    )
    record = replace(record, batches=batches)
    return written(with_states(record) if states else record)


def payload(**fields: Any) -> Edit:
    return lambda entry: entry._replace(payload={**entry.payload, **fields})


def with_states(record: Record) -> Record:
    """With the hash of the position after each batch computed anew."""
    game, batches = game_of(record), []
    state = game.initial()
    for batch in record.batches:
        for entry in batch.entries:
            game.evolve(state, decode_entry(game, entry))
        batches.append(replace(batch, meta={**(batch.meta or {}), "state": state_hash(game, state)}))
    return replace(record, batches=tuple(batches))


def with_meta(number: int, **fields: Any) -> bytes:
    """Other members on the line of a batch, with the hashes that follow then; None leaves one out."""
    record = GOOD[OF]()
    meta = {
        name: value for name, value in {**(record.batches[number].meta or {}), **fields}.items() if value is not None
    }
    batches = (*record.batches[:number], replace(record.batches[number], meta=meta), *record.batches[number + 1 :])
    return written(replace(record, batches=batches))


def with_fact(of: str, kind: str, *, batches: int | None = None, **fields: Any) -> bytes:
    """With one more fact beside the game's in a batch of its own behind so many batches, by default all of them."""
    record = GOOD[of]()
    before = record.batches[:batches]
    last = before[-1]
    entry = Entry(last.entries[-1].seq + 1, kind, 1, fields)
    meta = {"state": last.state_hash} if record.is_open else None
    return written(replace(record, batches=(*before, StoredBatch((entry,), None, None, meta, last.at))))


def written(record: Record) -> bytes:
    return format_record(rechained(record) if record.is_open else record).encode()


def takeback(*, batches: int = 3, to: int = 20, consented: Sequence[int] = (1,), draws: int = 5) -> bytes:
    """Seat 0 takes back what was decided after event ``to``."""
    return with_fact(OF, "taken_back", batches=batches, to=to, seat=0, consented=list(consented), draws=draws)
