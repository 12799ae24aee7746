"""What follows for a ladder when one of its games was recorded wrongly: everything after it is rated again.

Where only games follow, that begins with the first game that changes. Behind it may stand what moves ratings beside
games (a season, an import): then the whole ladder is replayed from what is known now. In FIDE mode it goes on from the
last rating period that had ended before the change.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple
from uuid import UUID

from django.db.models import QuerySet

from ledger import bulk

from .events import FIDE, KINDS, MEASURES, Measure
from .models import NUMBER_BITS, Correction, Ladder, PeriodEnd, RatedGame, Rating, RatingChange, RevisedChange
from .one_game import SEAT_BITS, Line, Standing, play
from .periods import Carried
from .replaying import NOBODY, Everybody, Item, Played, Replay, Taken, start_of

COLUMNS = ("id", "rating_id", "place", "before", "after", "k", "games")
"""Of a line as known now; one as published has what was published before, too."""
NO_SOURCES: Mapping[int, str] = MappingProxyType({})
AT_ONCE = 200
"""Games whose lines are asked for together."""
MEASURE_KINDS = frozenset({"ratings_imported", "season_begun", "ratings_decayed", "period_closed"})


class Changed(NamedTuple):
    """These players had these places in the game with this key; nobody, if it does not count."""

    key: int
    who: Sequence[Rating]
    places: Sequence[int]
    source: str = ""


@dataclass(frozen=True, slots=True)
class Rerated:
    """``revised`` are all lines from ``first`` on that are not as published; ``standings`` those that come out, by the
    keys of the ratings; ``ends`` those of the rating periods on the way."""

    first: int
    revised: Sequence[Line]
    standings: Mapping[int, Standing]
    ends: Mapping[int, Everybody] = field(default_factory=dict)


Tables = dict[int, list[tuple[int, int]]]
"""By the key of the game: the keys of the ratings and the places, seat by seat."""


@dataclass(slots=True)
class _Later:
    """The lines of a ladder from one game on: as published, and as known before this correction."""

    published: dict[int, Line] = field(default_factory=dict)
    known: dict[int, list[Line]] = field(default_factory=lambda: defaultdict(list))

    def tables(self) -> Tables:
        return {key: [(line.rating, line.place) for line in lines] for key, lines in self.known.items()}


def rerate(ladder: Ladder, changes: Sequence[Changed]) -> Rerated:
    """Rate again as if these games had gone so. A new game has the key that it would get. Writes nothing."""
    first = min(change.key for change in changes)
    if ladder.mode == FIDE or _measures(ladder).filter(id__gt=first).exists():
        return _replayed(ladder, first, changes)
    later = _later(ladder, first, _end(ladder))
    standings: dict[int, Standing] = {}
    for lines in later.known.values():
        for line in lines:
            if line.rating not in standings:
                standings[line.rating] = Standing(line.rating, line.before, line.games)
    for change in changes:
        for rating in change.who:
            standings.setdefault(rating.pk, Standing(rating.pk, rating.value, rating.games))
    table = _changed(later.tables(), changes)
    lines = []
    for key in sorted(table):
        seats = table[key]
        lines += play(key, [standings[rating] for rating, _ in seats], [place for _, place in seats])
    return Rerated(first, _revised(lines, later.published, first), standings)


def takeovers(ladder: Ladder, games: Collection[UUID], origin: Rating, target: Rating) -> list[Changed]:
    """What becomes of these games, as far as they count, if ``target`` sat there instead of ``origin``."""
    rows = {row.pk: row for row in RatedGame.objects.filter(ladder=ladder, game__in=games, annulled=False)}
    tables: dict[int, dict[int, Line]] = defaultdict(dict)
    for model in (RatingChange, RevisedChange):
        keys = sorted(rows)
        for at in range(0, len(keys), AT_ONCE):
            lines = [key << SEAT_BITS | seat for key in keys[at : at + AT_ONCE] for seat in range(1 << SEAT_BITS)]
            for row in model._default_manager.filter(id__in=lines).order_by("id").values_list(*COLUMNS):
                tables[row[0] >> SEAT_BITS][row[0]] = Line._make((*row, None))
    whos = Rating.objects.in_bulk({line.rating for table in tables.values() for line in table.values()})
    changed = []
    for key, table in sorted(tables.items()):
        seats = [target if line.rating == origin.pk else whos[line.rating] for line in table.values()]
        changed.append(Changed(key, seats, [line.place for line in table.values()], rows[key].source))
    return changed


def without(ladder: Ladder, measure: Correction) -> Rerated:
    """Rate again as if this import had never been. Writes nothing."""
    return _replayed(ladder, measure.pk, (), [measure.pk])


def replay(ladder: Ladder, *, upto: int | None = None) -> Replay:
    """The ladder as known now, through the fact with this number. ``lines`` and ``periods`` are those since the period
    that had ended by then."""
    end = _end(ladder) if upto is None else ladder.key(upto + 1)
    begun = _begun(ladder, end)
    return _replay(ladder, begun, _later(ladder, begun.key, end).tables(), end=end)


def store(ladder: Ladder, done: Rerated) -> None:
    """Write the lines and the ends of periods as they are known now."""
    RevisedChange.objects.filter(id__gte=done.first << SEAT_BITS, id__lt=_end(ladder) << SEAT_BITS).delete()
    bulk.insert(RevisedChange, COLUMNS, [line[:-1] for line in done.revised])
    store_ends(done.ends)


def store_ends(ends: Mapping[int, Everybody]) -> None:
    PeriodEnd.objects.filter(pk__in=list(ends)).delete()
    PeriodEnd.objects.bulk_create(PeriodEnd(closing_id=key, players=players) for key, players in ends.items())


def published_lines(rated: RatedGame) -> list[Line]:
    """What this game did when it was rated, seat by seat."""
    return list(_of_game(RatingChange, rated).values())


def known_lines(rated: RatedGame) -> list[Line]:
    """What it did as known now; empty if it is annulled."""
    return [] if rated.annulled else list((_of_game(RatingChange, rated) | _of_game(RevisedChange, rated)).values())


def event_of(correction: Correction) -> Measure:
    """The measure that this row was written for."""
    event = KINDS.decode(correction.kind, 1, correction.data)
    assert isinstance(event, MEASURES), event
    return event


def _replayed(ladder: Ladder, first: int, changes: Sequence[Changed], undone: Collection[int] = ()) -> Rerated:
    begun = _begun(ladder, first)
    later = _later(ladder, begun.key, _end(ladder))
    sources = {one.key: one.source for one in changes}
    done = _replay(ladder, begun, _changed(later.tables(), changes), sources, undone)
    whos = [rating.pk for change in changes for rating in change.who]
    for rating in {*whos, *Rating.objects.filter(ladder=ladder).values_list("id", flat=True)}:
        if rating not in done.standings:  # nothing is left of what moved them
            done.standings[rating] = Standing(rating, start_of(ladder.mode), 0)
    return Rerated(first, _revised(done.lines, later.published, first), done.standings, done.ends)


class _Begun(NamedTuple):
    """Where a replay begins: the key of a fact, and everybody's standing after it."""

    key: int
    players: Everybody


