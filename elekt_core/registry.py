"""The installed games and their bots.

An outside package adds a game by an entry point of the group ``elekt_core.games``; the folders under
``elekt_core/games/`` are found also where nothing was installed. Either names an object that fulfils ``Game``.

A game that cannot be loaded is quarantined: the others play on, and ``quarantined`` says which package failed and why.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from . import games as _built_in
from .bots import RANDOM
from .contract import Bot, Game
from .errors import GameQuarantined, UnknownGame
from .messages import LANGUAGES, sentence
from .ruleset import nearest
from .search.greedy import Greedy
from .search.levels import LEVELS

OF_EVERY_GAME: Mapping[str, Bot] = {"random": RANDOM, "greedy": Greedy(), **LEVELS}
"""Bots that know a game by its contract alone."""

GROUP = "elekt_core.games"
"""The entry point group: ``name = "package.module:game"``."""

USUAL_GAME = "elekt"
"""Which game is meant where nobody names one, in scenario files above all: all were, before there were others."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a game comes from: ``package`` is the distribution, ``place`` the module and the object in it."""

    name: str
    package: str
    place: str
    load: Callable[[], object]


@dataclass(frozen=True, slots=True)
class Quarantined:
    """A game that is installed and cannot be played. ``code`` and ``data`` say why (``messages.sentence``)."""

    name: str
    package: str
    place: str
    code: str
    data: Mapping[str, Any]

    def text(self, language: str) -> str:
        """One line for the server's operator: it may name files."""
        return f"{self.name} ({self.package}, {self.place}): {sentence(self.code, self.data, language)}"


def found_names() -> tuple[str, ...]:
    """Every installed game, in alphabetical order, whether or not it can be loaded. Nothing is imported."""
    return tuple(sorted(_sources()))


def game_names() -> tuple[str, ...]:
    """Every game that can be played, in alphabetical order."""
    return tuple(name for name in found_names() if isinstance(_loaded(name), Game))


def get_game(name: str) -> Game[Any]:
    """The game of this name, the same object each time.

    Raises UnknownGame, with the nearest name in its data; GameQuarantined where it is installed and cannot be loaded.
    """
    if name not in _sources():
        raise UnknownGame("unknown_game", game=name, nearest=nearest(name, found_names()))
    game = _loaded(name)
    if isinstance(game, Quarantined):
        raise GameQuarantined("game_quarantined", game=name)
    return game


def is_playable(name: str) -> bool:
    """Whether ``get_game`` has it."""
    return name in _sources() and isinstance(_loaded(name), Game)


def quarantined() -> tuple[Quarantined, ...]:
    """Every installed game that cannot be played, and every package whose game has a name already taken."""
    failed = [found for name in found_names() if isinstance(found := _loaded(name), Quarantined)]
    for name, sources in _sources().items():
        if sources[0].package == BUILT_IN:
            failed += [_of(source, "name_taken", game=name) for source in sources[1:]]
    return tuple(failed)


def bots_of(game: Game[Any]) -> Mapping[str, Bot]:
    """The bots that can play ``game``: those of every game, and its own, which may take the place of one of these."""
    return {**OF_EVERY_GAME, **game.bots()}


def get_bot(game: Game[Any], name: str) -> Bot:
    """A bot that can play, or the tutor of a lesson.

    Raises UnknownGame (``unknown_bot``), with the nearest name in its data.
    """
    bots = bots_of(game)
    found = bots.get(name) or next((lesson.tutor for lesson in game.lessons() if lesson.bot == name), None)
    if found is None:
        raise UnknownGame("unknown_bot", game=game.name, bot=name, nearest=nearest(name, bots))
    return found


def outside_folders() -> tuple[Path, ...]:
    """The folders of packages with outside games: the files for their pages lie there, beside the modules. Nothing is
    imported.
    """
    found = []
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        try:
            spec = find_spec(_module(point).partition(".")[0])
        except (ImportError, ValueError):  # such a package is quarantined
            continue
        found += [Path(place) for place in (spec and spec.submodule_search_locations) or ()]
    return tuple(found)


# --- loading ------------------------------------------------------------------------------------------------

BUILT_IN = "elekt_core"


@cache
def _sources() -> dict[str, list[Source]]:
    """The sources found for each name, the built-in game first. More than one is a clash."""
    found = {
        module.name: [_built_in_source(module.name)] for module in iter_modules(_built_in.__path__) if module.ispkg
    }
    for point in entry_points(group=GROUP):
        known = found.setdefault(point.name, [])
        if point.value not in [source.place for source in known]:
            package = f"{point.dist.name} {point.dist.version}" if point.dist else "?"
            known.append(Source(point.name, package, point.value, point.load))
    return found


def _built_in_source(name: str) -> Source:
    module = f"{_built_in.__name__}.{name}"
    return Source(name, BUILT_IN, f"{module}:game", lambda: import_module(module).game)


@cache
def _loaded(name: str) -> Game[Any] | Quarantined:
    source, *others = _sources()[name]
    if others and source.package != BUILT_IN:
        return _of(source, "two_packages", game=name, packages=", ".join(one.package for one in (source, *others)))
    try:
        game = source.load()
    except (Exception, SystemExit) as error:  # whatever somebody else's module does while it is imported
        return _of(source, "not_importable", found=f"{type(error).__name__}: {error}")
    if not isinstance(game, Game):
        return _of(source, "not_a_game", game=name, found=type(game).__name__)
    return _unusable(game, source) or game


def _unusable(game: Game[Any], source: Source) -> Quarantined | None:
    """What is wrong with a game's basics, which every page needs."""
    try:
        if game.name != source.name:
            return _of(source, "other_name", game=source.name, found=game.name)
        game.ruleset()
        for language in LANGUAGES:
            game.words(language, ()).title()
            bots_of(game)
    except Exception as error:
        return _of(source, "not_usable", found=f"{type(error).__name__}: {error}")
    return None


def _of(source: Source, code: str, **data: Any) -> Quarantined:
    return Quarantined(source.name, source.package, source.place, code, data)


def _module(point: EntryPoint) -> str:
    """The module that an entry point names, ``""`` if it cannot be read."""
    return point.value.partition(":")[0].strip()
