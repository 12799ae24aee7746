"""The table of a stage: who stands where, and why."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.formats.contract import EntrantNo, HalfPoints, Stage, Standing
from tournaments.scoring import History, Kind, win_points


def standings(stage: Stage) -> Sequence[Standing]:
    """Everybody, the best first: by points, then by the plan's tie-breaks in their order.

    Who is equal in all of them shares a rank, and stands in the order of ``stage.entrants``.
    """
    history = History(stage)
    rows = {no: (points, (_wins(history, no),)) for no, points in history.points.items()}
    order = sorted(rows, key=rows.__getitem__, reverse=True)
    return list(_ranked(rows, order))


def _ranked(rows: dict[EntrantNo, tuple[HalfPoints, tuple[HalfPoints, ...]]], order: list[EntrantNo]) -> list[Standing]:
    ranked: list[Standing] = []
    for index, no in enumerate(order, 1):
        same = bool(ranked) and rows[no] == rows[order[index - 2]]
        ranked.append(Standing(ranked[-1].rank if same else index, no, *rows[no]))
    return ranked


def _wins(history: History, no: EntrantNo) -> int:
    """Rounds in which as much was scored as a won game gives, played or not (FIDE C.07, 7.1)."""
    scoring = history.stage.plan.scoring
    return sum(
        game.points >= win_points(scoring, len(game.opponents) + 1 if game.kind.has_table else history.stage.plan.seats)
        for game in history.games[no]
        if game.kind is not Kind.UNDER_WAY
    )
