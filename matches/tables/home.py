"""What the home page shows of matches: yours, those waiting for you first; one worth watching; a fan of cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.utils import timezone, translation

from elekt_core.contract import Game
from elekt_core.registry import get_game, is_playable
from players.ratings.elo import shown as in_points
from players.ratings.events import CLUB
from players.ratings.models import Ladder
from players.ratings.pages.choosing import Choice, of, title
from players.ratings.queries import top
from web import languages
from web.errors import NotFound

from ..play import queries as play
from ..play.shapes import MatchShown
from ..watching import tiles
from . import queries
from .turns import turns

LISTED = 8
FAN = LEADERS = 5
KEPT = 256


@dataclass(frozen=True, slots=True)
class Watched:
    """A running match with how it stands, as a spectator sees it."""

    match: MatchShown
    tally: str


def mine(player: UUID) -> list[tuple[MatchShown, bool]]:
    """The running matches, each with whether it waits for the player: those that have waited longest first."""
    running = queries.matches_of(player=player, over=False, limit=LISTED)
    waiting = turns(player).waiting
    missing = [match for match in waiting[:LISTED] if all(one.id != match for one in running)]
    running = [*(play.match(match_id=match, player=player) for match in missing), *running]
    order = {match: place for place, match in enumerate(waiting)}
    running.sort(key=lambda match: order.get(match.id, len(order)))
    return [(match, match.id in order) for match in running[:LISTED]]


def worth_watching(running: Sequence[MatchShown]) -> list[MatchShown]:
    """Those in which the asker does not sit; most people seated first, then rated, then latest."""
    found = [match for match in running if match.my_seat is None and is_playable(match.game)]
    return sorted(
        found,
        key=lambda one: (sum(seat.player is not None for seat in one.seats), one.rated, one.last_at),
        reverse=True,
    )


def best(running: Sequence[MatchShown]) -> Watched | None:
    """The match most worth watching."""
    for match in worth_watching(running):
        try:
            return Watched(match, tally(match.id, match.version, languages.current(), match.names))
        except NotFound:  # it is listed for this asker alone
            continue
    return None


@lru_cache(maxsize=KEPT)
def tally(match_id: UUID, version: int, language: str, names: tuple[str, ...]) -> str:
    """A match's standings in a few lines, from what everybody sees; made once for each of its versions."""
    with translation.override(language):
        return tiles.tally(play.position(match_id=match_id, player=None, perspective="spectator"))


@dataclass(frozen=True, slots=True)
class Leader:
    rank: int | None
    name: str
    points: int


def ladder(game: str) -> tuple[Choice, list[Leader]] | None:
    """The busiest ladder of the game with its leaders; None if there are none yet."""
    row = Ladder.objects.filter(game=game, mode=CLUB, facts__gt=0).order_by("-facts", "ruleset", "speed").first()
    rungs = top(row, limit=LEADERS) if row is not None else []
    leaders = [Leader(rung.rank, rung.name, in_points(rung.value)) for rung in rungs]
    return (Choice(of(row), title(row), row), leaders) if row is not None and leaders else None


def fan(game: Game[Any]) -> Sequence[Any]:
    """A few cards of the game's first kind, different ones each day."""
    return _fan(game.name, languages.current(), timezone.localdate())


@lru_cache(maxsize=KEPT)
def _fan(name: str, language: str, day: date) -> tuple[Any, ...]:
    gallery = get_game(name).gallery(language)
    first = [face for face in gallery if getattr(face, "group", "") == getattr(gallery[0], "group", "")]
    apart = max(len(first) // FAN, 1)
    return tuple(first[(day.toordinal() + n * apart) % len(first)] for n in range(FAN)) if first else ()
