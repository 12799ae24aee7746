"""The live stream beside a match: what the player of a seat, or a spectator, may see of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import AbstractContextManager
from uuid import UUID

from django.template.loader import render_to_string
from django.utils import timezone

from web import languages
from web.live import sse
from web.live.admission import Listener
from web.live.audience import Audience, Kind, Place, each

from ..clocks.around import around
from ..models import Match
from ..play import queries, warm_rows
from ..play.shapes import MatchShown
from ..tables.events import HIDDEN
from . import arbiters, chat, news, rematch, takebacks
from .models import Company
from .phrases import phrases

WATCHERS = "spectator"


def place_of(match: MatchShown) -> str:
    """From where somebody hears it: the number of their seat, or among the spectators."""
    return WATCHERS if match.my_seat is None else str(match.my_seat)


def address(match: MatchShown, listener: Listener) -> str:
    zone = timezone.get_current_timezone_name()  # orders tell when they were given
    audience = Audience("company", news.stream_of(match.id), _viewer(match), languages.current(), "html", zone)
    return sse.address(audience, news.version_of(match.id), listener)


def _viewer(match: MatchShown) -> str:
    return f"{match.id}/{place_of(match)}"


def frames(stream: UUID, viewer: str, after: int, version: int) -> dict[str, str]:
    match_id, place = _told(viewer)
    match = queries.match_from(match_id=match_id, seat=place)
    found: dict[str, str] = {
        "takeback": render_to_string("matches/_takeback.html", takeback_context(match)),
        "orders": render_to_string("matches/_orders.html", {"orders": arbiters.shown(match, None)}),
        "around": render_to_string("matches/clocks/_around.html", around_context(match)),
    }
    lines = chat.lines_of(match, after)
    if lines:
        found["chat"] = render_to_string("matches/_chat_lines.html", lines_context(match, lines))
    if match.is_over:
        found["end"] = render_to_string("matches/_end.html", end_context(match))
    return found


def around_context(match: MatchShown) -> dict[str, object]:
    return {"match": match, "around": around(match), "csrf_token": ""}


def takeback_context(match: MatchShown) -> dict[str, object]:
    return {"match": match, "takeback": takebacks.shown(match), "csrf_token": ""}


def lines_context(match: MatchShown, lines: Sequence[chat.LineShown]) -> dict[str, object]:
    """What can be done about a line depends on the seat; spectators all get the same."""
    me = None if match.my_seat is None else match.seats[match.my_seat].player
    host = me is not None and chat.hosts(match.id, me)
    return {"lines": lines, "match": match, "me": me, "chat": {"is_host": host}, "csrf_token": ""}


def chat_context(match: MatchShown, player: UUID | None) -> dict[str, object]:
    """For the page itself: what this particular player may read and do."""
    return {"chat": chat.shown(match, player), "phrases": phrases().items(), "me": player}


def end_context(match: MatchShown) -> dict[str, object]:
    return {"match": match, "rematch": rematch.shown(match), "csrf_token": ""}


def may_hear(stream: UUID, viewer: str, players: Collection[UUID | None]) -> set[UUID | None]:
    """Those of ``players`` who are at this place. Players hear no spectators before the end."""
    match_id, place = _told(viewer)
    warm = warm_rows.get(match_id)
    if warm is None:
        return set()
    here = {player for player in players if warm.seats_of(player)[:1] == ([] if place is None else [place])}
    if place is not None or warm.row.table.access not in HIDDEN:
        return here
    return set(queries.shown_to(warm, here))


def _held(places: Collection[Place]) -> AbstractContextManager[None]:
    """The matches beside which they are."""
    return warm_rows.held({_told(viewer)[0] for _, viewer in places})


def match_ended(row: Match) -> None:
    chat.match_ended(row.id)


def _told(viewer: str) -> tuple[UUID, int | None]:
    match_id, _, place = viewer.partition("/")
    return UUID(match_id), None if place == WATCHERS else int(place)


COMPANY = Kind("company", Company, frames, each(may_hear), apart=("chat",), patched=False, reading=_held)
"""A page is sent all of it but the talk: who is asked and who is away follow from the match and the time, too. The talk
comes apart: an open request to go back lists what its reader has drawn."""
