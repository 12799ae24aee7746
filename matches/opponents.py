"""The bots that people are offered: in which order, and which one first."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from elekt_core.contract import Game
from elekt_core.registry import bots_of
from elekt_core.search.levels import level_of
from players.ratings.events import ladder_key
from players.ratings.models import Rating
from players.ratings.outcome import BOT, person
from players.ratings.outcome import bot as rated_bot

from . import names
from .tables.rating import AGAINST_BOTS

USUAL = "level3"
"""Offered to somebody of whose strength nothing is known."""


def offered(game: Game[Any]) -> list[tuple[str, str]]:
    """Every bot of a game with its name, the levels first and in their order."""
    bots = sorted(bots_of(game), key=lambda bot: (level_of(bot) or 100, bot))
    return [(bot, names.bot_name(bot)) for bot in bots]


def first_for(player: UUID | None, game: Game[Any], ruleset: str = "") -> str:
    """The bot whose rating is nearest to the player's own, both on the ladder of games with bots; else the usual one,
    or any where the game has none of the levels."""
    bots = bots_of(game)
    usual = USUAL if USUAL in bots else min(bots)
    if player is None:
        return usual
    key = ladder_key(game.name, ruleset or game.ruleset().name, AGAINST_BOTS)
    rows = Rating.objects.filter(
        ladder__game=key.game, ladder__ruleset=key.ruleset, ladder__speed=key.speed, ladder__mode=key.mode, games__gt=0
    )
    known = dict(rows.filter(who__in=[person(player), *map(rated_bot, bots)]).values_list("who", "value"))
    own = known.pop(person(player), None)
    if own is None or not known:
        return usual
    nearest = min(known, key=lambda who: (abs(known[who] - own), who))
    return nearest.removeprefix(BOT)
