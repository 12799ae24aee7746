"""Names of a club that complete themselves while they are typed.

What is compared (names in lower case without diacritics, and whose they are) is kept by each process for a minute, as
long as nobody is listed, renamed or taken off: only the few who are found are read anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic
from uuid import UUID

from ledger import store
from web.errors import NotAllowed

from ..clubs import services as clubs
from ..clubs.models import ClubMember
from ..models import Player
from ..ratings.models import Ladder
from .book import FOUND_AT_MOST, Told, book_of, folded
from .models import RosterPerson
from .state import stream_of

KEPT_SECONDS = 60
MAX_KEPT = 20
"""Rosters kept by a process."""


@dataclass(frozen=True, slots=True)
class _Names:
    """``rows``: a folded name and whose it is, in the order in which they are offered."""

    version: tuple[int, int]
    until: float
    rows: Sequence[tuple[str, UUID]]


_kept: dict[UUID, _Names] = {}


def completed(
    *, club: UUID, player: UUID | None, text: str, ladder: Ladder | None = None, limit: int = FOUND_AT_MOST
) -> list[Told]:
    """Those of whom the name, or a later word of it, begins so, for the club's members: names that begin so first.
    Raises NotFound, NotAllowed."""
    state = clubs.existing(club)
    if state.role_of(player) is None:
        raise NotAllowed("needs_club_member")
    start = folded(text)
    if not start:
        return []
    inside = f" {start}"
    rows = _names(club, state.version).rows
    found = [who for name, who in rows if name.startswith(start)]
    found += [who for name, who in rows if inside in name] if len(found) < limit else []
    few = list(dict.fromkeys(found))[: limit + MAX_HIDDEN]
    book = book_of(club, hidden=state.runs(player), only=few)
    by_id = {one.player: one for one in book.people}
    return book.tell([by_id[one] for one in few if one in by_id][:limit], ladder)


MAX_HIDDEN = 50
"""Members who hide may be among those found, and are not told to other members."""


def forget() -> None:
    """As a process that has just begun."""
    _kept.clear()


def _names(club: UUID, club_version: int) -> _Names:
    version = (store.version(stream_of(club)), club_version)
    kept = _kept.get(club)
    if kept is None or kept.version != version or kept.until < monotonic():
        if len(_kept) >= MAX_KEPT:
            _kept.clear()
        _kept[club] = kept = _Names(version, monotonic() + KEPT_SECONDS, _read(club))
    return kept


def _read(club: UUID) -> list[tuple[str, UUID]]:
    listed = RosterPerson.objects.filter(club=club).values("player")
    rows = list(Player.objects.filter(id__in=listed).values_list("name", "id", "merged_into"))
    members = ClubMember.objects.filter(club=club).values("player")
    rows += Player.objects.filter(id__in=members).values_list("name", "id", "merged_into")
    into = {kept for _name, _id, kept in rows if kept is not None}
    rows += Player.objects.filter(id__in=into).values_list("name", "id", "merged_into")
    return sorted({(folded(name), kept or id_) for name, id_, kept in rows if name})
