"""Records of matches, and whether they prove what they claim."""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import lru_cache
from uuid import UUID

from elekt_core.errors import BadRecord
from elekt_core.record.record import Record, record_of_stored, record_without_game
from elekt_core.record.redact import redacted_record
from elekt_core.record.verify import Verification, verify_record
from elekt_core.registry import is_playable
from elekt_core.scribe import write_seen
from elekt_core.shorthand import SEATS, write_shorthand
from ledger import store
from web.costly import CHECKING, Asker
from web.errors import Conflict, GameUnavailable, NotFound

from ..games import Pinned, cards_text, game_of, game_with
from ..models import Match
from ..scribe import answers as scribe_answers
from . import queries
from .redaction import Perspective, seen_from
from .shapes import MatchShown

MAX_SECONDS = 3.0
"""Of the processor: so long what was entered is looked for, where it is not known."""


def record(*, match_id: UUID, player: UUID | None, perspective: Perspective | None = None) -> Record:
    """The record as the asker may have it: by default open after the end, and from their own place before.

    Raises NotFound, NotAllowed; GameUnavailable where it has to be cut and only the missing game knows how.
    """
    match = queries.match(match_id=match_id, player=player)
    if perspective is None and match.is_over:
        perspective = seen_from(match)
    looked = queries.allowed(match, perspective)
    if looked != "open" and not is_playable(match.game):
        raise GameUnavailable(match.game)
    return cut(whole(match_id, match, match.version), looked)


def of_finished(*, match_id: UUID, player: UUID | None, asker: str = "") -> Verification:
    """Verify a finished match.

    Raises NotFound; Conflict before the end, when its hashes are nobody's business; GameUnavailable, Busy.
    """
    match = _finished(match_id, player)
    return _remembered(match_id, match.version, Asker(asker))


def _finished(match_id: UUID, player: UUID | None) -> MatchShown:
    match = queries.match(match_id=match_id, player=player)
    if not match.is_over:
        raise Conflict("match_not_over", match=str(match_id))
    if not is_playable(match.game):
        raise GameUnavailable(match.game)
    return match


def in_short_notation(*, match_id: UUID, player: UUID | None, language: str, asker: str = "") -> str:
    """A finished match as people write it by hand. The names of its seats stand in its tags.

    Raises NotFound; Conflict before the end, and where of a game that was seen in part too few answers are known;
    GameUnavailable, Busy.
    """
    match = _finished(match_id, player)
    named = dict(zip(SEATS, (seat.name for seat in match.seats), strict=False))
    tags = {"Date": match.started_at.date().isoformat(), **named}
    record = whole(match_id, match)
    with CHECKING.place(asker):
        if match.seen_by:
            return _as_seen(record, match, language, tags)
        return write_shorthand(record, language, tags, game=game_of(match))


def _as_seen(record: Record, match: MatchShown, language: str, tags: Mapping[str, str]) -> str:
    begun, game = time.thread_time(), game_with(match.game, match.cards)
    seen, answers = cut(record, seen_from(match)), scribe_answers.stored(record.batches)

    def tired() -> bool:
        return time.thread_time() - begun > MAX_SECONDS

    try:
        return write_seen(seen, language, tags, game, answers=answers, tired=tired)
    except BadRecord as error:
        raise Conflict("short_notation_not_told", match=str(match.id)) from error


def of_any(match_id: UUID) -> Verification:
    """Verify a match for those who run the server, finished or not. Raises NotFound."""
    row = Match.objects.filter(id=match_id).first()
    if row is None:
        raise NotFound("unknown_match", match=str(match_id))
    return verify_record(cut(whole(match_id, row), seen_from(row)))


def whole(match_id: UUID, match: Pinned, upto: int | None = None) -> Record:
    """Everything, including hashes and hidden cards, up to event ``upto``: show it to nobody before the end."""
    stored = store.stored(match_id, upto=upto)
    if is_playable(match.game):
        return record_of_stored(game_of(match), match_id, stored)
    return record_without_game(match_id, stored, cards_text(match.game, match.cards) if match.cards else "")


def cut(open_record: Record, perspective: Perspective) -> Record:
    if perspective == "open":
        return open_record
    return redacted_record(open_record, None if perspective == "spectator" else perspective)


@lru_cache(maxsize=1024)
def _remembered(match_id: UUID, version: int, asker: Asker) -> Verification:
    """Events never change, so the result can be cached. Raises Busy."""
    with CHECKING.place(asker.name):
        return of_any(match_id)
