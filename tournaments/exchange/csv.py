"""Lists for spreadsheets, as CSV (RFC 4180). Text that a spreadsheet would take for a formula is made plain."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from io import StringIO

from tournaments import stages
from tournaments.decisions.rounds import begun
from tournaments.formats.contract import Result
from tournaments.queries import Asked
from tournaments.tie_breaks import Unit, find
from tournaments.tie_breaks.shown import exact

Cell = str | int | None
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What begins a formula somewhere (OWASP, CSV injection)."""
NUMBER = re.compile(r"-?[0-9]+([./][0-9]+)?")
SEATS = 4


def written(rows: Iterable[Sequence[Cell]]) -> str:
    """The file begins with a byte order mark: without it spreadsheets misread UTF-8."""
    out = StringIO()
    csv.writer(out, lineterminator="\r\n").writerows([harmless(cell) for cell in row] for row in rows)
    return "\ufeff" + out.getvalue()


def harmless(cell: Cell) -> Cell:
    """Numbers stay numbers; an apostrophe marks a risky text as text."""
    if isinstance(cell, str) and cell.startswith(FORMULA) and not NUMBER.fullmatch(cell):
        return f"'{cell}"
    return cell


def field(asked: Asked, stage: str = "") -> Iterator[Sequence[Cell]]:
    """All entrants, in order of seeding."""
    yield ("no", "name", "rating", "title", "division", "checked_in", "withdrawn")
    for no in stages.seeded(asked.state):
        one = asked.state.entries[no]
        yield (no, asked.names[no], one.rating, one.title, one.division, int(one.checked_in), int(one.withdrawn))


def pairings(asked: Asked, stage: str) -> Iterator[Sequence[Cell]]:
    """The seats of every published round, byes at the end of each. Raises NotFound."""
    yield ("round", "table", *(f"seat_{seat}" for seat in range(1, SEATS + 1)), "bye")
    for one in begun(asked.state, stage).rounds:
        for table in one.tables.values():
            names = [asked.names[no] for no in table.pairing.seats]
            yield (one.no, table.no, *_filled(names), "")
        for no, bye in one.byes.items():
            yield (one.no, "", *_filled([asked.names[no]]), bye.value)


def results(asked: Asked, stage: str) -> Iterator[Sequence[Cell]]:
    """One line for each seat of each table. Raises NotFound."""
    yield ("round", "table", "seat", "no", "name", "place", "score", "forfeited")
    for one in begun(asked.state, stage).rounds:
        for table in one.tables.values():
            for seat, no in enumerate(table.pairing.seats):
                came = _came(table.pairing.result, seat)
                yield (one.no, table.no, seat + 1, no, asked.names[no], *came)


def standings(asked: Asked, stage: str) -> Iterator[Sequence[Cell]]:
    """Points and tie-breaks are exact: ``7/2`` where a number is not whole. Raises NotFound."""
    begun(asked.state, stage)
    played = stages.stage_of(asked.state, stage)
    tie_breaks = [find(code) for code in played.plan.tie_breaks]
    yield ("rank", "no", "name", "points", *(one.code for one in tie_breaks))
    for row in stages.standings(played):
        values = [exact(value, one.family.unit) for one, value in zip(tie_breaks, row.tie_breaks, strict=False)]
        yield (row.rank, row.entrant, asked.names[row.entrant], exact(row.points, Unit.HALF_POINTS), *values)


def _filled(names: Sequence[str]) -> list[str]:
    return [*names, *[""] * (SEATS - len(names))]


def _came(result: Result | None, seat: int) -> tuple[Cell, Cell, Cell]:
    if result is None:
        return "", "", ""
    return result.places[seat], result.scores[seat] if result.scores else "", int(seat in result.forfeited)


LISTS: Mapping[str, Callable[[Asked, str], Iterator[Sequence[Cell]]]] = {
    "field": field,
    "pairings": pairings,
    "results": results,
    "standings": standings,
}
"""By the names that addresses have."""
