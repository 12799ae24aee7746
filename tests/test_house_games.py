"""Games are known by their contract: outside its own folders, templates and styles no game is named by its name."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from elekt_core.registry import game_names
from tests.product import HOME
from tests.test_house_tree import tracked

LOOKED_AT = (
    "config/",
    "elekt_core/",
    "ledger/",
    "matches/",
    "players/",
    "static/js/",
    "static/css/",
    "templates/",
    "tournaments/",
)
SOURCES = {".py", ".html", ".js", ".css"}

BRAND = "elekt"
"""The product is called like its first game: only as the name of a game, in quotes or in a path, is it looked for."""

ALLOWED = {
    "config/celery.py": "the product's name",
    "elekt_core/__init__.py": "an example",
    "elekt_core/registry.py": "the game that is meant where nobody names one",
}
"""Where a name may stand all the same, and why."""


def is_of(name: str, game: str) -> bool:
    """A file of the game's own."""
    path = PurePosixPath(name)
    return ("games" in path.parts and game in path.parts) or path.stem == game


def names(game: str) -> re.Pattern[str]:
    if game == BRAND:
        return re.compile(r"""["']elekt["']|games[./]elekt\b""")
    return re.compile(rf"\b{game}\b", re.IGNORECASE)


def test_no_game_is_named_outside_its_own_places() -> None:
    games = {game: names(game) for game in game_names()}
    found = []
    for name in tracked():
        if not name.startswith(LOOKED_AT) or PurePosixPath(name).suffix not in SOURCES or name in ALLOWED:
            continue
        for number, line in enumerate((HOME / name).read_text(encoding="utf-8").splitlines(), 1):
            found += [
                f"{name}:{number}: {game}"
                for game, named in games.items()
                if named.search(line) and not is_of(name, game)
            ]
    assert found == []


def test_what_is_allowed_is_still_there() -> None:
    stale = [
        name for name in ALLOWED if not any(names(game).search((HOME / name).read_text()) for game in game_names())
    ]
    assert stale == []
