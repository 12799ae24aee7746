"""A ladder in memory, from its first fact or from the end of a rating period on: games, and what moves ratings beside
them. No database here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, assert_never

from .elo import POINT, START
from .events import FIDE, Measure, PeriodClosed, RatingsDecayed, RatingsImported, SeasonBegun
from .one_game import SEAT_BITS, Line, Standing, play
from .periods import UNRATED, Carried, PeriodRow, Periods


class Played(NamedTuple):
    """A game that counts: its key, who sat there (keys of ratings), their places, and where it was played."""

    key: int
    seats: Sequence[int]
    places: Sequence[int]
    source: str


class Taken(NamedTuple):
    """A measure with its key."""

    key: int
    event: Measure


Item = Played | Taken
Everybody = Mapping[str, Carried]
"""By who they are."""
NOBODY: Everybody = MappingProxyType({})


def start_of(mode: str) -> int:
    """The rating with which everybody begins; in FIDE mode they are unrated."""
    return UNRATED if mode == FIDE else START


class Replay:
    """``standings`` by the keys of ratings, ``lines`` of all games, and ``periods`` by the key of what closed them;
    with what went on from there, ``ends``."""

    def __init__(self, mode: str, ratings: Mapping[str, int], begun: Everybody = NOBODY) -> None:
        """``ratings`` are the keys by player. ``begun``: what was carried over from the period before."""
        self.lines: list[Line] = []
        self.standings: dict[int, Standing] = {}
        self.periods: dict[int, list[PeriodRow]] = {}
        self.ends: dict[int, Everybody] = {}
        self._fide = mode == FIDE
        self._start = start_of(mode)
        self._ratings = ratings
        self._periods = Periods()
        self._seen: dict[int, int] = {}
        """The key of the last fact in which somebody did something, where that was no game."""
        for who, carried in begun.items():
            self._periods.go_on(self._standing(ratings[who]), carried)

    def take(self, items: Iterable[Item]) -> None:
        """Take these, in the order of their keys."""
        for item in items:
            if isinstance(item, Taken):
                self.measure(*item)
                continue
            players = [self._standing(rating) for rating in item.seats]
            if self._fide:
                self.lines += self._periods.play(item.key, players, item.places, item.source)
            else:
                self.lines += play(item.key, players, item.places)

    def measure(self, key: int, event: Measure) -> None:
        match event:
            case RatingsImported():
                self._imported(key, event)
            case SeasonBegun():
                for player in self.standings.values():
                    player.value = drawn_in(player.value, event.keep)
            case RatingsDecayed():
                self._decayed(event, key)
            case PeriodClosed():
                self.periods[key] = self._periods.close(event, self.standings)
                whos = {rating: who for who, rating in self._ratings.items()}
                self.ends[key] = {whos[one]: self._periods.carried(now) for one, now in self.standings.items()}
            case _:
                assert_never(event)

    def _imported(self, key: int, event: RatingsImported) -> None:
        for entry in event.entries:
            player = self._standing(self._ratings[entry.who])
            self._seen[player.rating] = key
            if self._fide:
                self._periods.imported(player, entry)
            else:
                player.value, player.games = entry.rating * POINT, entry.games

    def _decayed(self, event: RatingsDecayed, key: int) -> None:
        since = key - event.number + event.since
        for player in self.standings.values():
            played = 0 if player.last is None else player.last >> SEAT_BITS
            if player.value > START and max(played, self._seen.get(player.rating, 0)) < since:
                player.value = max(START, player.value - event.points * POINT)

    def _standing(self, rating: int) -> Standing:
        player = self.standings.get(rating)
        if player is None:
            player = self.standings[rating] = Standing(rating, self._start, 0)
        return player


def drawn_in(value: int, keep: int) -> int:
    """A rating after a new season: this many hundredths of its distance from the start, halves away from it."""
    apart = value - START
    kept = (2 * abs(apart) * keep + 100) // 200
    return START + kept if apart >= 0 else START - kept
