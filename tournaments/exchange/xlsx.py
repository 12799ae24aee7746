"""One workbook for people: the players, and each stage's standings and results, with numbers as numbers.

Text is written as text, so nothing becomes a formula. The library is imported when a workbook is wanted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from io import BytesIO
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments import stages
from tournaments.pages import words
from tournaments.queries import Asked
from tournaments.scoring import normal
from tournaments.tie_breaks import Unit, find

if TYPE_CHECKING:
    from xlsxwriter.workbook import Workbook

Cell = str | int | float | None
TITLE = 31
"""Letters that a sheet's name can have."""
FORBIDDEN = str.maketrans(dict.fromkeys("[]:*?/\\'", " "))


def workbook(asked: Asked) -> bytes:
    """A file of Excel 2007 and later, which LibreOffice reads too."""
    from xlsxwriter.workbook import Workbook

    out = BytesIO()
    book = Workbook(out, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False})
    _sheet(book, _("Players"), _players(asked))
    for key in asked.state.stages:
        name = words.stage(key)
        _sheet(book, f"{_('Standings')}, {name}", _standings(asked, key))
        _sheet(book, f"{_('Results')}, {name}", _results(asked, key))
    book.close()
    return out.getvalue()


def _sheet(book: Workbook, title: str, rows: Iterable[Sequence[Cell]]) -> None:
    """The first row is the head: it stays in sight, and each column can be filtered."""
    sheet = book.add_worksheet(_free(book, title))
    bold, widths, last = book.add_format({"bold": True}), dict[int, int](), 0
    for at, row in enumerate(rows):
        last = at
        for column, cell in enumerate(row):
            widths[column] = max(widths.get(column, 0), len(str(cell if cell is not None else "")))
            if isinstance(cell, str):
                sheet.write_string(at, column, cell, bold if at == 0 else None)
            elif cell is not None:
                sheet.write_number(at, column, cell)
    for column, width in widths.items():
        sheet.set_column(column, column, min(width, 40) + 2)
    sheet.freeze_panes(1, 0)
    sheet.autofilter(0, 0, last, max(widths, default=0))


def _free(book: Any, title: str) -> str:
    """The title as a sheet may be called, with a number where it is taken."""
    plain = " ".join(title.translate(FORBIDDEN).split())
    taken = {sheet.get_name().casefold() for sheet in book.worksheets()}
    for number in range(1, 1000):
        end = f" {number}" if number > 1 else ""
        name = plain[: TITLE - len(end)].rstrip() + end
        if name.casefold() not in taken:
            return name
    raise AssertionError("a tournament has fewer stages")


def _players(asked: Asked) -> Iterable[Sequence[Cell]]:
    yield (pgettext("number", "No."), pgettext("player", "Name"), _("Rating"), _("Division"))
    for no in stages.seeded(asked.state):
        one = asked.state.entries[no]
        yield (no, asked.names[no], one.rating or None, words.division(one.division) if one.division else "")


def _standings(asked: Asked, key: str) -> Iterable[Sequence[Cell]]:
    played = stages.stage_of(asked.state, key)
    tie_breaks = [find(code) for code in played.plan.tie_breaks]
    yield (_("Place"), pgettext("player", "Name"), _("Points"), *(one.code for one in tie_breaks))
    for row in stages.standings(played):
        values = [_number(value, one.family.unit) for one, value in zip(tie_breaks, row.tie_breaks, strict=False)]
        yield (row.rank, asked.names[row.entrant], _number(row.points, Unit.HALF_POINTS), *values)


def _results(asked: Asked, key: str) -> Iterable[Sequence[Cell]]:
    yield (
        _("Round"),
        _("Table"),
        pgettext("at a table", "Seat"),
        pgettext("player", "Name"),
        _("Place"),
        _("points"),
    )
    for one in asked.state.stages[key].rounds:
        for table in one.tables.values():
            result = table.pairing.result
            for seat, no in enumerate(table.pairing.seats):
                here = result is not None and seat not in result.forfeited
                place = result.places[seat] if here and result is not None else None
                score = result.scores[seat] if here and result is not None and result.scores else None
                yield (one.no, table.no, seat + 1, asked.names[no], place, score)


def _number(value: int | Fraction, unit: Unit) -> int | float:
    exact = normal(Fraction(value) / (2 if unit is Unit.HALF_POINTS else 1))
    return exact if isinstance(exact, int) else float(exact)
