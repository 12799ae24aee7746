"""The picture of a closed tournament for those who get its link: the champion and the podium.

Nothing is in it but what everybody may read on its page; of a tournament that goes on, or that is not for everybody,
there is none, and none where our typeface lacks a letter. It is composed as one SVG and drawn as PNG.
"""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.views.decorators.http import require_safe

from tournaments import queries
from tournaments.queries import Asked
from web import drawings, languages
from web.errors import NotFound

from .shown import TableShown, tables_of

FIRST_ROW, ROW = 210, 92
MOST_TABLES = 4
"""Divisions whose champions fit."""


def of(tournament_id: UUID) -> tuple[Asked, list[TableShown]]:
    """Raises NotFound, also for one that is not closed, or not open to everybody, or that cannot be written."""
    asked = queries.tournament(tournament_id=tournament_id, player=None)
    tables = tables_of(asked)[:MOST_TABLES]
    if not tables or not drawings.can_write(asked.state.title, *(f"{line[2]}{line[3]}" for line in rows_of(tables))):
        raise NotFound("unknown_tournament", tournament=str(tournament_id))
    return asked, tables


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
        return render_to_string("tournaments/finished/picture.svg", context)


def address(tournament_id: UUID) -> str:
    """Of the picture as it is now, in the current language; ``""`` if there is none."""
    try:
        digest = _digest(*of(tournament_id))
    except NotFound:
        return ""
    return reverse("tournaments:share_picture", args=[tournament_id, languages.current(), digest])


def _digest(asked: Asked, tables: list[TableShown]) -> str:
    return drawings.digest(asked.state.version, *(line[2] for line in rows_of(tables)))


@require_safe
def picture(request: HttpRequest, tournament_id: UUID, language: str, digest: str) -> HttpResponse:
    """From an address of an earlier one to that of the present one."""
    if language not in languages.LANGUAGES:
        raise NotFound("unknown_tournament", tournament=str(tournament_id))
    with translation.override(language):
        found = of(tournament_id)
        if digest != _digest(*found):
            return redirect(address(tournament_id))
        return drawings.answer(request, drawn(*found))
