"""The page on which several running matches are watched at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from elekt_core.registry import is_playable
from web import languages
from web.errors import NotFound
from web.live import sse
from web.live.admission import Listener
from web.live.audience import Audience
from web.live.sse import MAX_SEVERAL
from web.request import asker, private

from ..play import queries
from ..play.shapes import MatchShown
from ..tables import home
from ..tables import queries as tables
from . import live
from .tiles import tile

LISTED = 24


@dataclass(frozen=True, slots=True)
class Tile:
    """A match on the page, and where it hears what follows (``""``: nothing follows). Without ``html`` the asker sits
    there, and is shown the way to their table."""

    match: MatchShown
    html: str = ""
    stream: str = ""


@require_safe
def watch(request: HttpRequest) -> HttpResponse:
    """The matches in ``?table=``, at most four; by default those most worth watching. Whoever gets the address sees
    the same ones, as far as they may."""
    me = asker(request)
    asked = list(dict.fromkeys(request.GET.getlist("table")))[:MAX_SEVERAL]
    running = home.worth_watching(tables.matches(player=me, over=False, limit=LISTED))
    tiles = _tiles(asked or [str(match.id) for match in running[:MAX_SEVERAL]], me)
    shown = [tile.match.id for tile in tiles]
    is_full = len(shown) >= MAX_SEVERAL
    others = [match for match in running if match.id not in shown]
    context = {
        "tiles": [(tile, _address(shown, without=tile.match.id) if len(shown) > 1 else "") for tile in tiles],
        "others": [(match, "" if is_full else _address([*shown, match.id])) for match in others],
        "missing": len(asked) - len(tiles) if asked else 0,
        "is_full": is_full,
        "here": _address(shown),
    }
    return private(render(request, "matches/watching/watch.html", context))


def _tiles(asked: Sequence[str], me: UUID | None) -> list[Tile]:
    """Those of them that may be seen."""
    found = []
    for text in asked:
        try:
            found.append(_tile(UUID(text), me))
        except (NotFound, ValueError):
            continue
    return found


def _tile(match_id: UUID, me: UUID | None) -> Tile:
    """Raises NotFound for a match that the asker may not look at, or whose game is not here."""
    shown = queries.match(match_id=match_id, player=me)
    if not is_playable(shown.game):
        raise NotFound("unknown_match", match=str(match_id))
    if shown.my_seat is not None:
        return Tile(shown)
    html = tile(match_id, late=shown.version if shown.late else None)
    return Tile(shown, html, "" if shown.is_over else _stream(shown, Listener(me)))


def _stream(shown: MatchShown, listener: Listener) -> str:
    if shown.late:
        return live.address(shown, "spectator", shown.version, listener, "small")
    audience = Audience("match", shown.id, "spectator", languages.current(), "small")
    return sse.address(audience, shown.version, listener)


def _address(matches: Sequence[UUID], without: UUID | None = None) -> str:
    chosen = [str(match) for match in matches if match != without]
    return f"{reverse('matches:watch')}?{urlencode({'table': chosen}, doseq=True)}"
