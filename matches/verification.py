"""Records of matches, and whether they prove what they claim."""

from __future__ import annotations

from functools import lru_cache
from uuid import UUID

from elekt_core.record import Record, record_of_stored
from elekt_core.redact import redacted_record
from elekt_core.verify import Verification, verify_record
from ledger import store
from players.costly import CHECKING

from . import queries
from .errors import Conflict, NotFound
from .games import Pinned, game_of
from .models import Match
from .perspective import Perspective


def record(*, match_id: UUID, player: UUID | None, perspective: Perspective | None = None) -> Record:
    """The record as the asker may have it: by default open after the end, and from their own place before.

    Raises NotFound, NotAllowed.
    """
    match = queries.match(match_id=match_id, player=player)
    if perspective is None and match.is_over:
        perspective = "open"
    looked = queries.allowed(match, perspective)
    return cut(whole(match_id, match), looked)


def of_finished(*, match_id: UUID, player: UUID | None) -> Verification:
    """Verify a finished match.

    Raises NotFound; Conflict before the end, when its hashes are nobody's business; Busy.
    """
    match = queries.match(match_id=match_id, player=player)
    if not match.is_over:
        raise Conflict("match_not_over", match=str(match_id))
    return _remembered(match_id, match.version)


def of_any(match_id: UUID) -> Verification:
    """Verify a match for who runs the server, finished or not. Raises NotFound."""
    row = Match.objects.filter(id=match_id).first()
    if row is None:
        raise NotFound("unknown_match", match=str(match_id))
    return verify_record(whole(match_id, row))


def whole(match_id: UUID, match: Pinned) -> Record:
    """Everything, hashes and hidden cards included: for nobody's eyes before the end."""
    return record_of_stored(game_of(match), match_id, store.stored(match_id))


def cut(open_record: Record, perspective: Perspective) -> Record:
    if perspective == "open":
        return open_record
    return redacted_record(open_record, None if perspective == "spectator" else perspective)


@lru_cache(maxsize=1024)
def _remembered(match_id: UUID, version: int) -> Verification:
    """Events never change, so neither does the result. Raises Busy."""
    with CHECKING.place():
        return of_any(match_id)
