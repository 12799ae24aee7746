"""What the events of a stream tell, packed into a few bytes each.

The content is JSON, compressed. Format 2: its number; kinds, each with its version and how many distinct payloads it
has; these payloads, kind by kind; for each event the number of its payload; the lengths of the batches; the
milliseconds between them. Format 1, which is read for good: kinds with versions; for each event the number of its kind;
the payload of each event; lengths; milliseconds.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from itertools import accumulate, repeat
from typing import Any, NamedTuple

from .events import StoredEvent, chain, parsed

_FORMAT = 2
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)

Fact = tuple[str, int, Any]
"""Kind, version and payload."""


class Unpacked(NamedTuple):
    """The ``distinct`` facts as they were stored, and for each event the place of its fact among them.

    Events that tell the same share one payload: nobody may change it. With them the ``lengths`` of the batches and when
    each was appended, to the millisecond.
    """

    distinct: Sequence[Fact]
    places: Sequence[int]
    lengths: list[int]
    ats: list[datetime]

    @property
    def facts(self) -> list[Fact]:
        return list(map(self.distinct.__getitem__, self.places))


def pack(events: Sequence[StoredEvent]) -> bytes:
    canonical = chain().canonical
    told = [(event.kind, event.version, canonical(event.payload)) for event in events]
    distinct = sorted(set(told))
    place = {fact: number for number, fact in enumerate(distinct)}
    counts: dict[tuple[str, int], int] = {}
    for kind, version, _ in distinct:
        counts[kind, version] = counts.get((kind, version), 0) + 1
    firsts = [event for event in events if event.batch]
    times = [round((event.at - _EPOCH) / _MILLISECOND) for event in firsts]
    gaps = [now - before for now, before in zip(times, [0, *times], strict=False)]
    kinds = [[*kind, count] for kind, count in counts.items()]
    behind = [[place[fact] for fact in told], [event.batch for event in firsts], gaps]
    payloads = b",".join(payload for _, _, payload in distinct)
    content = b"[%d,%b,[%b],%b]" % (_FORMAT, canonical(kinds), payloads, canonical(behind)[1:-1])
    return zlib.compress(content, 9)


def unpack(packed: bytes | memoryview) -> Unpacked:
    content = parsed(zlib.decompress(packed))
    if content[0] == _FORMAT:
        _, kinds, payloads, places, lengths, gaps = content
        distinct = _of_kinds(kinds, payloads)
    else:
        kinds, numbers, payloads, lengths, gaps = content
        distinct = [(*kinds[number], payload) for number, payload in zip(numbers, payloads, strict=True)]
        places = range(len(distinct))
    return Unpacked(distinct, places, lengths, [_EPOCH + now * _MILLISECOND for now in accumulate(gaps)])


def _of_kinds(kinds: Iterable[tuple[str, int, int]], payloads: Iterable[Any]) -> list[Fact]:
    left, facts = iter(payloads), list[Fact]()
    for kind, version, count in kinds:
        facts += zip(repeat(kind, count), repeat(version), left, strict=False)
    return facts
