"""Ratings as published at some moment: what a prediction for a game that began then may use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import connection
from django.db.models import Q

from .elo import PROVISIONAL, START
from .events import LadderKey
from .models import Adjustment, Ladder, RatedGame, Rating, RatingChange


@dataclass(frozen=True, slots=True)
class Stood:
    """``value`` in thousandths of a point, ``games`` the number rated by then."""

    value: int
    games: int

    @property
    def is_provisional(self) -> bool:
        return self.games < PROVISIONAL


NEW = Stood(START, 0)
"""Who had not played."""
NEVER = 2**62


def published_at(
    key: LadderKey, whos: Iterable[str], moment: datetime, *, before: UUID | None = None
) -> Mapping[str, Stood]:
    """Where each of ``whos`` stood; a few queries, however much has happened since.

    ``before`` is a rated game that is to be predicted: neither it nor what was rated after it counts, whatever the
    clock said. A game counts as published when it was played: what is played here is rated at that moment.
    """
    wanted = list(dict.fromkeys(whos))
    ladder = Ladder.objects.filter(
        game=key.game, ruleset=key.ruleset, speed=key.speed, mode=key.mode, facts__gt=0
    ).first()
    rows = {} if ladder is None else {r.who: r for r in Rating.objects.filter(ladder=ladder, who__in=wanted)}
    last = RatedGame.objects.filter(game=before).values_list("id", flat=True).first() if before else None
    stood = _stood(list(rows.values()), moment, NEVER if last is None else last)
    return {who: stood[rows[who].pk] if who in rows else NEW for who in wanted}


def _stood(rows: Sequence[Rating], moment: datetime, last: int) -> Mapping[int, Stood]:
    """By the keys of the ratings."""
    stood = {row.pk: Stood(row.value, row.games) for row in rows}
    numbers: dict[int, int] = {}
    for line in _lines_since(rows, moment, last):  # the earliest first
        if line.rating_id not in numbers:
            numbers[line.rating_id] = Ladder.number(line.game_key)
            stood[line.rating_id] = Stood(line.before, line.games)
    since = Q(correction__at__gt=moment) | Q(correction_id__gte=last)
    for move in Adjustment.objects.filter(since, rating__in=list(stood)).order_by("-correction_id"):
        number = Ladder.number(move.correction_id)
        if number < numbers.get(move.rating_id, number + 1):
            stood[move.rating_id] = Stood(move.before, stood[move.rating_id].games)
    return stood


def _lines_since(rows: Sequence[Rating], moment: datetime, first: int) -> list[RatingChange]:
    """The lines published since: each player's lines are linked from the last one back."""
    latest = [row.line for row in rows if row.line is not None]
    if not latest:
        return []
    name = connection.ops.quote_name
    change, game = name(RatingChange._meta.db_table), name(RatedGame._meta.db_table)
    query = f"""
        WITH RECURSIVE line AS (
            SELECT one.* FROM {change} AS one JOIN {game} AS game ON game.id = one.id >> 2
            WHERE one.id IN ({", ".join(["%s"] * len(latest))}) AND (game.played_at > %s OR game.id >= %s)
            UNION ALL
            SELECT one.* FROM line JOIN {change} AS one ON one.id = line.previous
            JOIN {game} AS game ON game.id = one.id >> 2 WHERE (game.played_at > %s OR game.id >= %s)
        )
        SELECT * FROM line
    """  # noqa: S608
    after = connection.ops.adapt_datetimefield_value(moment)
    return sorted(RatingChange.objects.raw(query, [*latest, after, first, after, first]), key=lambda line: line.pk)
