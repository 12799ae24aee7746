"""What the events of a stream tell, packed into a few bytes each.

Events of one shape (kind, version, fields) are kept as columns, which takes about a fifth less than rows.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import repeat
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
    shapes: dict[tuple[Any, ...], int] = {}
    order: list[int] = []
    payloads: list[list[list[Any]]] = []
    for event in events:
        shape = (event.kind, event.version, *sorted(event.payload))
        number = shapes.setdefault(shape, len(shapes))
        if number == len(payloads):
            payloads.append([])
        payloads[number].append([event.payload[field] for field in shape[2:]])
        order.append(number)
    columns = [list(zip(*some, strict=True)) for some in payloads]
    firsts = [event for event in events if event.batch]
    times = [round((event.at - _EPOCH) / _MILLISECOND) for event in firsts]
    gaps = [now - before for now, before in zip(times, [0, *times], strict=False)]
    content = [list(shapes), order, columns, [event.batch for event in firsts], gaps]
    return zlib.compress(chain().canonical(content), 9)


def unpack(packed: bytes | memoryview) -> Unpacked:
    shapes, order, columns, lengths, gaps = json.loads(zlib.decompress(packed))
    streams = [_facts(*shape, columns=some) for shape, some in zip(shapes, columns, strict=True)]
    facts = [next(streams[number]) for number in order]
    now, ats = _EPOCH, []
    for gap in gaps:
        now += gap * _MILLISECOND
        ats.append(now)
    return Unpacked(facts, lengths, ats)


def _facts(kind: str, version: int, *fields: str, columns: list[list[Any]]) -> Iterator[Fact]:
    rows = zip(*columns, strict=True) if fields else repeat(())
    return ((kind, version, dict(zip(fields, values))) for values in rows)  # noqa: B905
