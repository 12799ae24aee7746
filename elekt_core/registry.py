"""Which games, and which bots of them, are installed.

An outside package adds a game by an entry point of the group ``elekt_core.games``; the folders under
``elekt_core/games/`` are found also where nothing was installed. Either names an object that fulfils ``Game``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from . import games as _built_in
from .bots import RANDOM
from .contract import Bot, Game
from .errors import UnknownGame
from .ruleset import nearest

GROUP = "elekt_core.games"
"""The entry point group: ``name = "package.module:game"``."""

USUAL_GAME = "elekt"
"""Which game is meant where nobody names one, in scenario files above all: all were, before there were others."""


def game_names() -> tuple[str, ...]:
    """Every installed game, in alphabetical order."""
    return tuple(sorted(_loaders()))


@cache
def get_game(name: str) -> Game[Any]:
    """The game of this name, the same object each time. Raises UnknownGame, with the nearest name in its data."""
    load = _loaders().get(name)
    if load is None:
        raise UnknownGame("unknown_game", game=name, nearest=nearest(name, game_names()))
    game = load()
    if not isinstance(game, Game):
        raise UnknownGame("not_a_game", game=name, found=type(game).__name__)
    return game


def bots_of(game: Game[Any]) -> Mapping[str, Bot]:
    """The bots that can sit down at ``game``: the random one, and those that the game brings."""
    return {"random": RANDOM, **game.bots()}


def get_bot(game: Game[Any], name: str) -> Bot:
    """A bot that can sit down, or the tutor of a lesson.

    Raises UnknownGame (``unknown_bot``), with the nearest name in its data.
    """
    bots = bots_of(game)
    found = bots.get(name) or next((lesson.tutor for lesson in game.lessons() if lesson.bot == name), None)
    if found is None:
        raise UnknownGame("unknown_bot", game=game.name, bot=name, nearest=nearest(name, bots))
    return found


def outside_folders() -> tuple[Path, ...]:
    """The folders of the packages that bring games from outside: pages look there for ``templates/``, ``static/`` and
    ``locale/``. Nothing is imported."""
    found = []
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        spec = find_spec(point.module.partition(".")[0])
        found += [Path(place) for place in (spec and spec.submodule_search_locations) or ()]
    return tuple(found)


@cache
def _loaders() -> Mapping[str, Callable[[], object]]:
    found: dict[str, Callable[[], object]] = {
        module.name: _from_folder(module.name) for module in iter_modules(_built_in.__path__) if module.ispkg
    }
    for point in entry_points(group=GROUP):
        found.setdefault(point.name, point.load)
    return found


def _from_folder(name: str) -> Callable[[], object]:
    return lambda: import_module(f"{_built_in.__name__}.{name}").game
