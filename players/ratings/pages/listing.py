"""A ladder as a page shows it: standings, changes within a week, and tables of one size."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import connection
from django.db.models import Min, Q, QuerySet

from ...models import Player
from ..elo import PROVISIONAL, shown
from ..events import FIDE
from ..models import NUMBER_BITS, Adjustment, Correction, Ladder, RatedGame, Rating, RatingChange, RevisedChange
from ..naming import Named, people
from ..one_game import SEAT_BITS
from ..outcome import player_of

WEEK = timedelta(days=7)
PAGE = 100
MAX_SEATS = 1 << SEAT_BITS
SIZES = (2, 3, 4)
PERIODS = {"": None, "7": timedelta(days=7), "30": timedelta(days=30), "365": timedelta(days=365)}
"""By what an address says: who has played within it is listed."""


class Stood(NamedTuple):
    value: int
    games: int


@dataclass(frozen=True, slots=True)
class Row:
    """``rank`` is None for the provisional; ``climbed`` is None without a rank now or a week ago."""

    rank: int | None
    climbed: int | None
    person: Named
    rating: int
    change: int
    """Points since a week ago."""
    games: int
    mine: bool
    here: AtSize | None = None
    """At tables of the size that is asked for."""

    @property
    def is_new(self) -> bool:
        return self.rank is not None and self.climbed is None

    @property
    def fallen(self) -> int:
        return -(self.climbed or 0)


@dataclass(frozen=True, slots=True)
class Finish:
    """How somebody finished a season: ``change`` in points, and ``games``, within it."""

    rank: int | None
    person: Named
    rating: int
    change: int
    games: int


@dataclass(frozen=True, slots=True)
class Shown:
    """A page of the ladder: players with a rank, then all the provisional. ``listed`` counts everybody."""

    ranked: list[Row]
    provisional: list[Row]
    listed: int
    page: int
    pages: int


def ladder(
    row: Ladder,
    *,
    now: datetime,
    me: str = "",
    period: str = "",
    bots: bool = True,
    page: int = 1,
    only: Collection[str] | None = None,
    size: int = 0,
    names: Collection[str] = (),
) -> Shown:
    """Guests and erased people are not listed, and have no rank; but those of ``names`` (the roster of a club).

    ``only`` these (a club, a league); with ``size`` those who have played at tables of so many. Ranks are among those
    who are listed.
    """
    listed = _listed(_standing_on(row), bots=bots, names=names)
    if only is not None:
        listed = [rating for rating in listed if rating.who in only]
    sized = at_tables_of(row, size) if size else {}
    if size:
        listed = [rating for rating in listed if rating.pk in sized]
    if (length := PERIODS.get(period)) is not None:
        active = _active(row, now - length)
        listed = [rating for rating in listed if rating.pk in active]
    before = _stood(row, now - WEEK)
    old = _ranks(row, {rating.pk: before.get(rating.pk, Stood(rating.value, rating.games)) for rating in listed})
    new = _ranks(row, {rating.pk: Stood(rating.value, rating.games) for rating in listed})
    order = sorted(listed, key=lambda rating: rating.pk not in new)  # those with a rank first, each part as it was
    pages = max(1, -(-len(order) // PAGE))
    page = min(max(page, 1), pages)
    here = order[(page - 1) * PAGE : page * PAGE]
    named = people(rating.who for rating in here)
    rows = [_row(rating, named[rating.who], new, old, before, me, sized.get(rating.pk)) for rating in here]
    ranked, provisional = ([row for row in rows if (row.rank is None) is part] for part in (False, True))
    return Shown(ranked, provisional, len(listed), page, pages)


@dataclass(frozen=True, slots=True)
class Place:
    """Somebody's place among the ``ranked``, who all have a rank; ``ahead``: of how many per cent of the others. Both
    are None for the provisional and the unlisted, ``ahead`` also where nobody else has a rank."""

    rank: int | None = None
    ahead: int | None = None
    ranked: int = 0


def place_of(row: Ladder, who: str) -> Place:
    """Among all who are listed, bots too."""
    listed = _listed(_standing_on(row), bots=True)
    ranks = _ranks(row, {rating.pk: Stood(rating.value, rating.games) for rating in listed})
    rank = next((ranks.get(rating.pk) for rating in listed if rating.who == who), None)
    if rank is None:
        return Place(ranked=len(ranks))
    behind, others = sum(other > rank for other in ranks.values()), len(ranks) - 1
    return Place(rank, 100 * behind // others if others else None, len(ranks))


def _listed(ratings: QuerySet[Rating], *, bots: bool, names: Collection[str] = ()) -> list[Rating]:
    """The best first; people with an account, those of ``names``, and bots if asked for."""
    found = list(ratings.order_by("-value", "who"))
    ids = {rating.pk: player_of(rating.who) for rating in found}
    known = Player.objects.filter(username__isnull=False, erased_at__isnull=True)
    accounts = set(known.filter(id__in=[id_ for id_ in ids.values() if id_]).values_list("id", flat=True))
    return [
        rating
        for rating in found
        if (bots if ids[rating.pk] is None else ids[rating.pk] in accounts or rating.who in names)
    ]


def _row(
    rating: Rating,
    one: Named,
    new: Mapping[int, int],
    old: Mapping[int, int],
    before: Mapping[int, Stood],
    me: str,
    sized: AtSize | None,
) -> Row:
    rank, was = new.get(rating.pk), old.get(rating.pk)
    climbed = None if rank is None or was is None else was - rank
    change = shown(rating.value) - shown(before[rating.pk].value if rating.pk in before else rating.value)
    return Row(rank, climbed, one, shown(rating.value), change, rating.games, rating.who == me, sized)


def _standing_on(row: Ladder) -> QuerySet[Rating]:
    """Those who have played; in FIDE mode, those who are rated."""
    rows = Rating.objects.filter(ladder=row)
    return rows.filter(value__gt=0) if row.mode == FIDE else rows.filter(games__gt=0)


def _ranks(row: Ladder, standing: Mapping[int, Stood]) -> dict[int, int]:
    """The rank by rating among those who are not provisional; shared by those whose shown ratings are equal."""
    least = 0 if row.mode == FIDE else PROVISIONAL
    values = {key: shown(stood.value) for key, stood in standing.items() if stood.value and stood.games >= least}
    order = sorted(values, key=lambda key: -values[key])
    ranks: dict[int, int] = {}
    for place, key in enumerate(order, 1):
        above = order[place - 2]
        ranks[key] = ranks[above] if place > 1 and values[above] == values[key] else place
    return ranks


# --- as it was --------------------------------------------------------------------------------------------


def _stood(row: Ladder, moment: datetime) -> Mapping[int, Stood]:
    """The former ratings, as published then, of those who have moved since; the others have not moved."""
    first = _first_since(row, moment)
    if first is None:
        return {}
    lines = RatingChange.objects.filter(id__gte=row.key(first) << SEAT_BITS, id__lt=_end(row))
    earliest = lines.values("rating").annotate(first=Min("id")).values_list("first", flat=True)
    stood = {
        line.rating_id: (Ladder.number(line.game_key), Stood(line.before, line.games))
        for line in RatingChange.objects.filter(id__in=list(earliest))
    }
    moves = Adjustment.objects.filter(correction_id__gte=row.key(first), correction_id__lt=row.pk + 1 << NUMBER_BITS)
    for move in moves.select_related("rating").order_by("-correction_id"):
        number = Ladder.number(move.correction_id)
        games = stood[move.rating_id][1].games if move.rating_id in stood else move.rating.games
        if move.rating_id not in stood or number < stood[move.rating_id][0]:
            stood[move.rating_id] = number, Stood(move.before, games)
    return {key: was for key, (_, was) in stood.items()}


def _first_since(row: Ladder, moment: datetime) -> int | None:
    """The number of the first fact since then."""
    games = RatedGame.objects.filter(ladder=row, played_at__gte=moment).aggregate(first=Min("number"))["first"]
    in_ladder = Q(id__gte=row.key(0), id__lt=row.pk + 1 << NUMBER_BITS)
    made = Correction.objects.filter(in_ladder, at__gte=moment).aggregate(first=Min("id"))["first"]
    numbers = [games, None if made is None else Ladder.number(made)]
    return min((number for number in numbers if number is not None), default=None)


def _active(row: Ladder, moment: datetime) -> set[int]:
    """The ratings of those who have played since then."""
    games = RatedGame.objects.filter(ladder=row, played_at__gte=moment).aggregate(first=Min("number"))["first"]
    if games is None:
        return set()
    lines = RatingChange.objects.filter(id__gte=row.key(games) << SEAT_BITS, id__lt=_end(row))
    return set(lines.values_list("rating", flat=True).distinct())


def _end(row: Ladder) -> int:
    return (row.pk + 1) << NUMBER_BITS + SEAT_BITS


def standings_between(row: Ladder, begin: datetime, end: datetime) -> list[Finish]:
    """Those who played between the two, by their ratings at the end as published then; the provisional behind the
    others. People without an account are not listed."""
    listed = _listed(_standing_on(row), bots=True)
    now = {rating.pk: Stood(rating.value, rating.games) for rating in listed}
    before, after = ({**now, **_stood(row, moment)} for moment in (begin, end))
    played = {key: after[key] for key in now if after[key].games > before[key].games}
    ranks = _ranks(row, played)
    named = people(rating.who for rating in listed if rating.pk in played)
    rows = [
        Finish(
            ranks.get(rating.pk),
            named[rating.who],
            shown(after[rating.pk].value),
            shown(after[rating.pk].value) - shown(before[rating.pk].value),
            after[rating.pk].games - before[rating.pk].games,
        )
        for rating in listed
        if rating.pk in played
    ]
    return sorted(rows, key=lambda one: (one.rank is None, one.rank or 0, -one.rating, one.person.name))


# --- tables of one size ------------------------------------------------------------------------------------


class AtSize(NamedTuple):
    """Results at tables of one size; ``first``: alone or tied."""

    games: int
    first: int


def at_tables_of(row: Ladder, size: int) -> Mapping[int, AtSize]:
    """By the keys of ratings, as known now. A game has ``size`` players if it has a line for the last of these seats
    and none for the next."""
    name = connection.ops.quote_name
    change, revised, game = (name(model._meta.db_table) for model in (RatingChange, RevisedChange, RatedGame))
    none_further = f"AND NOT EXISTS (SELECT 1 FROM {change} WHERE id = game.id * {MAX_SEATS} + %s)"  # noqa: S608
    query = f"""
        SELECT COALESCE(now.rating_id, line.rating_id) AS who, COUNT(*),
            SUM(CASE WHEN COALESCE(now.place, line.place) = 1 THEN 1 ELSE 0 END)
        FROM {game} AS game JOIN {change} AS line ON line.id >= game.id * {MAX_SEATS}
            AND line.id < game.id * {MAX_SEATS} + %s
        LEFT JOIN {revised} AS now ON now.id = line.id
        WHERE game.id >= %s AND game.id < %s AND NOT game.annulled
            AND EXISTS (SELECT 1 FROM {change} WHERE id = game.id * {MAX_SEATS} + %s)
            {none_further if size < MAX_SEATS else ""}
        GROUP BY who
    """  # noqa: S608
    values = [size, row.pk << NUMBER_BITS, row.pk + 1 << NUMBER_BITS, size - 1]
    with connection.cursor() as cursor:
        cursor.execute(query, values + ([size] if size < MAX_SEATS else []))
        return {rating: AtSize(int(games), int(first)) for rating, games, first in cursor.fetchall()}
