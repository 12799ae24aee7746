"""Many records as one stream: the first goes out before the second is read, and none is held longer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from uuid import UUID

from elekt_core.record.text import format_record
from web.errors import Refused

from ..play import verification
from .queries import Wanted, found

TYPE = "application/x-ndjson"
MAX_MATCHES = 1_000
"""Of one export; ``after`` leads on."""
FIRST, PAGE = 5, 50


def records(wanted: Wanted, *, player: UUID | None, most: int = MAX_MATCHES) -> Iterator[bytes]:
    """The open records of the games that are found, as one text of JSON lines. What cannot be read now (its game is
    not here) is left out. Raises BadRequest before the first line."""
    ids, following = found(wanted, player=player, limit=min(FIRST, most))
    return _lines(wanted, player, ids, following, most)


def _lines(wanted: Wanted, player: UUID | None, ids: list[UUID], following: str, most: int) -> Iterator[bytes]:
    done = 0
    while True:
        for match_id in ids:
            try:
                record = verification.record(match_id=match_id, player=player, perspective="open")
            except Refused:
                continue
            yield format_record(record).encode()
        done += len(ids)
        if not following or done >= most:
            return
        ids, following = found(replace(wanted, after=following), player=player, limit=min(PAGE, most - done))
