"""The bots of a game as their page shows them, the strongest first."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from elekt_core.contract import Game
from elekt_core.hints import Hints
from elekt_core.registry import bots_of
from elekt_core.search.greedy import Greedy
from elekt_core.search.levels import FAR, LEVELS, NAMES, Searcher, level_of
from elekt_core.search.lines import DECISIONS
from players.ratings.elo import shown as in_points
from players.ratings.events import ladder_key
from players.ratings.models import Rating
from players.ratings.outcome import bot as rated_bot

from .. import names, opponents
from ..tables.rating import AGAINST_BOTS

MEASURED = Path(__file__).with_name("measured.json")
"""Made by ``python -m benchmarks.bot_ladder summary`` from the deals that were played."""
ORDER: Final = ("random", "level1", "level2", "level3", "level4", "greedy", "level5", "level6", "level7", "level8")
"""From the weakest, as they are meant to be: each is measured against the one before it."""
STRONGER = 40
"""Elo by which the test calls a bot stronger (``benchmarks.bot_ladder``)."""
FIRST_GREEDY = "greedy@a835223"
"""The bot that a game had of its own before."""


@dataclass(frozen=True, slots=True)
class Measured:
    """Share of games won, in percent with its 95 % interval, and what the sequential test says."""

    seats: int
    other: str
    deals: int
    won: int
    low: int
    high: int
    verdict: str

    @property
    def told(self) -> str:
        said = ngettext(
            "Tables of %(seats)s, against %(other)s: won %(won)s%% (95%%: %(low)s–%(high)s%%) in %(deals)s deal played "
            "from each seat.",
            "Tables of %(seats)s, against %(other)s: won %(won)s%% (95%%: %(low)s–%(high)s%%) in %(deals)s deals "
            "played from each seat.",
            self.deals,
        )
        return said % asdict(self)

    @property
    def said(self) -> str:
        return {
            "stronger": _("stronger"),
            "no stronger": _("not stronger"),
        }.get(self.verdict, _("undecided"))


@dataclass(frozen=True, slots=True)
class BotShown:
    """``number`` is the level, None for any other bot; ``other_name`` the level's name in the other languages."""

    bot: str
    number: int | None
    name: str
    other_names: tuple[tuple[str, str], ...]
    says: str
    measured: tuple[Measured, ...]
    unmeasured: str
    """Against whom, and at which tables, nothing was played; ``""`` where nothing is missing."""
    rating: int | None
    games: int
    is_first: bool

    @property
    def rating_told(self) -> str:
        said = ngettext(
            "Rating against people: %(points)s after %(games)s game",
            "Rating against people: %(points)s after %(games)s games",
            self.games,
        )
        return said % {"points": self.rating, "games": self.games}


def bots_shown(game: Game[Any], player: UUID | None, language: str) -> list[BotShown]:
    """The strongest first, bots of the game's own last."""
    known, sizes = bots_of(game), [size for size in game.ruleset().seats if size > 1]
    ratings, first = _ratings(game, known), opponents.first_for(player, game)
    order = [*reversed([bot for bot in ORDER if bot in known]), *sorted(set(known) - set(ORDER))]
    shown = []
    for bot in order:
        level, below = level_of(bot), _below(bot)
        found = [_measured(row) for row in _pairs() if row["game"] == game.name and row["one"] == bot]
        played = {one.seats for one in found if below and one.other == _other(below)}
        shown.append(
            BotShown(
                bot=bot,
                number=level,
                name=names.bot_name(bot) if level is None else NAMES[language][level - 1],
                other_names=_other_names(level, language),
                says=_says(bot, game),
                measured=tuple(found),
                unmeasured=_unmeasured(below, [size for size in sizes if size not in played]) if below else "",
                rating=ratings[bot][0] if bot in ratings else None,
                games=ratings[bot][1] if bot in ratings else 0,
                is_first=bot == first,
            )
        )
    return shown


def _below(bot: str) -> str:
    """The bot with which it is compared: the next one that is meant to be weaker."""
    return ORDER[ORDER.index(bot) - 1] if bot in ORDER[1:] else ""


def _other(bot: str) -> str:
    return _("the game’s first greedy bot") if bot == FIRST_GREEDY else names.bot_name(bot)


def _other_names(level: int | None, language: str) -> tuple[tuple[str, str], ...]:
    if level is None:
        return ()
    return tuple((other, NAMES[other][level - 1]) for other in NAMES if other != language)


def _says(bot: str, game: Game[Any]) -> str:
    """What it does, as far as it is one of ours."""
    player = LEVELS.get(bot) or (Greedy() if bot == "greedy" else None)
    match player:
        case Greedy(heat=heat) if heat:
            said = _(
                "Looks one decision ahead and draws lots: a choice %(points)s points of chances worse than the best is "
                "taken about three times less often."
            )
            points = round(100 * heat, 1)
            return said % {"points": number_format(points, 0 if points.is_integer() else 1)}
        case Greedy():
            return _("Looks one decision ahead, follows the small replies, and takes what is best.")
        case Searcher(iterations=iterations) if type(game).features is Hints.features:
            said = _(
                "Plays its options out to the end of the game, quickly and many times, with unseen cards dealt again "
                "each time: up to %(decisions)s decisions for a choice."
            )
            return said % {"decisions": number_format(iterations * DECISIONS, force_grouping=True)}
        case Searcher(iterations=lines, reach=reach) if reach >= FAR:
            said = _(
                "Plays its best options on, mostly to the end of the round, with unseen cards dealt again each time: "
                "up to %(lines)s lines for a choice."
            )
            return said % {"lines": lines}
        case Searcher(iterations=lines):
            said = _(
                "Plays its best options on for some decisions, with unseen cards dealt again each time: up to "
                "%(lines)s lines for a choice."
            )
            return said % {"lines": lines}
    return _("Takes any option.") if bot == "random" else _("A bot of this game’s own.")


# --- what was measured ------------------------------------------------------------------------------------------


@cache
def _pairs() -> tuple[Mapping[str, Any], ...]:
    return tuple(json.loads(MEASURED.read_text())["pairs"])


def _measured(row: Mapping[str, Any]) -> Measured:
    won, low, high = (round(100 * row[name]) for name in ("won", "low", "high"))
    return Measured(row["seats"], _other(row["other"]), row["deals"], won, low, high, row["verdict"])


def _unmeasured(below: str, sizes: list[int]) -> str:
    if not sizes:
        return ""
    said = {"other": names.bot_name(below), "sizes": ", ".join(map(str, sizes))}
    return _("Against %(other)s no deal was played at tables of %(sizes)s.") % said


def _ratings(game: Game[Any], bots: Iterable[str]) -> Mapping[str, tuple[int, int]]:
    """Points and games of each bot on the ladder of matches with bots, of those that have any."""
    key = ladder_key(game.name, game.ruleset().name, AGAINST_BOTS)
    rows = Rating.objects.filter(
        ladder__game=key.game, ladder__ruleset=key.ruleset, ladder__speed=key.speed, ladder__mode=key.mode, games__gt=0
    )
    found = {rated_bot(bot): bot for bot in bots}
    values = rows.filter(who__in=found).values_list("who", "value", "games")
    return {found[who]: (in_points(value), games) for who, value, games in values}
