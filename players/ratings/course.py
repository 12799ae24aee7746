"""A ladder in memory: games go in, lines come out. Both the first rating of a game and any later one are this."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .elo import ks_at_table, rate


class Line(NamedTuple):
    """What a game does to one player; ``rating`` is the key of theirs, ``games`` how many they had before."""

    rating: int
    place: int
    before: int
    after: int
    k: int
    games: int


class Standing:
    """Where somebody stands while games are gone through; values in thousandths of a point."""

    __slots__ = ("games", "rating", "value")

    def __init__(self, rating: int, value: int, games: int) -> None:
        self.rating = rating
        self.value = value
        self.games = games


def play(players: Sequence[Standing], places: Sequence[int]) -> list[Line]:
    """Rate one game, seat by seat, and move the players."""
    ks = ks_at_table([player.games for player in players])
    gains = rate([player.value for player in players], ks, places)
    lines = []
    for player, place, k, gain in zip(players, places, ks, gains, strict=True):
        before, games = player.value, player.games
        player.value = after = before + gain
        player.games = games + 1
        lines.append(Line(player.rating, place, before, after, k, games))
    return lines
