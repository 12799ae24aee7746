"""Names of a club that complete themselves while they are typed.

What is compared (names in lower case without diacritics, and whose they are) is kept by each process for a minute, as
long as nobody is listed, renamed or taken off: only the few who are found are read anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic
from uuid import UUID

from django.db.models import CharField
from django.db.models.functions import Cast, Coalesce

from elekt_core.folding import folded
from ledger import store
from web.errors import NotAllowed

from ..clubs import services as clubs
from ..clubs.models import ClubMember
from ..models import Player
from ..ratings.models import Ladder
from .book import FOUND_AT_MOST, Told, book_of
from .models import RosterPerson
from .state import stream_of

KEPT_SECONDS = 60
MAX_KEPT = 20
"""Rosters kept by a process."""


@dataclass(frozen=True, slots=True)
class _Names:
    """``rows``: a folded name and whose it is, in the order in which they are offered. Ids are as the database writes
    them: making thousands of them into ``UUID`` takes longer than the query."""

    version: tuple[int, int]
    until: float
    rows: Sequence[tuple[str, str]]


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
    few = [UUID(who) for who in list(dict.fromkeys(found))[: limit + MAX_HIDDEN]]
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


def _read(club: UUID) -> list[tuple[str, str]]:
    """Also the names of accounts that have taken over one of these names."""
    whose = Coalesce(Cast("merged_into", CharField()), Cast("id", CharField()))
    found: set[tuple[str, str]] = set()
    listed = RosterPerson.objects.filter(club=club).values("player")
    members = ClubMember.objects.filter(club=club).values("player")
    for here in (Player.objects.filter(id__in=listed), Player.objects.filter(id__in=members)):
        kept = Player.objects.filter(id__in=here.filter(merged_into__isnull=False).values("merged_into"))
        for people in (here, kept):
            found |= {(folded(name), who) for name, who in people.values_list("name", whose) if name}
    return sorted(found)
