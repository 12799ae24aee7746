"""FIDE mode on a ladder: games wait until their rating period ends, and are then rated together. In memory.

Ratings are published in whole points and kept in thousandths like all others; 0 is who is unrated. A period is a month.
Each game is rated against the rating that the opponent had in its period; games with unrated opponents do not count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from . import fide
from .elo import POINT
from .events import Imported, PeriodClosed
from .one_game import SEAT_BITS, Line, Standing

UNRATED = 0
POOLED_MONTHS = 26
"""Results further back are not pooled for a first rating (7.1.4)."""
TOURNAMENT = "tournament:"
YOUNG = 18


class PeriodRow(NamedTuple):
    """What a period did to a player, by the key of their rating: values in thousandths, scores in hundredths. ``k`` is
    0 if there was no rating before it."""

    rating: int
    before: int
    after: int
    games: int
    k: int
    expected: int
    scored: int


@dataclass(slots=True)
class Card:
    """What is known of a player besides the standing. ``counted`` games were rated; ``pool`` are those of players still
    unrated, with their month and event."""

    counted: int = 0
    highest: int = 0
    young_until: int = 0
    waiting: list[tuple[str, fide.Game]] = field(default_factory=list)
    pool: list[tuple[int, str, fide.Game]] = field(default_factory=list)


class Carried(NamedTuple):
    """What of a player goes on when a period has ended: standing and card. In the ``pool`` each game has its month,
    its event, the opponent's rating and the score."""

    value: int
    games: int
    counted: int
    highest: int
    young_until: int
    pool: Sequence[tuple[int, str, int, int]]


class Periods:
    """A ladder in FIDE mode, from its beginning or from the end of a period on."""

    def __init__(self) -> None:
        self._cards: dict[int, Card] = {}

    def carried(self, player: Standing) -> Carried:
        """Standings and cards at the end of a period: nothing is waiting."""
        card = self._cards.get(player.rating) or Card()
        pool = [(month, event, game.opponent, game.score) for month, event, game in card.pool]
        return Carried(player.value, player.games, card.counted, card.highest, card.young_until, pool)

    def go_on(self, player: Standing, carried: Carried) -> None:
        pool = [(month, event, fide.Game(opponent, score)) for month, event, opponent, score in carried.pool]
        card = Card(carried.counted, carried.highest, carried.young_until, pool=pool)
        player.value, player.games, self._cards[player.rating] = carried.value, carried.games, card

    def play(self, game: int, players: Sequence[Standing], places: Sequence[int], source: str) -> list[Line]:
        """Add a duel: nobody moves yet."""
        for player, other, place, against in zip(players, players[::-1], places, places[::-1], strict=True):
            if other.value != UNRATED:
                found = fide.Game(other.value // POINT, 1 + (place < against) - (place > against))
                self._card(player).waiting.append((source if source.startswith(TOURNAMENT) else "", found))
        return waiting_lines(game, players, places)

    def imported(self, player: Standing, entry: Imported) -> None:
        """The imported rating replaces everything that was played before it."""
        player.value = entry.rating * POINT
        player.games = entry.games
        highest = max(entry.rating, entry.highest)
        self._cards[player.rating] = Card(entry.games, highest, entry.young_until)

    def close(self, event: PeriodClosed, standings: Mapping[int, Standing]) -> list[PeriodRow]:
        """Rate the waiting games and move the players, all by the ratings with which the period began."""
        year, month = month_of(event.month)
        rows = [
            self._closed(standings[key], card, year, 12 * year + month)
            for key, card in sorted(self._cards.items())
            if card.waiting
        ]
        for row in rows:
            standings[row.rating].value = row.after
            card = self._cards[row.rating]
            card.highest = max(card.highest, row.after // POINT)
            card.waiting = []
        return rows

    def _closed(self, player: Standing, card: Card, year: int, month: int) -> PeriodRow:
        games = [game for _, game in card.waiting]
        if player.value == UNRATED:
            return self._first(player, card, month)
        own = player.value // POINT
        age = YOUNG if year <= card.young_until else None
        k = fide.k_factor(own, card.counted, highest=card.highest, age=age)
        done = fide.rate(own, k, games)
        card.counted += len(games)
        after = UNRATED if done.rating is None else done.rating * POINT
        return PeriodRow(player.rating, player.value, after, len(games), done.k, done.expected, done.scored)

    def _first(self, player: Standing, card: Card, month: int) -> PeriodRow:
        """Games of one tournament are one event; all other games of a month are one, too."""
        card.pool += [(month, event or f"month {month}", game) for event, game in card.waiting]
        card.pool = [one for one in card.pool if one[0] > month - POOLED_MONTHS]
        events: dict[str, list[fide.Game]] = {}
        for _, event, game in card.pool:
            events.setdefault(event, []).append(game)
        first = fide.first_rating(events.values())
        if first is not None:
            card.counted, card.pool = card.counted + len(card.pool), []
        scored = sum(50 * game.score for _, game in card.waiting)
        return PeriodRow(player.rating, UNRATED, POINT * (first or 0), len(card.waiting), 0, 0, scored)

    def _card(self, player: Standing) -> Card:
        return self._cards.setdefault(player.rating, Card())


def waiting_lines(game: int, players: Sequence[Standing], places: Sequence[int]) -> list[Line]:
    """The lines of a duel that waits for the end of its period. K is known only then."""
    lines, key = [], game << SEAT_BITS
    for seat, (player, place) in enumerate(zip(players, places, strict=True), key):
        lines.append(Line(seat, player.rating, place, player.value, player.value, 0, player.games, player.last))
        player.games += 1
        player.last = seat
    return lines


def month_of(text: str) -> tuple[int, int]:
    """``2026-11`` as year and month."""
    year, _, month = text.partition("-")
    return int(year), int(month)


def months_back(month: str, months: int) -> str:
    """The month this many months earlier."""
    year, number = month_of(month)
    year, number = divmod(12 * year + number - 1 - months, 12)
    return f"{year:04}-{number + 1:02}"
