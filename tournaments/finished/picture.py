"""The picture of a closed tournament for those who get its link: the champion and the podium, as one SVG.

Nothing is in it but what everybody may read on its page; of a tournament that goes on, or that is not for everybody,
there is none.
"""

from __future__ import annotations

from hashlib import sha256
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import patch_response_headers
from django.views.decorators.http import condition, require_safe

from matches.play.picture import KEPT_SECONDS, POLICY, TYPE, with_parts
from tournaments import queries
from tournaments.queries import Asked
from web import languages
from web.errors import NotFound

from .shown import TableShown, finished

FIRST_ROW, ROW = 210, 92
MOST_TABLES = 4
"""Divisions whose champions fit."""


def of(tournament_id: UUID) -> tuple[Asked, list[TableShown]]:
    """Raises NotFound, also for one that is not closed, or not open to everybody."""
    asked = queries.tournament(tournament_id=tournament_id, player=None)
    found = finished(asked)
    if found is None:
        raise NotFound("unknown_tournament", tournament=str(tournament_id))
    return asked, list(found.tables[:MOST_TABLES])


def rows_of(tables: list[TableShown]) -> list[tuple[int, str, str, str]]:
    """Height, place, name and division: the podium of one field, or the champions of each division."""
    if len(tables) == 1:
        lines = [(str(place), names, "") for place, names in tables[0].podium]
    else:
        lines = [("1", one.champions, one.title) for one in tables]
    return [(FIRST_ROW + at * ROW, *line) for at, line in enumerate(lines)]


def drawn(asked: Asked, tables: list[TableShown]) -> str:
    """The same for the same tournament, names and language, whoever asks: its day is that of the server's clock."""
    context = {
        "tournament": asked.state,
        "rows": rows_of(tables),
        "one": tables[0] if len(tables) == 1 else None,
        "field": sum(not entry.withdrawn for entry in asked.state.entries.values()),
    }
    with timezone.override(None):
        return with_parts(render_to_string("tournaments/finished/picture.svg", context))


def _version(request: HttpRequest, tournament_id: UUID) -> str:
    asked, tables = of(tournament_id)
    names = sha256("/".join(line[2] for line in rows_of(tables)).encode()).hexdigest()[:16]
    return f'"{asked.state.version}.{languages.current()}.{names}"'


@require_safe
@condition(etag_func=_version)
def picture(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    response = HttpResponse(drawn(*of(tournament_id)), content_type=TYPE)
    response["Content-Security-Policy"] = POLICY
    patch_response_headers(response, KEPT_SECONDS)
    return response
