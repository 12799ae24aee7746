"""How a player stands at one level, from the games begun there, and how players are ordered. No database here.

A game counts once it is over: won, or not. A conceded game is a lost one. A game that was left unfinished counts as
lost as soon as a later one is begun, so that nobody improves by walking away; finished after all, it counts as it ends.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

HANDICAP = 10
"""Games that everybody is counted as having lost beforehand: a few lucky wins do not lead."""
PLACED_FROM = 5
"""Who has fewer games has no place yet."""
SHARE = 10**12
"""Two shares of wins differ by more than 1 / SHARE while nobody has a million games: whole numbers tell them apart."""
_MIDDLE, _MAX_ROUNDS = 5000, 10000


@dataclass(frozen=True, slots=True)
class Game:
    """A game that was begun. ``margin`` (own points less the best automaton's) and ``rounds`` once it is over."""

    match: UUID
    over: bool
    won: bool = False
    margin: int = 0
    rounds: int = 0


@dataclass(frozen=True, slots=True)
class Standing:
    """``fewest_rounds`` of a won game; ``best`` is the game with the best margin, the quickest and first of equals."""

    games: int = 0
    wins: int = 0
    best_margin: int | None = None
    fewest_rounds: int | None = None
    streak: int = 0
    best_streak: int = 0
    best: UUID | None = None


def standing(games: Iterable[Game]) -> Standing:
    """What results from ``games``, in the order in which they were begun. Streaks are wins in that order."""
    begun = list(games)
    counted = begun[:-1] + [game for game in begun[-1:] if game.over]
    finished = [game for game in counted if game.over]
    streak = best_streak = 0
    for game in counted:
        streak = streak + 1 if game.won else 0
        best_streak = max(best_streak, streak)
    best = min(finished, key=lambda game: (-game.margin, game.rounds), default=None)
    return Standing(
        games=len(counted),
        wins=sum(game.won for game in counted),
        best_margin=None if best is None else best.margin,
        fewest_rounds=min((game.rounds for game in counted if game.won), default=None),
        streak=streak,
        best_streak=best_streak,
        best=None if best is None else best.match,
    )


def order_key(standing: Standing) -> str:
    """Digits that sort as players stand, the greatest first; equal keys share a place.

    First the games won divided by the games counted plus ``HANDICAP``, then more wins, the better margin, and the
    fewer rounds.
    """
    share = standing.wins * SHARE // (standing.games + HANDICAP)
    margin = 0 if standing.best_margin is None else _MIDDLE + max(1 - _MIDDLE, min(_MIDDLE - 1, standing.best_margin))
    rounds = 0 if standing.fewest_rounds is None else max(1, _MAX_ROUNDS - standing.fewest_rounds)
    return f"{share:013d}{standing.wins:010d}{margin:04d}{rounds:04d}"
