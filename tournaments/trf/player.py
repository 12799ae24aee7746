"""The player section: a line ``001`` in columns (TRF16 and TRF26 alike)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from tournaments.formats.contract import HalfPoints

from .document import Person

FIRST_CELL = 91
CELL = 10
"""Columns from the beginning of one round to that of the next."""
MAX_ROUNDS = 999
"""Rounds have three digits at most."""
TITLES = {"G": "GM", "M": "IM", "F": "FM", "C": "CM", "WG": "WGM", "WM": "WIM", "WF": "WFM", "WC": "WCM"}
"""Shorter forms of titles that files use."""
WITH_OPPONENT = "1=0WDL+- "
WITHOUT_OPPONENT = {"H": "H", "F": "F", "U": "U", "Z": "Z", " ": "Z", "-": "Z", "+": "F", "=": "H"}
"""The letter that a round without an opponent has, and the one that it means."""
UNKNOWN = "*?X"
"""Results that are not known yet, as ``" "`` beside an opponent is."""


class Broken(Exception):
    """This line, or this cell of it, cannot be read."""

    def __init__(self, code: str, data: Mapping[str, Any]) -> None:
        self.code = code
        self.data = data
        super().__init__(f"{code} {dict(data)}")


@dataclass(frozen=True, slots=True)
class Cell:
    """One round of one player."""

    opponent: int = 0
    """0: nobody."""
    colour: str = "-"
    """``w``, ``b`` or ``-``."""
    result: str = "Z"
    """With an opponent one of ``1=0WDL+-`` or ``" "`` for none yet; without one of ``HFUZ``."""

    def text(self) -> str:
        return f"{self.opponent or '0000':>4} {self.colour} {self.result}"


@dataclass(frozen=True, slots=True)
class PlayerLine:
    number: int
    person: Person
    title: str
    rating: int
    points: str
    cells: tuple[Cell | None, ...]
    """By rounds; None where the columns are empty."""
    broken: tuple[Broken, ...] = ()
    """What was wrong with single cells, which are empty then."""


def read_player(text: str) -> PlayerLine:
    """Raises Broken if the line cannot be used at all."""
    cells: list[Cell | None] = []
    broken: list[Broken] = []
    end = FIRST_CELL + MAX_ROUNDS * CELL
    if text[end:].strip():
        broken.append(Broken("line_too_long", {"rounds": MAX_ROUNDS}))
    for number, start in enumerate(range(FIRST_CELL, min(end, len(text)), CELL), 1):
        try:
            cells.append(_cell(text[start : start + 8].ljust(8)))
        except Broken as error:
            broken.append(Broken(error.code, {"round": number, **error.data}))
            cells.append(None)
    while cells and cells[-1] is None:
        cells.pop()
    title = text[10:13].strip().upper()
    person = Person(
        name=text[14:47].strip(),
        sex=text[9:10].strip(),
        federation=text[53:56].strip(),
        fide_id=text[57:68].strip(),
        birth=text[69:79].strip(),
    )
    return PlayerLine(
        number=_number(text[4:8], "starting_number_unreadable", least=1),
        person=person,
        title=TITLES.get(title, title),
        rating=_number(text[48:52] if text[48:52].strip() else "0", "rating_unreadable", least=0),
        points=text[80:84].strip(),
        cells=tuple(cells),
        broken=tuple(broken),
    )


def write_player(line: PlayerLine, rank: int) -> str:
    person = line.person
    head = (
        f"001 {line.number:>4} {person.sex:<1}{line.title:>3} {person.name:<33.33} {line.rating or '':>4} "
        f"{person.federation:<3.3} {person.fide_id:>11.11} {person.birth:<10.10}"
    )
    return with_rounds(head, line.points, rank, line.cells)


def with_rounds(head: str, points: str, rank: int, cells: tuple[Cell | None, ...]) -> str:
    """``head``: the first 80 columns, which stay as they are."""
    rounds = "".join("  " + (cell.text() if cell else " " * 8) for cell in cells)
    return f"{head[:80]:<80}{points:>4} {rank:>4}{rounds}".rstrip()


def points_text(points: HalfPoints) -> str:
    """``4.5`` for nine half-points; two decimals for quarters."""
    places = 1 if points.denominator == 1 else 2
    return f"{Decimal(points.numerator) / (2 * points.denominator):.{places}f}"


def _cell(text: str) -> Cell | None:
    if not text.strip():
        return None
    opponent = _number(text[:4] if text[:4].strip() else "0", "opponent_unreadable", least=0)
    colour = text[5].lower().replace(" ", "-")
    result = text[7].upper()
    if colour not in "wb-" or text[4].strip() or text[6].strip():
        raise Broken("round_unreadable", {"text": text.strip()})
    if opponent:
        result = " " if result in UNKNOWN else result
        if result not in WITH_OPPONENT or (colour == "-" and result not in "+- "):
            raise Broken("round_unreadable", {"text": text.strip()})
        return Cell(opponent, colour, result)
    if result in UNKNOWN:
        return None
    if result not in WITHOUT_OPPONENT or colour != "-":
        raise Broken("round_unreadable", {"text": text.strip()})
    return Cell(0, "-", WITHOUT_OPPONENT[result])


def _number(text: str, code: str, least: int) -> int:
    stripped = text.strip()
    if not (stripped.isascii() and stripped.isdigit()) or int(stripped) < least:
        raise Broken(code, {"text": stripped})
    return int(stripped)
