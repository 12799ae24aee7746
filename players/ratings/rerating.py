"""What follows for a ladder when one of its games was not as it was told: everything after it is rated again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from . import bulk
from .course import SEAT_BITS, Line, Standing, play
from .models import NUMBER_BITS, Ladder, RatedGame, Rating, RatingChange, RevisedChange

COLUMNS = ("id", "rating_id", "place", "before", "after", "k", "games")
"""Of a line as known now; one as published has what was published before, too."""


@dataclass(frozen=True, slots=True)
class Rerated:
    """``revised`` are all lines from this game on that are not as published; ``standings`` those that come out, by the
    keys of the ratings."""

    first: int
    revised: Sequence[Line]
    standings: Mapping[int, Standing]


@dataclass(slots=True)
class _Later:
    """The lines of a ladder from one game on: as published, and as known before this correction."""

    published: dict[int, Line] = field(default_factory=dict)
    known: dict[int, list[Line]] = field(default_factory=lambda: defaultdict(list))


def rerate(ladder: Ladder, game: RatedGame, who: Sequence[Rating], places: Sequence[int]) -> Rerated:
    """As if these had played this game and come to these places; nobody, if it does not count. Writes nothing."""
    later = _later(ladder, game)
    standings: dict[int, Standing] = {}
    for lines in later.known.values():
        for line in lines:
            if line.rating not in standings:
                standings[line.rating] = Standing(line.rating, line.before, line.games)
    for rating in who:
        standings.setdefault(rating.pk, Standing(rating.pk, rating.value, rating.games))
    table = {key: [(line.rating, line.place) for line in lines] for key, lines in later.known.items()}
    table[game.pk] = [(rating.pk, place) for rating, place in zip(who, places, strict=True)]
    revised: list[Line] = []
    for key in sorted(table):
        seats = table[key]
        if seats:
            lines = play(key, [standings[rating] for rating, _ in seats], [place for _, place in seats])
            revised += [line for line in lines if line[:-1] != later.published[line.key][:-1]]
    return Rerated(game.pk, revised, standings)


def store(ladder: Ladder, done: Rerated) -> None:
    """Write the lines as they are known now."""
    RevisedChange.objects.filter(id__gte=done.first << SEAT_BITS, id__lt=_end(ladder)).delete()
    bulk.insert(RevisedChange, COLUMNS, [line[:-1] for line in done.revised])


def published_lines(rated: RatedGame) -> list[Line]:
    """What this game did when it was rated, seat by seat."""
    return list(_of_game(RatingChange, rated).values())


def known_lines(rated: RatedGame) -> list[Line]:
    """What it did as known now; nothing if it is annulled."""
    return [] if rated.annulled else list((_of_game(RatingChange, rated) | _of_game(RevisedChange, rated)).values())


def _of_game(model: type[RatingChange] | type[RevisedChange], rated: RatedGame) -> dict[int, Line]:
    first = rated.pk << SEAT_BITS
    return dict(_lines(model, first, first + (1 << SEAT_BITS)))


def _later(ladder: Ladder, game: RatedGame) -> _Later:
    first, end = game.pk << SEAT_BITS, _end(ladder)
    later = _Later(dict(_lines(RatingChange, first, end)))
    now = later.published | dict(_lines(RevisedChange, first, end))
    annulled = set(RatedGame.objects.filter(id__gte=game.pk, ladder=ladder, annulled=True).values_list("id", flat=True))
    for key, line in now.items():
        if (key >> SEAT_BITS) not in annulled:
            later.known[key >> SEAT_BITS].append(line)
    return later


def _lines(model: type[RatingChange] | type[RevisedChange], first: int, end: int) -> Iterable[tuple[int, Line]]:
    rows = model._default_manager.filter(id__gte=first, id__lt=end).order_by("id").values_list(*COLUMNS)
    return ((row[0], Line._make((*row, None))) for row in rows.iterator(20_000))


def _end(ladder: Ladder) -> int:
    return (ladder.pk + 1) << NUMBER_BITS + SEAT_BITS
