"""The standings of a stage: each entrant's place, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournaments.formats.contract import EntrantNo, HalfPoints, Stage, Standing
from tournaments.scoring import History
from tournaments.tie_breaks import Explained, Field, TieBreak, find

Keys = dict[EntrantNo, tuple[HalfPoints, ...]]
"""What decides so far, the greater the better."""


def standings(stage: Stage) -> Sequence[Standing]:
    """All entrants, the best first: by points, then by the plan's tie-breaks in their order.

    Who is equal in all of them shares a rank, and stands in the order of ``stage.entrants``. Raises BadPlan.
    """
    field = Field(History(stage))
    values: list[Mapping[EntrantNo, HalfPoints]] = []
    keys: Keys = {no: (points,) for no, points in field.history.points.items()}
    for tie_break in [find(code) for code in stage.plan.tie_breaks]:
        _see_who_is_tied(field, keys, tie_break)
        values.append({no: tie_break.value(field, no) for no in keys})
        keys = _refined(keys, tie_break, values[-1])
    points = field.history.points
    ranks = _ranks(keys)
    return [Standing(ranks[no], no, points[no], tuple([value[no] for value in values])) for no in ranks]


def explain(stage: Stage, entrant: EntrantNo, tie_break: str) -> Explained:
    """A value with the games that make it up; ``PTS`` opens the points. Raises BadPlan, KeyError.

    A direct encounter is among those whom the plan's tie-breaks before it have not separated; one that the plan does
    not name is among those with equal points.
    """
    field = Field(History(stage))
    if entrant not in field.games:
        raise KeyError(entrant)
    wanted = find(tie_break)
    if wanted.family.among_tied:
        keys: Keys = {no: (points,) for no, points in field.history.points.items()}
        for before in _before(stage, wanted):
            _see_who_is_tied(field, keys, before)
            keys = _refined(keys, before, {no: before.value(field, no) for no in keys})
        _see_who_is_tied(field, keys, wanted)
    return wanted.explained(field, entrant)


def _before(stage: Stage, wanted: TieBreak) -> list[TieBreak]:
    named = [find(code) for code in stage.plan.tie_breaks]
    codes = [one.code for one in named]
    return named[: codes.index(wanted.code)] if wanted.code in codes else []


def _see_who_is_tied(field: Field, keys: Keys, tie_break: TieBreak) -> None:
    if tie_break.family.among_tied:
        groups: dict[tuple[HalfPoints, ...], list[EntrantNo]] = {}
        for no, key in keys.items():
            groups.setdefault(key, []).append(no)
        field.tied = {no: group for group in map(tuple, groups.values()) for no in group}


def _refined(keys: Keys, tie_break: TieBreak, values: Mapping[EntrantNo, HalfPoints]) -> Keys:
    sign = -1 if tie_break.lowest_first else 1
    return {no: (*key, sign * values[no]) for no, key in keys.items()}


def _ranks(keys: Keys) -> dict[EntrantNo, int]:
    """The keys sorted by rank."""
    ranks: dict[EntrantNo, int] = {}
    above: tuple[HalfPoints, ...] | None = None
    rank = 0
    for place, no in enumerate(sorted(keys, key=keys.__getitem__, reverse=True), 1):
        if keys[no] != above:
            rank, above = place, keys[no]
        ranks[no] = rank
    return ranks
