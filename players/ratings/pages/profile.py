"""The page of somebody on a ladder, and of two against each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from .. import chances, queries
from ..elo import POINT, shown
from ..events import LadderKey
from ..models import Correction, Ladder, RatedGame, Rating
from ..naming import Named, people
from ..queries import Entry
from . import sources
from .chart import Chart, chart
from .choosing import Choice
from .played import Played, Tally, against, best_wins, played, tallied

LINES = 25
"""Of the history on one page."""
OPPONENTS = 50


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """Points in thousandths of which pages show one decimal. ``known`` is None where the game counts no more, and where
    the line is a correction of another game (``is_correction``)."""

    number: int
    game: UUID
    is_correction: bool
    before: float
    after: float
    known: float | None
    at: datetime
    """When it was played, or corrected."""
    url: str

    @property
    def change(self) -> float:
        return self.after - self.before

    @property
    def differs(self) -> bool:
        return not self.is_correction and self.known != self.after


@dataclass(frozen=True, slots=True)
class OpponentRow:
    person: Named
    games: int
    won: int
    tied: int
    lost: int
    score: float


@dataclass(frozen=True, slots=True)
class Win:
    person: Named
    rating: int
    game: UUID
    played_at: datetime


@dataclass(frozen=True, slots=True)
class Profile:
    """``history`` is the latest first, a ``page`` of ``pages``; ``best`` the highest rating that was published."""

    person: Named
    rating: int
    provisional: bool
    games: int
    rank: int | None
    best: int
    chart: Chart | None
    history: list[HistoryLine]
    page: int
    pages: int
    opponents: list[OpponentRow]
    sizes: list[Tally]
    seats: list[Tally]
    wins: list[Win]


def profile(person: Named, choice: Choice, row: Rating, me: UUID | None, rank: int | None, page: int = 1) -> Profile:
    key = LadderKey(choice.ladder.game, choice.ladder.ruleset, choice.ladder.speed, choice.ladder.mode)
    entries = queries.history(key, person.who)
    games = played(row)
    pages = max(1, -(-len(entries) // LINES))
    page = min(max(page, 1), pages)
    rows = Rating.objects.in_bulk({one.rating for game in games for one in game.met})
    named = people(rating.who for rating in rows.values())
    called = {pk: named[rating.who] for pk, rating in rows.items()}
    return Profile(
        person=person,
        rating=shown(row.value),
        provisional=row.is_provisional,
        games=row.games,
        rank=rank,
        best=max((shown(entry.after) for entry in entries), default=shown(row.value)),
        chart=_chart(entries),
        history=_history(entries[::-1][(page - 1) * LINES : page * LINES], me),
        page=page,
        pages=pages,
        opponents=[
            OpponentRow(called[one.rating], one.games, one.won, one.tied, one.lost, one.score)
            for one in against(games)[:OPPONENTS]
        ],
        sizes=tallied(games, lambda game: game.size),
        seats=tallied(games, lambda game: game.seat + 1),
        wins=[
            Win(called[one.rating], shown(one.value), game.game, game.row.played_at) for game, one in best_wins(games)
        ],
    )


def _chart(entries: Sequence[Entry]) -> Chart | None:
    """After each published line; the known line keeps its height where a game counts no more."""
    if not entries:
        return None
    published = [shown(entries[0].before), *(shown(entry.after) for entry in entries)]
    known, last = [published[0]], published[0]
    for entry in entries:
        last = shown(entry.known) if entry.known is not None else last
        known.append(last)
    return chart(published, known)


def _history(entries: Sequence[Entry], me: UUID | None) -> list[HistoryLine]:
    rows: Mapping[UUID, RatedGame] = {
        row.game: row
        for row in RatedGame.objects.select_related("ladder").filter(game__in=[entry.game for entry in entries])
    }
    corrected = _moments(entries, rows)
    links = sources.links((row.source for row in rows.values()), me)
    return [
        HistoryLine(
            entry.number,
            entry.game,
            entry.seat is None,
            entry.before / POINT,
            entry.after / POINT,
            None if entry.known is None else entry.known / POINT,
            corrected.get(entry.number, rows[entry.game].played_at),
            links.get(rows[entry.game].source, ""),
        )
        for entry in entries
    ]


def _moments(entries: Sequence[Entry], rows: Mapping[UUID, RatedGame]) -> Mapping[int, datetime]:
    """When the corrections among the entries were made, by their numbers."""
    keys = [rows[one.game].ladder.key(one.number) for one in entries if one.seat is None]
    made = Correction.objects.filter(id__in=keys).values_list("id", "at")
    return {Ladder.number(key): at for key, at in made}


# --- head to head -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Meeting:
    """A game of both. ``place`` and ``score`` are the first one's."""

    game: UUID
    played_at: datetime
    size: int
    place: int
    score: float | None
    url: str


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """``chance`` is the first one's to come before the other, in percent, as they stand now."""

    one: Named
    two: Named
    ratings: tuple[int, int]
    chance: int
    won: int
    tied: int
    lost: int
    meetings: list[Meeting]


def head_to_head(one: Named, two: Named, rows: tuple[Rating, Rating], me: UUID | None) -> HeadToHead:
    both = [(game, met) for game in played(rows[0]) for met in game.met if met.rating == rows[1].pk]
    links = sources.links((game.row.source for game, _ in both), me)
    scores = [met.score for _, met in both]
    chance = chances.of_places([row.value for row in rows])
    return HeadToHead(
        one,
        two,
        (shown(rows[0].value), shown(rows[1].value)),
        round(100 * chance[0][0]),
        scores.count(1.0),
        scores.count(0.5),
        scores.count(0.0),
        [_meeting(game, score, links) for (game, _), score in zip(both, scores, strict=True)][::-1],
    )


def _meeting(game: Played, score: float | None, links: Mapping[str, str]) -> Meeting:
    url = links.get(game.row.source, "")
    return Meeting(game.game, game.row.played_at, game.size, game.place, score, url)
