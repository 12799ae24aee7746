"""The ratings as the ledger's events make them again, for ``manage.py rebuild``. In play the services write the same
rows with the same functions (``readmodels``)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from uuid import UUID

from ledger.events import StoredEvent
from ledger.projections import Projection

from . import readmodels
from .events import KINDS, LadderKey
from .models import (
    NUMBER_BITS,
    Adjustment,
    Correction,
    Ladder,
    PeriodEnd,
    RatedGame,
    Rating,
    RatingChange,
    RevisedChange,
)
from .one_game import SEAT_BITS
from .readmodels import Fact

Facts = dict[int, Fact]
Names = dict[int, tuple[str, ...]]


class Ratings(Projection):
    name = "ratings"
    models = (Ladder, Rating, RatedGame, RatingChange, RevisedChange, Correction, Adjustment, PeriodEnd)
    kinds = KINDS.names
    inline = True

    def __init__(self) -> None:
        self._early: dict[LadderKey, Facts] = {}
        """Facts that the feed has brought before their predecessors: their numbers order them."""

    def reset(self) -> None:
        super().reset()
        self._early = {}

    def apply(self, events: Sequence[StoredEvent]) -> None:
        waiting: dict[LadderKey, Facts] = defaultdict(dict, {key: dict(facts) for key, facts in self._early.items()})
        told, facts = None, Facts()
        for stored in events:
            event = KINDS.read(stored)
            if stored.payload["ladder"] != told:  # compared as it was stored, which takes a fifth of the time
                told = stored.payload["ladder"]
                facts = waiting[event.ladder]
            facts[event.number] = Fact(stored.stream, stored.at, event, stored.actor or "", stored.payload)
        for key, facts in waiting.items():
            ladder = readmodels.ladder_of(key)
            ready = list(_in_order(facts, ladder.facts + 1))
            if ready:
                readmodels.take(ladder, ready)
        self._early = {key: facts for key, facts in waiting.items() if facts}

    def ends(self) -> Iterator[tuple[UUID, int]]:
        """Each fact is a stream of its own."""
        for game in RatedGame.objects.values_list("game", flat=True).iterator():
            yield game, 1
        for stream in Correction.objects.exclude(stream=None).values_list("stream", flat=True).iterator():
            assert stream is not None
            yield stream, 1

    def snapshot(self) -> Iterator[tuple[Hashable, object]]:
        """Keys hold the automatic numbers of ladders and ratings, so both are named instead."""
        names: Names = {row.pk: (row.game, row.ruleset, row.speed, row.mode) for row in Ladder.objects.all()}
        whos = dict(Rating.objects.values_list("id", "who"))
        for ladder in Ladder.objects.all():
            yield ("ladder", names[ladder.pk]), (ladder.facts, ladder.rules, ladder.month)
        for rating in Rating.objects.all():
            stands = (rating.value, rating.games, rating.last, _tail(rating.line))
            yield ("rating", names[rating.ladder_id], rating.who), stands
        for row in RatedGame.objects.iterator():
            place = (row.number, row.played_at, row.annulled, row.suspended, row.corrected_by, row.source)
            yield ("game", row.game), (names[row.ladder_id], *place)
        for model in (RatingChange, RevisedChange):
            yield from _lines(model, names, whos)
        for correction in Correction.objects.select_related("rated"):
            game = correction.rated and correction.rated.game
            told = (correction.kind, correction.data, correction.actor, correction.reason)
            known = (correction.stream, game, correction.annulled, correction.undone, *told)
            yield ("correction", *_place(correction.pk, names)), known
        for end in PeriodEnd.objects.iterator():
            yield ("period", *_place(end.pk, names)), end.players
        for made in Adjustment.objects.iterator():
            where = (*_place(made.correction_id, names), whos[made.rating_id])
            why = (made.games, made.k, made.expected, made.scored)
            yield ("adjustment", *where), (made.before, made.after, *why)


def _in_order(facts: Facts, number: int) -> Iterator[Fact]:
    """Take out the numbers that follow without a gap from this one on."""
    while number in facts:
        yield facts.pop(number)
        number += 1


def _lines(
    model: type[RatingChange] | type[RevisedChange], names: Names, whos: dict[int, str]
) -> Iterator[tuple[Hashable, object]]:
    for line in model._default_manager.iterator():
        what = (whos[line.rating_id], line.place, line.before, line.after, line.k, line.games)
        previous = _tail(line.previous) if isinstance(line, RatingChange) else None
        yield (model.__name__, *_place(line.game_key, names), line.seat), (*what, previous)


def _place(key: int, names: Names) -> tuple[Hashable, int]:
    return names[key >> NUMBER_BITS], Ladder.number(key)


def _tail(line: int | None) -> int | None:
    """A line's key without the ladder's part."""
    return None if line is None else line & (1 << NUMBER_BITS + SEAT_BITS) - 1
