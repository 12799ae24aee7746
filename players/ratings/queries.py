"""Everything that is read about ratings. Values are thousandths of a point, ``elo.shown`` makes them whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import connection
from django.db.models import Q

from . import chances, elo
from .course import Line
from .errors import RatingRefused
from .events import LadderKey
from .models import Adjustment, Ladder, RatedGame, Rating, RatingChange, RevisedChange
from .outcome import BOT, check_seats, places_of
from .readmodels import ratings_of
from .rerating import known_lines, published_lines, rerate
from .services import check_correction

LONGEST = 500
ALL = 2**31


@dataclass(frozen=True, slots=True)
class Rung:
    """A row of a ladder. ``rank`` counts those who are not provisional, and is None for the others."""

    rank: int | None
    who: str
    is_bot: bool
    value: int
    games: int
    provisional: bool


@dataclass(frozen=True, slots=True)
class Opponent:
    who: str
    value: int
    place: int


@dataclass(frozen=True, slots=True)
class Change:
    """Why a game moved a player: K times the score less what was expected, shared among the opponents.

    ``expected`` and ``scored`` in millionths: duels with the opponents, or the win where only the winner is known.
    """

    who: str
    place: int
    opponents: tuple[Opponent, ...]
    expected: int
    scored: int
    k: int
    before: int
    after: int
    games: int


@dataclass(frozen=True, slots=True)
class Explained:
    """One seat of a game: as it was published, and as it is known now (None once the game is annulled)."""

    game: UUID
    number: int
    played_at: datetime
    corrected_by: int | None
    published: Change
    known: Change | None


@dataclass(frozen=True, slots=True)
class Entry:
    """A line in somebody's history: what a game did (``seat`` is theirs), or a correction of another game.

    ``before`` and ``after`` are as published; ``known`` is the rating after the game as known now, None where the game
    does not count for them any more, or where the line is a correction.
    """

    number: int
    game: UUID
    seat: int | None
    before: int
    after: int
    known: int | None


@dataclass(frozen=True, slots=True)
class Moved:
    """What a correction does to somebody's rating."""

    who: str
    before: int
    after: int


def ladder(key: LadderKey, *, bots: bool = True, limit: int = LONGEST) -> list[Rung]:
    """The best first, the provisional among them without a rank; bots are ranked with everybody."""
    rows = Rating.objects.filter(_of(key), games__gt=0).order_by("-value", "who")
    if not bots:
        rows = rows.exclude(who__startswith=BOT)
    rungs, rank = [], 0
    for row in rows[:limit]:
        rank += not row.is_provisional
        place = None if row.is_provisional else rank
        rungs.append(Rung(place, row.who, row.is_bot, row.value, row.games, row.is_provisional))
    return rungs


def rating(key: LadderKey, who: str) -> Rung:
    """Where somebody stands, without a rank; at the start where they have not played."""
    row = Rating.objects.filter(_of(key), who=who).first() or Rating(who=who)
    return Rung(None, who, row.is_bot, row.value, row.games, row.is_provisional)


def ratings(key: LadderKey, whos: Iterable[str]) -> Mapping[str, int]:
    """The values of those of ``whos`` who have played."""
    rows = Rating.objects.filter(_of(key), who__in=set(whos), games__gt=0)
    return dict(rows.values_list("who", "value"))


def chances_of(key: LadderKey, seats: Sequence[str]) -> chances.Chances:
    """The chance of each place for each seat, before they play. Raises RatingRefused."""
    check_seats(seats)
    return chances.of_places([rating(key, who).value for who in seats])


def history(key: LadderKey, who: str) -> list[Entry]:
    """All that ever moved this player, in the order in which it was published."""
    row = Rating.objects.filter(_of(key), who=who).first()
    if row is None:
        return []
    entries = [*_played(row), *_adjusted(row)]
    return sorted(entries, key=lambda entry: entry.number)


