"""What does not change between decisions: each process keeps the rows of matches until a version moves.

One short query asks where the match and its table stand. Where that is what is kept, nothing else is read: who sits
there, who may look on, what was agreed on. Names come from ``players.remembered``.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Hashable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field, replace
from threading import Lock, local
from typing import Any
from uuid import UUID

from django.db import connection

from players import remembered
from players.remembered import Person

from ..models import Invitation, Match, Seat, Table
from ..tables.events import HIDDEN

KEPT = 1024
ASKED_AT_ONCE = 500
_VERSIONS = "SELECT m.id, m.version, t.version FROM matches_match m JOIN matches_table t ON t.id = m.table_id"


@dataclass(frozen=True, slots=True)
class WarmRow:
    """A match as it stands, with its table and seats. The row is shared: change a ``copy``."""

    row: Match
    seats: tuple[Seat, ...]
    guests: frozenset[UUID]
    """The host, and who is invited."""
    memo: dict[Hashable, Any] = field(default_factory=dict)
    """For readers that build on who sits there and what was agreed on: it stays while the match moves on."""

    @property
    def versions(self) -> tuple[int, int]:
        return self.row.version, self.row.table.version

    @property
    def is_practice(self) -> bool:
        return self.row.table.access == Table.Access.PRACTICE

    @property
    def is_arbited(self) -> bool:
        """Whether an event has said whose its seats are."""
        return any(seat.reserved for seat in self.seats)

    def people(self) -> dict[UUID, Person]:
        """Those who sit here, in seat order."""
        sitting = {seat.player: None for seat in self.seats if seat.player is not None}
        known = remembered.people.of(sitting)
        return {id_: known[id_] for id_ in sitting if id_ in known}

    def is_open_to(self, player: UUID | None) -> bool:
        """Whether they may look on if they have the address."""
        if self.row.table.access not in HIDDEN:
            return True
        if player is None:
            return False
        return (
            player in self.guests
            or any(seat.player == player for seat in self.seats)
            or any(person.into == player for person in self.people().values())
        )

    def seats_of(self, player: UUID | None) -> list[int]:
        return [] if player is None else [seat.number for seat in self.seats if seat.player == player]


_lock = Lock()
_kept: OrderedDict[UUID, WarmRow] = OrderedDict()


class _Held(local):
    """What this thread has looked up within ``held``; None elsewhere."""

    rows: dict[UUID, WarmRow | None] | None = None


_held = _Held()


@contextmanager
def held(matches: Collection[UUID] = ()) -> Iterator[None]:
    """Within it a match stands where it stood when it was first asked for: all that is made together is of one
    moment. Of ``matches`` that is now, and one query asks for all of them."""
    before, _held.rows = _held.rows, _now(matches)
    try:
        yield
    finally:
        _held.rows = before


def get(match_id: UUID) -> WarmRow | None:
    """The match as it stands now."""
    if _held.rows is None:
        return _now((match_id,))[match_id]
    if match_id not in _held.rows:
        _held.rows |= _now((match_id,))
    return _held.rows[match_id]


def version(match_id: UUID) -> int:
    """Where the match stands now; 0 for one that there is not."""
    warm = get(match_id)
    return 0 if warm is None else warm.row.version


def _now(matches: Collection[UUID]) -> dict[UUID, WarmRow | None]:
    found = _versions(list(matches))
    return {match_id: _at(match_id, found.get(match_id)) for match_id in matches}


def _versions(matches: Sequence[UUID]) -> dict[UUID, tuple[int, int]]:
    """Where they and their tables stand now, of those that there are."""
    key, found = Match._meta.pk, dict[UUID, tuple[int, int]]()
    for first in range(0, len(matches), ASKED_AT_ONCE):
        asked = [key.get_db_prep_value(match_id, connection) for match_id in matches[first : first + ASKED_AT_ONCE]]
        with connection.cursor() as cursor:
            cursor.execute(f"{_VERSIONS} WHERE m.id IN ({', '.join(['%s'] * len(asked))})", asked)
            found |= {key.to_python(id_): (match, table) for id_, match, table in cursor.fetchall()}
    return found


def _at(match_id: UUID, versions: tuple[int, int] | None) -> WarmRow | None:
    if versions is None:
        return None
    with _lock:
        warm = _kept.get(match_id)
        if warm is not None and warm.versions == versions:
            _kept.move_to_end(match_id)
            return warm
    return _read(match_id)


def changeable(warm: WarmRow) -> Match:
    """The row, to be changed and saved."""
    return copy(warm.row)


def moved(row: Match) -> None:
    """A decision was stored: ``row`` is the match after it. Its seats are unchanged."""
    with _lock:
        warm = _kept.get(row.id)
        if warm is not None and warm.row.version < row.version:
            _kept[row.id] = replace(warm, row=row)


def forget() -> None:
    with _lock:
        _kept.clear()


def in_transaction() -> bool:
    return connection.in_atomic_block


def _read(match_id: UUID) -> WarmRow | None:
    row = Match.objects.select_related("table").prefetch_related("table__seat_rows").filter(id=match_id).first()
    if row is None:
        return None
    seats = tuple(sorted(row.table.seat_rows.all(), key=lambda seat: seat.number))
    invited = Invitation.objects.filter(table=row.table_id).values_list("player", flat=True)
    warm = WarmRow(row, seats, frozenset((row.table.host, *invited)))
    if not in_transaction():  # it may see what nobody else ever will
        with _lock:
            _kept[match_id] = warm
            _kept.move_to_end(match_id)
            while len(_kept) > KEPT:
                _kept.popitem(last=False)
    return warm
