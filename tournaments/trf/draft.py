"""Builds a stage from all lines of a report. What does not fit is added to the flaws."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tournaments.formats.contract import Bye, Entrant, EntrantNo, Penalty, Plan, Round, RoundNo, Stage
from tournaments.scoring import History

from . import records
from .document import Acceleration, Flaw
from .player import Broken, Cell, PlayerLine, points_text
from .rounds import Wrong, last_round, round_of


@dataclass(slots=True)
class Draft:
    """What has been read so far."""

    players: dict[EntrantNo, PlayerLine] = field(default_factory=dict)
    at: dict[EntrantNo, int] = field(default_factory=dict)
    """The line of each player."""
    fields: dict[str, list[str]] = field(default_factory=dict)
    rounds: int = 0
    colour: str = ""
    points: dict[str, int] = field(default_factory=dict)
    byes: list[tuple[Bye, RoundNo, tuple[EntrantNo, ...]]] = field(default_factory=list)
    absent: list[EntrantNo] = field(default_factory=list)
    penalties: list[tuple[int, Penalty]] = field(default_factory=list)
    accelerations: list[Acceleration] = field(default_factory=list)
    forbidden: list[tuple[int, int, tuple[EntrantNo, ...]]] = field(default_factory=list)
    tie_breaks: list[str] = field(default_factory=list)
    order: dict[int, tuple[int, ...]] = field(default_factory=dict)
    scores: dict[int, Mapping[int, tuple[int, int]]] = field(default_factory=dict)
    seeding: tuple[EntrantNo, ...] = ()
    teams: list[str] = field(default_factory=list)
    flaws: list[Flaw] = field(default_factory=list)


def stage_of(draft: Draft) -> Stage:
    numbers = sorted(draft.players)
    cells = {no: list(draft.players[no].cells) for no in numbers}
    last = last_round(cells)
    absent = _requests(draft, cells, last)
    wrong: list[Wrong] = []
    rounds = [round_of(cells, RoundNo(no), draft.order.get(no, ()), wrong) for no in range(1, last + 1)]
    draft.flaws += [Flaw(draft.at[one.entrant], one.code, {"entrant": one.entrant, **one.data}) for one in wrong]
    seeded = draft.seeding if sorted(draft.seeding) == numbers else tuple(numbers)
    stage = Stage(
        Plan(
            _format(draft),
            rounds=draft.rounds,
            scoring=records.scoring(draft.points),
            tie_breaks=tuple(draft.tie_breaks),
        ),
        tuple(Entrant(no, draft.players[no].rating, draft.players[no].title) for no in seeded),
        tuple(with_scores(one, draft.scores.get(one.no, {})) for one in rounds),
        absent,
        tuple(_penalties(draft)),
    )
    _compare_points(draft, stage)
    return stage


def _requests(draft: Draft, cells: dict[EntrantNo, list[Cell | None]], last: int) -> dict[EntrantNo, Bye]:
    """Entrants not to be paired in the coming round; byes of earlier rounds (240) fill their empty cells."""
    asked = {no: Bye.ZERO for no in draft.absent if no in cells}
    for bye, number, who in draft.byes:
        for no in who:
            if no in cells and number == last + 1:
                asked[no] = bye
            elif no in cells and number <= last:
                own = cells[no]
                own += [None] * (number - len(own))
                own[number - 1] = own[number - 1] or Cell(0, "-", records.LETTER_OF_BYE[bye])
    for no, own in cells.items():
        if len(own) > last and (cell := own[last]) is not None:
            asked[no] = records.BYES[cell.result]
        if len(own) > last + 1:
            draft.flaws.append(Flaw(draft.at[no], "round_too_far", {"entrant": no, "round": len(own)}))
    return {no: asked[no] for no in cells if no in asked}


def with_scores(one: Round, scores: Mapping[int, tuple[int, int]]) -> Round:
    """``scores`` are keyed by White."""
    if not scores:
        return one
    return replace(
        one,
        pairings=tuple(
            replace(pairing, result=replace(pairing.result, scores=scores[pairing.seats[0]]))
            if pairing.result is not None and pairing.seats[0] in scores
            else pairing
            for pairing in one.pairings
        ),
    )


def _penalties(draft: Draft) -> list[Penalty]:
    found = []
    for at, penalty in draft.penalties:
        if penalty.entrant in draft.players:
            found.append(penalty)
        else:
            draft.flaws.append(Flaw(at, "unknown_entrant", {"entrant": penalty.entrant}))
    return found


def _format(draft: Draft) -> str:
    said = " ".join([*draft.fields.get("192", []), *draft.fields.get("092", [])]).upper()
    return "round_robin" if re.search(r"ROUND[\s_-]*ROBIN|BERGER|\bRR\b", said) else "dutch"


def _compare_points(draft: Draft, stage: Stage) -> None:
    """A line's stated points are not used; a difference from its games is a flaw."""
    for no, points in History(stage).points.items():
        said = draft.players[no].points
        try:
            if said and records.half_points(said) != points:
                data = {"entrant": no, "said": said, "counted": points_text(points)}
                draft.flaws.append(Flaw(draft.at[no], "points_differ", data))
        except Broken as error:
            draft.flaws.append(Flaw(draft.at[no], error.code, {"record": "001", "entrant": no, **error.data}))
