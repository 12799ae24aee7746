"""Many records as one text, made part by part: the server sends the first one at once, and asks for the next by itself
(``config.long_answers``). Where it does not, the header ``Link`` leads on."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpRequest, HttpResponse, QueryDict

from elekt_core.record.text import format_record
from web import limits
from web.costly import CHECKING
from web.errors import Refused

from ..play import verification
from .queries import Wanted, cursor_at, found

TYPE = "application/x-ndjson"
MAX_MATCHES = 5000
"""Of one export; ``after`` leads on."""
PART = 20
"""Matches of one part: it takes less than a second."""
FIRST_PART = 4
"""Those of the first one, so that something comes at once on a machine that has much to do, too."""
MAX_BYTES = 4 * 2**20
"""No further record of a part is begun behind them."""
FURTHER = "X-Further-Part"
LEFT = "left"


@dataclass(frozen=True, slots=True)
class Export:
    """A part. ``after`` is where the next one begins, ``behind`` where the next export does; empty if all is there."""

    text: bytes
    after: str
    left: int
    behind: str = ""

    def answer(self, asked: QueryDict, player: UUID | None) -> HttpResponse:
        """With the address of the rest, which asks for the same, in the header ``Link``."""
        answer = HttpResponse(self.text, content_type=TYPE)
        if self.after:
            answer["Link"] = f'<?{_query(asked, self.after)}>; rel="next"'
            if self.left > 0:
                answer["X-Goes-On"] = f"{_query(asked, self.after)}&{LEFT}={self.left}"
        if self.behind:
            answer["X-Link-Behind"] = f'<?{_query(asked, self.behind)}>; rel="next"'
        if player is not None:
            answer["X-Goes-On-For"] = str(player)
        answer["Cache-Control"] = "private, no-store"
        return answer


def part(request: HttpRequest, wanted: Wanted, *, player: UUID | None) -> HttpResponse:
    """The part that is asked for. The first one of an export counts against the limit of exports. Raises BadRequest,
    Busy, Refused (too many)."""
    is_further = FURTHER in request.headers
    if not is_further:
        limits.ARCHIVE_EXPORTS.take(limits.address(request))
    told = request.GET.get(LEFT, "")
    left = min(int(told), MAX_MATCHES) if is_further and told.isascii() and told.isdigit() else MAX_MATCHES
    asked = request.GET.copy()
    asked.pop(LEFT, None)
    export = records(
        wanted, player=player, asker=limits.asker(request, player), left=left, most=PART if is_further else FIRST_PART
    )
    if not is_further and export.after:
        _, behind = found(wanted, player=player, limit=MAX_MATCHES)
        export = Export(export.text, export.after, export.left, behind)
    return export.answer(asked, player)


def records(
    wanted: Wanted, *, player: UUID | None, asker: str = "", left: int = MAX_MATCHES, most: int = PART
) -> Export:
    """The records of the games that are found, as one text of JSON lines, of at most so many: open ones, or as far as
    the game was seen. What cannot be read now (its game is not here) is left out. Raises BadRequest, Busy."""
    with CHECKING.place(asker):
        ids, following = found(wanted, player=player, limit=min(most, left))
        text = bytearray()
        for number, match_id in enumerate(ids, 1):
            try:
                record = verification.record(match_id=match_id, player=player)
            except Refused:
                continue
            text += format_record(record).encode()
            if len(text) >= MAX_BYTES and match_id != ids[-1]:
                return Export(bytes(text), cursor_at(match_id), left - number)
        return Export(bytes(text), following, left - len(ids))


def _query(asked: QueryDict, after: str) -> str:
    asked = asked.copy()
    asked["after"] = after
    return urlencode(asked.dict())
