"""The page of the solo ladder."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from web.errors import BadRequest
from web.request import asker, private, whole

from . import queries, standings


@require_safe
def ladder(request: HttpRequest, game: str) -> HttpResponse:
    """The ladder at ``?level=`` and ``?page=``. Links to replays depend on the viewer."""
    me = asker(request)
    try:
        page = whole(request.GET.get("page", "1"))
    except ValueError:
        raise BadRequest("bad_field", field="page") from None
    shown = queries.ladder(game=game, level=request.GET.get("level", ""), player=me, page=page)
    context = {
        "ladder": shown,
        "solo": shown.offered,
        "game": game,
        "missing": standings.PLACED_FROM - shown.mine.games if shown.mine else 0,
        "handicap": standings.HANDICAP,
        "placed_from": standings.PLACED_FROM,
    }
    return private(render(request, "matches/solo/ladder.html", context))
