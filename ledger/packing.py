"""What the events of a stream tell, packed into a few bytes each."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from .events import StoredEvent, chain

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)

Fact = tuple[str, int, Any]
"""Kind, version and payload."""


class Unpacked(NamedTuple):
    """``facts`` as they were stored, ``lengths`` of the batches and when each was appended, to the millisecond."""

    facts: list[Fact]
    lengths: list[int]
    ats: list[datetime]


def pack(events: Sequence[StoredEvent]) -> bytes:
    kinds = sorted({event[2:4] for event in events})
    number = {kind: nr for nr, kind in enumerate(kinds)}
    order = [number[event[2:4]] for event in events]
    payloads = [event.payload for event in events]
    firsts = [event for event in events if event.batch]
    times = [round((event.at - _EPOCH) / _MILLISECOND) for event in firsts]
    gaps = [now - before for now, before in zip(times, [0, *times], strict=False)]
    content = [kinds, order, payloads, [event.batch for event in firsts], gaps]
    return zlib.compress(chain().canonical(content), 9)


def unpack(packed: bytes | memoryview) -> Unpacked:
    kinds, order, payloads, lengths, gaps = json.loads(zlib.decompress(packed))
    names, versions = zip(*[kinds[number] for number in order], strict=True)
    ats, now = [], 0
    for gap in gaps:
        now += gap
        ats.append(_EPOCH + now * _MILLISECOND)
    return Unpacked(list(zip(names, versions, payloads, strict=True)), lengths, ats)
