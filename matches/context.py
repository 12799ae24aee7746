"""What every page may say of the games that are installed."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from elekt_core.registry import game_names

from . import names
from .games import usual_game


def games(request: HttpRequest) -> dict[str, Any]:
    """``games``: each with its name and its title. ``nav_game``: the one that the page is about, else the usual one."""
    asked = request.resolver_match.kwargs.get("game") if request.resolver_match else None
    return {
        "games": [(name, names.game_title(name)) for name in game_names()],
        "nav_game": asked if asked in game_names() else usual_game().name,
    }
