"""What every page may show of the installed games, and of whose turn it is."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from elekt_core.registry import game_names
from web.request import asker

from . import names
from .games import games_in_order, usual_game
from .tables.turn_views import every
from .tables.turns import Turns, turns


def games(request: HttpRequest) -> dict[str, Any]:
    """``games``: each with its name and its title. ``nav_game``: the one the page is about, else the usual one."""
    asked = request.resolver_match.kwargs.get("game") if request.resolver_match else None
    return {
        "games": [(name, names.game_title(name)) for name in games_in_order()],
        "nav_game": asked if asked in game_names() else usual_game().name,
    }


def my_turns(request: HttpRequest) -> dict[str, Any]:
    """``my_turns``: what waits for the asker, queried only if the page shows it (a fragment does not); ``turns_every``:
    the seconds after which the page asks again. ``turns_here``: the match that the page is about."""
    found: Turns = SimpleLazyObject(lambda: turns(asker(request)))  # type: ignore[assignment]
    asked = request.resolver_match.kwargs.get("match_id") if request.resolver_match else None
    return {"my_turns": found, "turns_every": lambda: every(found), "turns_here": asked}
