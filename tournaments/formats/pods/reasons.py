"""The reasons for a table: codes and data, worded in docs/formats/pods.md."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from tournaments.formats.contract import HalfPoints, Reason

from .cost import repeats
from .field import Field


def plain(points: HalfPoints) -> int | str:
    """As JSON: a whole number of half-points, or ``"20/3"``."""
    return int(points) if points.denominator == 1 else str(points)


def of_table(
    field: Field, table: Sequence[int], full: int, *, drawn: bool, proven: bool, by_score: bool = False
) -> Reason:
    """The scores first; ``also`` adds what else must be said: a repeat, a short table. ``by_score``: equal scores come
    before repeats."""
    points = [field.points[p] for p in table]
    data: dict[str, Any] = {"highest": plain(max(points)), "lowest": plain(min(points))}
    near = "pods_in_score_order" if by_score else "pods_near_scores"
    code = "pods_drawn" if drawn else "pods_same_score" if max(points) == min(points) else near
    again = "pods_repeat_unavoidable" if proven else "pods_repeat_by_score" if by_score else "pods_repeat"
    also = [_repeat(field, table, again)] if repeats(field, table) else []
    if len(table) < full:
        before = [field.shorts[p] for p in table]
        also.append({"code": "pods_short_table", "data": {"seats": len(table), "full": full, "before": before}})
    return Reason(code, {**data, "also": also} if also else data)


def _repeat(field: Field, table: Sequence[int], code: str) -> dict[str, Any]:
    pairs = [
        [field.numbers[p], field.numbers[q], field.met[p][q]] for p, q in combinations(table, 2) if field.met[p][q]
    ]
    return {"code": code, "data": {"pairs": pairs}}


def of_bye(field: Field, p: int) -> Reason:
    """``before``: this player's earlier byes; no other candidate has had fewer."""
    code = "pods_bye_again" if field.byes[p] else "pods_bye"
    return Reason(code, {"before": field.byes[p], "score": plain(field.points[p])})


def of_round(field: Field, tables: Sequence[Sequence[int]], *, proven: bool) -> tuple[Reason, ...]:
    """A note if players meet again: how many repeats there are, and whether that is proven to be the minimum."""
    again = sum(field.met[p][q] > 0 for table in tables for p, q in combinations(table, 2))
    return (Reason("pods_repeats", {"meetings": again, "proven": proven}),) if again else ()
