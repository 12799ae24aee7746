"""A finished stream in one row: what its events tell, packed, with the final hash. Replays load from it.

Who decided, decision ids and the hashes between stay with the events' own rows. Events that follow later do too.
"""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

from . import collector, upcast, verify
from .database import database
from .errors import Flawed
from .events import NewEvent
from .models import Archive
from .packing import Unpacked, pack, unpack
from .store import stored


class Archived(NamedTuple):
    """The first ``version`` events. ``newest`` is how far the stream goes now: where that is more, read on in the
    ledger.

    ``told`` has each distinct event once, in its newest form: who makes something of the events makes it of those, and
    takes it by ``told.places``.
    """

    version: int
    head: bytes
    told: Unpacked
    newest: int

    @property
    def events(self) -> list[NewEvent]:
        """All in order; those that tell the same are one object."""
        return self.told.facts


def archive(stream: UUID) -> Archive:
    """Pack the stream as it stands, after every link was checked; what was packed is read back. Raises Flawed."""
    if flaws := verify.stream(stream):
        raise Flawed(str(flaws[0]))
    events = stored(stream)
    if not events:
        raise Flawed(f"stream {stream} has no events")
    packed = pack(events)
    assert unpack(packed).facts == [event[2:5] for event in events], "an archive reads back as it was"
    row = Archive(stream=stream, version=len(events), head=events[-1].hash, packed=packed)
    row.save()
    return row


def load(stream: UUID) -> Archived | None:
    """The archived part of a stream. What came after it is behind ``version`` in the ledger."""
    found = database().archived(stream)
    if found is None:
        return None
    version, head, packed, newest = found
    with collector.paused():
        told = unpack(packed)
        return Archived(version, head, told._replace(distinct=upcast.newest_facts(told.distinct)), newest)
