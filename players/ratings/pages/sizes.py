"""Who has played at tables of one size on a ladder, and how often they came first: counted in the database."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from django.db import connection

from ..course import SEAT_BITS
from ..models import NUMBER_BITS, Ladder, RatedGame, RatingChange, RevisedChange

MOST_SEATS = 1 << SEAT_BITS


class AtSize(NamedTuple):
    """``first``: alone or with others."""

    games: int
    first: int


def at_tables_of(row: Ladder, size: int) -> Mapping[int, AtSize]:
    """By the keys of ratings, as known now. A game has ``size`` players if it has a line for the last of these seats
    and none for the next."""
    name = connection.ops.quote_name
    change, revised, game = (name(model._meta.db_table) for model in (RatingChange, RevisedChange, RatedGame))
    none_further = f"AND NOT EXISTS (SELECT 1 FROM {change} WHERE id = game.id * {MOST_SEATS} + %s)"  # noqa: S608
    query = f"""
        SELECT COALESCE(now.rating_id, line.rating_id) AS who, COUNT(*),
            SUM(CASE WHEN COALESCE(now.place, line.place) = 1 THEN 1 ELSE 0 END)
        FROM {game} AS game JOIN {change} AS line ON line.id >= game.id * {MOST_SEATS}
            AND line.id < game.id * {MOST_SEATS} + %s
        LEFT JOIN {revised} AS now ON now.id = line.id
        WHERE game.id >= %s AND game.id < %s AND NOT game.annulled
            AND EXISTS (SELECT 1 FROM {change} WHERE id = game.id * {MOST_SEATS} + %s)
            {none_further if size < MOST_SEATS else ""}
        GROUP BY who
    """  # noqa: S608
    values = [size, row.pk << NUMBER_BITS, row.pk + 1 << NUMBER_BITS, size - 1]
    with connection.cursor() as cursor:
        cursor.execute(query, values + ([size] if size < MOST_SEATS else []))
        return {rating: AtSize(int(games), int(first)) for rating, games, first in cursor.fetchall()}
