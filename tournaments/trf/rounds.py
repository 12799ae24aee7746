"""From all players' cells to the rounds of a stage: each game appears twice, and both must agree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.formats.contract import Bye, EntrantNo, Pairing, Result, Round, RoundNo

from .player import Cell
from .records import BYES

Cells = Mapping[EntrantNo, Sequence[Cell | None]]
RESULTS = {
    ("1", "0"): Result((1, 2)),
    ("0", "1"): Result((2, 1)),
    ("=", "="): Result((1, 1)),
    ("0", "0"): Result((2, 2)),
    ("W", "L"): Result((1, 2)),
    ("L", "W"): Result((2, 1)),
    ("D", "D"): Result((1, 1)),
    ("L", "L"): Result((2, 2)),
    ("+", "-"): Result((1, 2), forfeited=frozenset({1})),
    ("-", "+"): Result((2, 1), forfeited=frozenset({0})),
    ("-", "-"): Result((1, 1), forfeited=frozenset({0, 1})),
    (" ", " "): None,
}
"""By what White and Black have in their lines. W, D and L were played but are not rated: the same to us."""


@dataclass(slots=True)
class Wrong:
    """A contradiction: the entrant in whose line it stands, a code, and what fills in its sentence."""

    entrant: EntrantNo
    code: str
    data: dict[str, object] = field(default_factory=dict)


def last_round(cells: Cells) -> int:
    """The last round with any pairing. A column after it holds requested byes for the coming round."""
    paired = [
        number
        for own in cells.values()
        for number, cell in enumerate(own, 1)
        if cell is not None and (cell.opponent or cell.result == "U")
    ]
    return max(paired, default=0)


def round_of(cells: Cells, no: RoundNo, order: Sequence[int], wrong: list[Wrong]) -> Round:
    """``order``: Whites in order of tables, if the file says so; else each pair's lower number decides."""
    row = {entrant: own[no - 1] for entrant, own in cells.items() if len(own) >= no and own[no - 1] is not None}
    games = {}
    byes = {}
    for entrant in cells:
        cell = row.get(entrant)
        if cell is None or not cell.opponent:
            byes[entrant] = BYES[cell.result] if cell is not None else Bye.ZERO
        elif problem := _mismatch(entrant, cell, row):
            wrong.append(Wrong(entrant, problem, {"round": no, "opponent": cell.opponent}))
            byes[entrant] = Bye.ZERO
        elif entrant < cell.opponent:
            games[entrant] = _game(entrant, cell, row, no, wrong)
    tables = {at: white for white, at in enumerate(order)}
    seats = sorted(games.values(), key=lambda one: (tables.get(one[0][0], len(tables)), min(one[0])))
    pairings = [Pairing(no, table, pair, result=result) for table, (pair, result) in enumerate(seats, 1)]
    return Round(no, tuple(pairings), byes)


def _mismatch(entrant: EntrantNo, cell: Cell, row: Mapping[EntrantNo, Cell | None]) -> str:
    if cell.opponent == entrant:
        return "opponent_is_itself"
    other = row.get(EntrantNo(cell.opponent))
    if other is None or other.opponent != entrant:
        return "opponent_disagrees"
    return ""


def _game(
    entrant: EntrantNo, cell: Cell, row: Mapping[EntrantNo, Cell | None], no: RoundNo, wrong: list[Wrong]
) -> tuple[tuple[EntrantNo, EntrantNo], Result | None]:
    opponent = EntrantNo(cell.opponent)
    other = row[opponent]
    assert other is not None
    data: dict[str, object] = {"round": no, "opponent": opponent}
    if {cell.colour, other.colour} == {"w"} or {cell.colour, other.colour} == {"b"}:
        wrong.append(Wrong(entrant, "colours_disagree", data))
        white_first = True
    else:
        white_first = cell.colour == "w" or other.colour == "b" or cell.colour == other.colour
    pair = (entrant, opponent) if white_first else (opponent, entrant)
    said = (cell.result, other.result) if white_first else (other.result, cell.result)
    if said not in RESULTS:
        wrong.append(Wrong(entrant, "results_disagree", {**data, "results": "/".join(said)}))
    return pair, RESULTS.get(said)
