"""The page on which one finds again what one plays alone: practice, lessons, positions played out."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from elekt_core.registry import get_game

from . import queries
from .asking import asker, page_number, private

PER_PAGE = 24


@require_safe
def practices(request: HttpRequest, game: str) -> HttpResponse:
    """All of them, the latest first, page by page. Nobody else finds them; a visitor without a name has none."""
    name, page, me = get_game(game).name, page_number(request), asker(request)
    found = []
    if me is not None:
        found = queries.practice_matches(player=me, game=name, limit=PER_PAGE + 1, skipped=(page - 1) * PER_PAGE)
    context = {"game": name, "matches": found[:PER_PAGE], "page": page, "is_last": len(found) <= PER_PAGE}
    return private(render(request, "matches/practices.html", context))
