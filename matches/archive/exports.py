"""Many records as one text, which ends after so many games or bytes: the server holds each answer in memory until it is
fetched (``config.lanes``), so one that went on would be no stream."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpResponse, QueryDict

from elekt_core.record.text import format_record
from web.costly import CHECKING
from web.errors import Refused

from ..play import verification
from .queries import Wanted, cursor_at, found

TYPE = "application/x-ndjson"
MAX_MATCHES = 100
"""Of one export; ``after`` leads on."""
MAX_BYTES = 8 * 2**20
"""No further record is begun behind them."""


@dataclass(frozen=True, slots=True)
class Export:
    text: bytes
    after: str
    """Where the next one begins; empty if all is there."""

    def answer(self, asked: QueryDict) -> HttpResponse:
        """With the address of the rest, which asks for the same, in the header ``Link``."""
        answer = HttpResponse(self.text, content_type=TYPE)
        if self.after:
            asked = asked.copy()
            asked["after"] = self.after
            answer["Link"] = f'<?{urlencode(asked.dict())}>; rel="next"'
        answer["Cache-Control"] = "private, no-store"
        return answer


def records(wanted: Wanted, *, player: UUID | None) -> Export:
    """The open records of the games that are found, as one text of JSON lines. What cannot be read now (its game is
    not here) is left out. Raises BadRequest, Busy."""
    with CHECKING.place(str(player or "")):
        ids, following = found(wanted, player=player, limit=MAX_MATCHES)
        text = bytearray()
        for match_id in ids:
            try:
                record = verification.record(match_id=match_id, player=player, perspective="open")
            except Refused:
                continue
            text += format_record(record).encode()
            if len(text) >= MAX_BYTES and match_id != ids[-1]:
                return Export(bytes(text), cursor_at(match_id))
        return Export(bytes(text), following)