def _begun(ladder: Ladder, before: int) -> _Begun:
    """The last end of a period before this key, or the ladder's beginning."""
    found = PeriodEnd.objects.filter(pk__gt=ladder.key(0), pk__lt=before).order_by("-pk").first()
    if found is None:
        return _Begun(ladder.key(0), NOBODY)
    return _Begun(found.pk, {who: Carried(*carried) for who, carried in found.players.items()})


def _replay(
    ladder: Ladder,
    begun: _Begun,
    tables: Tables,
    changed: Mapping[int, str] = NO_SOURCES,
    undone: Collection[int] = (),
    end: int | None = None,
) -> Replay:
    """``changed`` are the sources of games that may be new; ``end`` is the key after the last fact."""
    keys = dict(Rating.objects.filter(ladder=ladder).values_list("who", "id"))
    done = Replay(ladder.mode, keys, begun.players)
    sources: Mapping[int, str] = {}
    if ladder.mode == FIDE:
        games = RatedGame.objects.filter(id__gt=begun.key, id__lt=end or _end(ladder))
        sources = dict(games.values_list("id", "source")) | dict(changed)
    items: list[Item] = [
        Played(key, [rating for rating, _ in seats], [place for _, place in seats], sources.get(key, ""))
        for key, seats in tables.items()
    ]
    taken = _measures(ladder).filter(id__gt=begun.key, id__lt=end or _end(ladder)).exclude(id__in=undone)
    items += [Taken(row.pk, event_of(row)) for row in taken]
    done.take(sorted(items, key=lambda item: item.key))
    return done


def _measures(ladder: Ladder) -> QuerySet[Correction]:
    within = {"id__gte": ladder.key(0), "id__lt": _end(ladder)}
    return Correction.objects.filter(kind__in=MEASURE_KINDS, undone=False, **within)


def _changed(tables: Tables, changes: Sequence[Changed]) -> Tables:
    for change in changes:
        tables[change.key] = [(rating.pk, place) for rating, place in zip(change.who, change.places, strict=True)]
    return {key: seats for key, seats in tables.items() if seats}


def _revised(lines: Iterable[Line], published: Mapping[int, Line], first: int) -> list[Line]:
    """The lines that are not as published. A new game was not published at all."""
    first <<= SEAT_BITS
    return [line for line in lines if line.key >= first and line[:-1] != published.get(line.key, line)[:-1]]


def _of_game(model: type[RatingChange] | type[RevisedChange], rated: RatedGame) -> dict[int, Line]:
    first = rated.pk << SEAT_BITS
    return dict(_lines(model, first, first + (1 << SEAT_BITS)))


def _later(ladder: Ladder, first_game: int, end: int) -> _Later:
    first, last = first_game << SEAT_BITS, end << SEAT_BITS
    later = _Later(dict(_lines(RatingChange, first, last)))
    now = later.published | dict(_lines(RevisedChange, first, last))
    annulled = set(RatedGame.objects.filter(id__gte=first_game, id__lt=end, annulled=True).values_list("id", flat=True))
    for key, line in now.items():
        if (key >> SEAT_BITS) not in annulled:
            later.known[key >> SEAT_BITS].append(line)
    return later


def _lines(model: type[RatingChange] | type[RevisedChange], first: int, end: int) -> Iterable[tuple[int, Line]]:
    rows = model._default_manager.filter(id__gte=first, id__lt=end).order_by("id").values_list(*COLUMNS)
    return ((row[0], Line._make((*row, None))) for row in rows.iterator(20_000))


def _end(ladder: Ladder) -> int:
    """The key after the last possible fact."""
    return (ladder.pk + 1) << NUMBER_BITS
