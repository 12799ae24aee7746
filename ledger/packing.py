"""The events of a stream, packed into a few bytes each.

The content is JSON, compressed. Format 3: its number; each distinct fact, as kind, version and payload; for each event
the number of its fact; the lengths of the batches; the milliseconds between them. Two older formats are read for good.
Format 2 had the kinds apart, each with its version and how many distinct payloads it has, and these payloads behind.
Format 1: kinds with versions; for each event the number of its kind; the payload of each event; lengths; milliseconds.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from typing import Any, NamedTuple

from msgspec.json import Decoder

from .events import NewEvent, StoredEvent, chain, parsed

_FORMAT = 3
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


class Unpacked(NamedTuple):
    """The ``distinct`` facts as they were stored, and for each event the place of its fact among them.

    Events that tell the same are one object: nobody may change it. With them the ``lengths`` of the batches and the
    milliseconds from each to the next, the first from 1970.
    """

    distinct: list[NewEvent]
    places: Sequence[int]
    lengths: list[int]
    gaps: list[int]

    @property
    def facts(self) -> list[NewEvent]:
        return list(map(self.distinct.__getitem__, self.places))

    @property
    def ats(self) -> list[datetime]:
        """When each batch was appended, to the millisecond."""
        return [_EPOCH + now * _MILLISECOND for now in accumulate(self.gaps)]


def pack(events: Sequence[StoredEvent]) -> bytes:
    canonical = chain().canonical
    told = [canonical([event.kind, event.version, event.payload]) for event in events]
    distinct = sorted(set(told))
    place = {fact: number for number, fact in enumerate(distinct)}
    firsts = [event for event in events if event.batch]
    times = [round((event.at - _EPOCH) / _MILLISECOND) for event in firsts]
    gaps = [now - before for now, before in zip(times, [0, *times], strict=False)]
    behind = [[place[fact] for fact in told], [event.batch for event in firsts], gaps]
    content = b"[%d,[%b],%b" % (_FORMAT, b",".join(distinct), canonical(behind)[1:])
    return zlib.compress(content, 9)


def unpack(packed: bytes | memoryview) -> Unpacked:
    content = zlib.decompress(packed)
    if content.startswith(_BEGINNING):
        return Unpacked(*_read(content)[1:])
    return _old(parsed(content))


_BEGINNING = b"[%d," % _FORMAT
_read = Decoder(tuple[int, list[NewEvent], list[int], list[int], list[int]]).decode  # a third quicker than step by step


def _old(content: list[Any]) -> Unpacked:
    if content[0] == 2:
        _, kinds, payloads, places, lengths, gaps = content
        left = iter(payloads)
        distinct = [NewEvent(kind, version, next(left)) for kind, version, count in kinds for _ in range(count)]
    else:
        kinds, numbers, payloads, lengths, gaps = content
        told = [(*kinds[number], payload) for number, payload in zip(numbers, payloads, strict=True)]
        distinct = [NewEvent(*fact) for fact in told]
        places = range(len(distinct))
    return Unpacked(distinct, places, lengths, gaps)