def explain(game: UUID) -> list[Explained]:
    """Seat by seat. Raises RatingRefused (unknown_game)."""
    rated = _rated(game)
    then = _changes(published_lines(rated))
    now: Sequence[Change | None] = _changes(known_lines(rated)) or [None] * len(then)
    place = (rated.game, rated.number, rated.played_at, rated.corrected_by)
    return [Explained(*place, one, two) for one, two in zip(then, now, strict=True)]


def preview(
    *, game: UUID, seats: Sequence[str] = (), places: Sequence[int] = (), winner: int | None = None
) -> list[Moved]:
    """What a correction would do to the ladder as it stands; without ``seats``, what annulling would. Stores nothing.

    The largest change first. Raises RatingRefused as ``services.correct`` and ``services.annul`` do.
    """
    rated = _rated(game)
    if seats:
        check_seats(seats)
        result = places_of(len(seats), places, winner)
        check_correction(rated, seats, result)
    elif rated.annulled:
        raise RatingRefused("game_annulled", game=game)
    else:
        result = ()
    found = ratings_of(rated.ladder, seats, create=False)
    done = rerate(rated.ladder, rated, [found[who] for who in seats], result)
    rows = Rating.objects.in_bulk(list(done.standings)) | {row.pk: row for row in found.values()}
    moved = [Moved(rows[key].who, rows[key].value, now.value) for key, now in done.standings.items()]
    moved = [move for move in moved if move.before != move.after]
    return sorted(moved, key=lambda move: (-abs(move.after - move.before), move.who))


def _of(key: LadderKey) -> Q:
    return Q(ladder__game=key.game, ladder__ruleset=key.ruleset, ladder__speed=key.speed, ladder__mode=key.mode)


def _rated(game: UUID) -> RatedGame:
    rated = RatedGame.objects.select_related("ladder").filter(game=game).first()
    if rated is None:
        raise RatingRefused("unknown_game", game=game)
    return rated


def _changes(lines: Sequence[Line]) -> list[Change]:
    whos = Rating.objects.in_bulk([line.rating for line in lines])
    values, places = [line.before for line in lines], [line.place for line in lines]
    table = [Opponent(whos[line.rating].who, line.before, line.place) for line in lines]
    why = zip(lines, table, elo.expected(values, places), elo.scored(places), strict=True) if lines else ()
    return [
        Change(
            *(own.who, own.place, tuple(other for other in table if other is not own), want, got),
            *(line.k, line.before, line.after, line.games),
        )
        for line, own, want, got in why
    ]


def _played(row: Rating) -> Iterator[Entry]:
    """Games that were published for this player. ``known`` follows the player, not the seat."""
    published = published_of(row)
    games = RatedGame.objects.in_bulk([line.game_key for line in published])
    revised = RevisedChange.objects.filter(id__in=[line.pk for line in published]).in_bulk()
    for line in published:
        game, now = games[line.game_key], revised.get(line.pk, line)
        known = None if game.annulled or now.rating_id != row.pk else now.after
        yield Entry(game.number, game.game, line.seat, line.before, line.after, known)


def published_of(row: Rating, latest: int | None = None) -> list[RatingChange]:
    """Every line that was published of somebody, or the latest ones, in their order."""
    table = connection.ops.quote_name(RatingChange._meta.db_table)
    query = f"""
        WITH RECURSIVE line AS (
            SELECT * FROM {table} WHERE id = %s
            UNION ALL
            SELECT earlier.* FROM {table} AS earlier JOIN line ON earlier.id = line.previous
        )
        SELECT * FROM line LIMIT %s
    """  # noqa: S608
    return sorted(RatingChange.objects.raw(query, [row.line, latest or ALL]), key=lambda line: line.pk)


def _adjusted(row: Rating) -> Iterator[Entry]:
    for made in Adjustment.objects.filter(rating=row).select_related("correction__rated"):
        yield Entry(Ladder.number(made.correction_id), made.correction.rated.game, None, made.before, made.after, None)
