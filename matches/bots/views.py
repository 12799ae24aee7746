"""The page of a game's bots."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from elekt_core.registry import game_names, get_game
from web import languages
from web.request import asker, private

from ..games import usual_game
from . import page


@require_safe
def bots(request: HttpRequest) -> HttpResponse:
    """The bots of ``?game=``."""
    game = get_game(request.GET["game"]) if "game" in request.GET else usual_game()
    language = languages.current()
    context = {
        "games": [(name, get_game(name).words(language, ()).title()) for name in sorted(game_names())],
        "game": game.name,
        "title": game.words(language, ()).title(),
        "bots": page.bots_shown(game, asker(request), language),
        "sizes": [size for size in game.ruleset().seats if size > 1],
        "stronger": page.STRONGER,
    }
    return private(render(request, "matches/bots.html", context))
