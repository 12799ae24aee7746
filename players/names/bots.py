"""Names of bots, and names that could be taken for one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from elekt_core.registry import bots_of, game_names, get_game
from elekt_core.search.levels import NAMES, level_of
from web import languages

from .alike import looks
from .skeleton import skeleton

LEVEL = "level-"
"""How the names of bots begin that stand for a level of a game for one."""
LEVELS = ("easy", "medium", "hard")


def bot_name(bot: str) -> str:
    if bot.startswith(LEVEL):
        return _level_name(bot.removeprefix(LEVEL))
    if level := level_of(bot):
        name = NAMES[languages.current()][level - 1]
        return _("Level %(level)d: %(name)s") % {"level": level, "name": name}
    known = {"random": _("Random bot"), "greedy": _("Greedy bot")}
    return known.get(bot) or _("Bot %(name)s") % {"name": bot}


def short_name(bot: str) -> str:
    """For narrow places: ``L3 Courtier``."""
    if level := level_of(bot):
        name = NAMES[languages.current()][level - 1]
        return _("L%(level)d %(name)s") % {"level": level, "name": name}
    return bot_name(bot)


def _level_name(level: str) -> str:
    known = {"easy": _("Level: easy"), "medium": _("Level: medium"), "hard": _("Level: hard")}
    return known.get(level) or _("Level: %(level)s") % {"level": level}


def tutor_name() -> str:
    return _("Tutor")


@lru_cache(maxsize=20_000)
def is_like_a_bots(name: str) -> bool:
    """Whether a person's name could be taken for a bot's, in any language; also with the number that tells bots of
    one kind apart."""
    before, _space, last = name.rpartition(" ")
    tried = (name, before) if before and set(skeleton(last)) <= _DIGITS else (name,)
    return any(not _bots().isdisjoint(_ways(one)) for one in tried)


_DIGITS = frozenset(skeleton("0123456789"))


def _ways(name: str) -> Iterator[tuple[int, str]]:
    """Somebody who means to deceive mixes both: capitals, and other characters that look like them."""
    plain, folded = looks(name)
    yield from enumerate((plain, folded, skeleton(plain.casefold())))


@cache
def _bots() -> frozenset[tuple[int, str]]:
    games = [get_game(game) for game in game_names()]
    bots = {bot for game in games for bot in bots_of(game)} | {f"{LEVEL}{level}" for level in LEVELS}
    ways: set[tuple[int, str]] = set()
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            for name in (tutor_name(), *map(bot_name, bots)):
                ways.update(_ways(name))
    return frozenset(ways)
