"""Solo games on a rating ladder: each level is an opponent with a rating of its own, marked as a bot.

A game that counts on the solo ladder is a duel with its level, and both are rated. So whoever plays finds out how hard
a level is, on the same scale for all of a ruleset's levels; and who wins on the hard one gains more. As on the solo
ladder a game that was left to begin another is lost, and becomes what it was if it is finished after all.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import uuid5

import structlog

from players import queries as players
from players.names.bots import LEVEL
from players.ratings import commands as c
from players.ratings import services
from players.ratings.events import LadderKey
from players.ratings.models import RatedGame
from players.ratings.outcome import bot, person
from web.errors import Refused

from ..tables.rating import LIVE, rated_game
from .models import SoloGame

WON, LOST = (1, 2), (2, 1)

log = structlog.get_logger()


def left_behind(game: SoloGame, at: datetime) -> None:
    """This game has begun: a game that the player left unfinished at the level counts as lost, for now."""
    where = {name: getattr(game, name) for name in ("player", "game", "ruleset", "level")}
    open_ones = SoloGame.objects.filter(**where, ended_at=None, begun_at__lte=game.begun_at).exclude(match=game.match)
    for one in open_ones.order_by("begun_at", "match"):
        _tell(one, LOST, at)


def over(game: SoloGame) -> None:
    """This game has ended."""
    assert game.ended_at is not None
    _tell(game, WON if game.won else LOST, game.ended_at)


def _tell(game: SoloGame, places: Sequence[int], at: datetime) -> None:
    """Tell the ladder. People without an account are not rated: nobody could hold them to a name."""
    if players.guests([game.player]):
        return
    rated, who = rated_game(game.match), person(game.player)
    seats = (who, bot(f"{LEVEL}{game.level or 'only'}"))
    try:
        if RatedGame.objects.filter(game=rated).exists():
            if places == LOST:
                return
            decision = uuid5(game.match, "finished after all")
            services.change(c.CorrectGame(rated, seats, tuple(places)), actor=who, decision_id=decision)
        else:
            services.record(
                game=rated,
                ladder=LadderKey(game.game, game.ruleset, LIVE),
                seats=seats,
                places=places,
                played_at=at,
                actor=who,
                source=f"match:{game.match}",
            )
    except Refused as refused:  # the game has ended all the same
        log.error("solo game not rated", match=str(game.match), code=refused.code)
