"""The page of a player on a ladder, and of two against each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from .. import chances, fide, queries
from ..elo import POINT, shown
from ..events import FIDE, LadderKey
from ..models import Correction, Ladder, RatedGame, Rating, RatingChange, RevisedChange
from ..naming import Named, people
from ..one_game import SEAT_BITS
from ..queries import Entry
from ..uncertainty import deviation
from . import sources, words
from .chart import Chart, chart
from .choosing import Choice
from .forecast import percent
from .listing import Place
from .played import Played, Tally, against, best_wins, played, tallied

LINES = 25
"""Of the history on one page."""
OPPONENTS = 50


@dataclass(frozen=True, slots=True)
class Came:
    """What was predicted, by ratings as published before the game, and what came as known now: ``place`` of ``size``, 0
    where only the winner is known. ``chance`` is that to win."""

    chance: str
    place: int
    size: int


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """Points in thousandths of which pages show one decimal. ``known`` is None where the game counts no more, and where
    the line is a correction of another game (``is_correction``). ``kind`` says what moved ratings and is no game."""

    number: int
    game: UUID | None
    is_correction: bool
    before: float
    after: float
    known: float | None
    at: datetime
    """When it was played, or corrected."""
    url: str
    kind: str = ""
    came: Came | None = None
    suspended: bool = False
    """It counts no more as long as an objection to it is open."""
    opponents: tuple[Named, ...] = ()

    @property
    def what(self) -> str:
        return words.measure(self.kind)

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
    """``history`` is the latest first, a ``page`` of ``pages``; ``best`` the highest published rating."""

    person: Named
    rating: int
    provisional: bool
    games: int
    place: Place
    best: int
    chart: Chart | None
    history: list[HistoryLine]
    page: int
    pages: int
    opponents: list[OpponentRow]
    sizes: list[Tally]
    seats: list[Tally]
    wins: list[Win]
    deviation: int = 0
    """How many points the rating is usually off; 0 in FIDE mode."""
    unrated: bool = False


def profile(person: Named, choice: Choice, row: Rating, me: UUID | None, place: Place, page: int = 1) -> Profile:
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
        provisional=row.is_provisional and choice.ladder.mode != FIDE,
        games=row.games,
        place=place,
        best=max((shown(entry.after) for entry in entries), default=shown(row.value)),
        chart=_chart(entries),
        history=_history(row.ladder, entries[::-1][(page - 1) * LINES : page * LINES], me, called),
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
        deviation=0 if choice.ladder.mode == FIDE else deviation(row.games),
        unrated=not row.value,
    )


def _chart(entries: Sequence[Entry]) -> Chart | None:
    """After each published line; the known line stays level if a game no longer counts."""
    if not entries:
        return None
    published = [shown(entries[0].before), *(shown(entry.after) for entry in entries)]
    known, last = [published[0]], published[0]
    for entry in entries:
        last = shown(entry.known) if entry.known is not None else last
        known.append(last)
    moments = [entry.at for entry in entries if entry.at is not None]
    return chart(published, known, [moments[0], *moments])


def _history(
    ladder: Ladder, entries: Sequence[Entry], me: UUID | None, called: Mapping[int, Named]
) -> list[HistoryLine]:
    """``called`` are people whose names are known already, by the keys of their ratings."""
    games = [entry.game for entry in entries if entry.game is not None]
    rows: Mapping[UUID | None, RatedGame] = {row.game: row for row in RatedGame.objects.filter(game__in=games)}
    made = Correction.objects.filter(id__in=[ladder.key(one.number) for one in entries if one.seat is None])
    moments = {ladder.number(key): at for key, at in made.values_list("id", "at")}
    links = sources.links((row.source for row in rows.values()), me)
    tables = _tables(rows.values())
    came, met = _came(ladder, entries, rows, tables), _met(entries, rows, tables, called)
    return [
        HistoryLine(
            entry.number,
            entry.game,
            entry.seat is None,
            entry.before / POINT,
            entry.after / POINT,
            None if entry.known is None else entry.known / POINT,
            moments[entry.number] if entry.seat is None else rows[entry.game].played_at,
            links.get(rows[entry.game].source, "") if entry.game else "",
            "" if entry.game else entry.kind,
            came.get(entry.number),
            entry.game is not None and rows[entry.game].suspended,
            met.get(entry.number, ()),
        )
        for entry in entries
    ]


Tables = Mapping[int, Sequence[RatingChange]]
"""The published lines of games, by their keys, seat by seat."""


def _tables(rows: Iterable[RatedGame]) -> Tables:
    tables: dict[int, list[RatingChange]] = defaultdict(list)
    for line in RatingChange.objects.filter(id__in=_seats_of(rows)).order_by("id"):
        tables[line.game_key].append(line)
    return tables


def _seats_of(rows: Iterable[RatedGame]) -> list[int]:
    """The keys of all lines that these games can have."""
    return [row.pk << SEAT_BITS | seat for row in rows for seat in range(1 << SEAT_BITS)]


def _met(
    entries: Sequence[Entry], rows: Mapping[UUID | None, RatedGame], tables: Tables, called: Mapping[int, Named]
) -> Mapping[int, tuple[Named, ...]]:
    """The opponents, as the game was published, by its number."""
    games = {entry.number: entry for entry in entries if entry.seat is not None and entry.game is not None}
    met = {
        number: [line.rating_id for line in tables.get(rows[entry.game].pk, ()) if line.seat != entry.seat]
        for number, entry in games.items()
    }
    others = {key for keys in met.values() for key in keys} - called.keys()
    if others:  # who has been corrected away since
        whos = dict(Rating.objects.filter(id__in=others).values_list("id", "who"))
        named = people(whos.values())
        called = {**called, **{key: named[who] for key, who in whos.items()}}
    return {number: tuple(called[key] for key in keys if key in called) for number, keys in met.items()}


def _came(
    ladder: Ladder, entries: Sequence[Entry], rows: Mapping[UUID | None, RatedGame], tables: Tables
) -> Mapping[int, Came]:
    """By the numbers of the games. Empty in FIDE mode, where whole periods are predicted."""
    if ladder.mode == FIDE:
        return {}
    revised = RevisedChange.objects.filter(id__in=_seats_of(rows.values())).in_bulk()
    found = {}
    for entry in entries:
        if entry.seat is not None and entry.game is not None and not rows[entry.game].annulled:
            table = tables[rows[entry.game].pk]
            own = table[entry.seat]
            chance = chances.nearly([line.before for line in table])[entry.seat][0]
            found[entry.number] = Came(percent(chance), revised.get(own.pk, own).place, len(table))
    return found


# --- head to head -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Meeting:
    """A game of both players. ``place`` and ``score`` are the first player's."""

    game: UUID
    played_at: datetime
    size: int
    place: int
    score: float | None
    url: str


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """``chance`` is the first one's to come before the other, in percent, as they stand now; in FIDE mode what they are
    expected to score (8.1.2), and None where one of them is unrated, whose rating is 0."""

    one: Named
    two: Named
    ratings: tuple[int, int]
    chance: int | None
    won: int
    tied: int
    lost: int
    meetings: list[Meeting]


def head_to_head(one: Named, two: Named, rows: tuple[Rating, Rating], me: UUID | None) -> HeadToHead:
    both = [(game, met) for game in played(rows[0]) for met in game.met if met.rating == rows[1].pk]
    links = sources.links((game.row.source for game, _ in both), me)
    scores = [met.score for _, met in both]
    ratings = shown(rows[0].value), shown(rows[1].value)
    return HeadToHead(
        one,
        two,
        ratings,
        _expected(ratings) if rows[0].ladder.mode == FIDE else _chance(rows),
        scores.count(1.0),
        scores.count(0.5),
        scores.count(0.0),
        [_meeting(game, score, links) for (game, _), score in zip(both, scores, strict=True)][::-1],
    )


def _chance(rows: tuple[Rating, Rating]) -> int:
    return round(100 * chances.of_places([row.value for row in rows])[0][0])


def _expected(ratings: tuple[int, int]) -> int | None:
    return fide.expected(*ratings) if all(ratings) else None


def _meeting(game: Played, score: float | None, links: Mapping[str, str]) -> Meeting:
    url = links.get(game.row.source, "")
    return Meeting(game.game, game.row.played_at, game.size, game.place, score, url)
