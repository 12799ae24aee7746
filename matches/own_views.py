"""Pages on which one finds one's own games again: those that one played, and practice."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from elekt_core.registry import get_game
from web.request import asker, page_number, private

from . import queries
from .shapes import MatchShown

PER_PAGE = 24


@require_safe
def played(request: HttpRequest) -> HttpResponse:
    """The asker's finished games, the latest first, page by page; above them those that go on."""
    me = asker(request)
    if me is None:
        return _shown(request, "matches/played.html", lambda limit, skipped: [])
    running = queries.matches_of(player=me, over=False) if page_number(request) == 1 else []
    return _shown(
        request,
        "matches/played.html",
        lambda limit, skipped: queries.matches_of(player=me, over=True, limit=limit, skipped=skipped),
        running=running,
    )


@require_safe
def practices(request: HttpRequest, game: str) -> HttpResponse:
    """What one plays alone: lessons, positions played out. Nobody else finds it; a visitor without a name has none."""
    name, me = get_game(game).name, asker(request)
    if me is None:
        return _shown(request, "matches/practices.html", lambda limit, skipped: [], game=name)
    return _shown(
        request,
        "matches/practices.html",
        lambda limit, skipped: queries.practice_matches(player=me, game=name, limit=limit, skipped=skipped),
        game=name,
    )


def _shown(
    request: HttpRequest, template: str, listed: Callable[[int, int], list[MatchShown]], **more: object
) -> HttpResponse:
    page = page_number(request)
    found = listed(PER_PAGE + 1, (page - 1) * PER_PAGE)
    context = {"matches": found[:PER_PAGE], "page": page, "is_last": len(found) <= PER_PAGE, **more}
    return private(render(request, template, context))
