"""A ladder in memory: games go in, lines come out. Both the first rating of a game and any later one use this."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .elo import ks_at_table, rate

SEAT_BITS = 2


class Line(NamedTuple):
    """What a game does to one player. ``key`` is the game's with the seat behind it (``SEAT_BITS``), ``rating`` the key
    of theirs, ``games`` how many they had before, and ``previous`` the key of the line that was theirs before it."""

    key: int
    rating: int
    place: int
    before: int
    after: int
    k: int
    games: int
    previous: int | None


class Standing:
    """Where somebody stands while games are processed; values in thousandths of a point."""

    __slots__ = ("games", "last", "rating", "value")

    def __init__(self, rating: int, value: int, games: int, last: int | None = None) -> None:
        self.rating = rating
        self.value = value
        self.games = games
        self.last = last
        """The key of the last line."""


def play(game: int, players: Sequence[Standing], places: Sequence[int]) -> list[Line]:
    """Rate one game, seat by seat, and move the players."""
    values, games = [player.value for player in players], [player.games for player in players]
    ks = ks_at_table(games)
    lines, key = [], game << SEAT_BITS
    for player, place, before, k, gain, played in zip(
        players, places, values, ks, rate(values, ks, places), games, strict=True
    ):
        player.value = after = before + gain
        player.games = played + 1
        lines.append(_line(Line, (key, player.rating, place, before, after, k, played, player.last)))
        player.last = key
        key += 1
    return lines


_line = tuple.__new__  # a third of the time of Line(...)
