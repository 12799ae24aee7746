"""A bracket laid out: boxes in columns, and the lines between them, one drawing for each part.

A box stands in the middle of its share of the height, so that it lies between those that lead to it; in brackets of
duels rows without a box are byes, which keep their room. A bracket that is too tall for one drawing is cut into its
first columns, section by section, and the last ones. O(slots).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.utils.translation import gettext as _

from tournaments import stages
from tournaments.formats.contract import EntrantNo
from tournaments.formats.elimination.picture import Box, Column, Line, columns
from tournaments.pages import words, writing
from tournaments.queries import Asked

WIDTH, GAP, LINE, HEAD, MARGIN = 220, 44, 24, 22, 12
"""A box, the room beside it, a line of it, the title over a column, and the room around everything."""
MAX_LENGTH = 20
"""Letters of a name; the whole of it is in the box's label."""
TALLEST = 32
"""Boxes in one column of a drawing."""
TREES = ("W", "L", "C")
MAIN = ("W", "F", "F2", "3rd")
FORMATS = ("single_elimination", "double_elimination")


@dataclass(frozen=True, slots=True)
class LineDrawn:
    """``y`` is the height of its text; ``no`` is 0 for an empty seat, or one that is not known yet."""

    y: int
    no: int
    name: str
    score: str
    won: bool
    out: bool
    mine: bool


@dataclass(frozen=True, slots=True)
class BoxDrawn:
    """``round`` and ``table`` are 0 until it is paired. ``label`` says everything in one sentence."""

    slot: str
    caption: str
    x: int
    y: int
    height: int
    round: int
    table: int
    label: str
    lines: Sequence[LineDrawn]
    is_skipped: bool


@dataclass(frozen=True, slots=True)
class Drawing:
    """``links`` are SVG paths, ``heads`` the titles of columns with their x."""

    id: str
    title: str
    width: int
    height: int
    heads: Sequence[tuple[int, str]]
    boxes: Sequence[BoxDrawn]
    links: Sequence[str]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the bracket with its own drawing; the whole part ``of`` calls it ``short``. ``rooms`` is the number of
    boxes for which each column has space.
    """

    key: str
    of: str
    short: str
    title: str
    columns: tuple[Column, ...]
    rooms: tuple[int, ...]


def parts(asked: Asked, key: str) -> list[Part]:
    """The main bracket with its final, then the others; a bracket that is too tall is cut."""
    stage = stages.stage_of(asked.state, key)
    found = columns(stage)
    told: list[Part] = []
    for name, members in (("W", MAIN), ("L", ("L",)), ("C", ("C",))):
        mine = _with_third(tuple(column for column in found if column.part in members))
        if mine:
            rooms = _rooms(mine) if stage.plan.seats == 2 else tuple(len(column.boxes) for column in mine)
            title = str(words.PARTS[name])
            told += _cut(Part(name, title, title, title, mine, rooms))
    return told


def _with_third(found: tuple[Column, ...]) -> tuple[Column, ...]:
    """The duel for third place is drawn under the final."""
    third = tuple(box for column in found if column.part == "3rd" for box in column.boxes)
    return tuple(
        Column("F", column.level, column.boxes + third) if column.part == "F" else column
        for column in found
        if column.part != "3rd"
    )


def _rooms(found: Sequence[Column]) -> tuple[int, ...]:
    """In a tree: a power of two in each column, so that byes keep their rows."""
    tree = [column for column in found if column.part in TREES]
    most = max((_power(max(box.row for box in one.boxes) + 1) << _halvings(one) for one in tree), default=1)
    return tuple(max(1, most >> _halvings(column)) if column in tree else 1 for column in found)


def _power(n: int) -> int:
    return 1 << (n - 1).bit_length()


def _halvings(column: Column) -> int:
    """How often the number of rows was halved since the first column; in the second bracket every other time."""
    return (column.level - 1) // 2 if column.part == "L" else column.level - 1


def _cut(whole: Part) -> Iterator[Part]:
    if max(whole.rooms) <= TALLEST:
        yield whole
        return
    early = sum(room > TALLEST // 2 for room in whole.rooms)
    named = {"part": whole.title}
    title = _("%(part)s, the last rounds") % named
    yield Part(whole.key, whole.title, _("last rounds"), title, whole.columns[early:], whole.rooms[early:])
    sections = -(-whole.rooms[0] // TALLEST)
    for section in range(sections):
        title = _("%(part)s, section %(n)s of %(all)s") % {**named, "n": section + 1, "all": sections}
        short = str(section + 1)
        cut = tuple(
            _section(column, room, section, sections)
            for column, room in zip(whole.columns[:early], whole.rooms[:early], strict=True)
        )
        yield Part(f"{whole.key}{short}", whole.title, short, title, cut, whole.rooms[:early])


def _section(column: Column, room: int, section: int, sections: int) -> Column:
    boxes = tuple(box for box in column.boxes if box.row * sections // room == section)
    return Column(column.part, column.level, boxes)


def draw(asked: Asked, part: Part) -> Drawing:
    middles = _middles(part)
    seats = max((len(box.lines) for column in part.columns for box in column.boxes), default=2)
    step = seats * LINE + 16
    top, lowest = min(middles.values(), default=0.0), max(middles.values(), default=0.0)
    mine = 0 if asked.entry is None else asked.entry.no
    where = {
        box.slot: _box(asked, box, at, MARGIN + HEAD + round((middles[box.slot] - top + 0.5) * step), mine)
        for at, column in enumerate(part.columns)
        for box in column.boxes
    }
    return Drawing(
        part.key,
        part.title,
        2 * MARGIN + len(part.columns) * (WIDTH + GAP) - GAP,
        2 * MARGIN + HEAD + round((lowest - top + 1) * step),
        [(_x(at), _head(column)) for at, column in enumerate(part.columns)],
        list(where.values()),
        list(_links(part, where)),
    )


def _x(column: int) -> int:
    return MARGIN + column * (WIDTH + GAP)


def _head(column: Column) -> str:
    if column.part not in TREES:
        return str(words.PARTS[column.part])
    return _("round %(n)s") % {"n": column.boxes[0].round} if column.boxes else ""


def _middles(part: Part) -> Mapping[str, float]:
    """The middle of each box, in boxes of the fullest column from the top."""
    most = max(part.rooms, default=1)
    found: dict[str, float] = {}
    for column, room in zip(part.columns, part.rooms, strict=True):
        last = float("-inf")
        for box in column.boxes:
            last = max(_middle(box, found, most / room), last + 1)
            found[box.slot] = last
    return found


def _middle(box: Box, found: Mapping[str, float], span: float) -> float:
    """In the middle of its share of the height; a final between the boxes that lead to it."""
    before = [found[line.from_slot] for line in box.lines if line.from_slot in found]
    if box.slot == "3rd" or (box.slot in ("F", "F2") and before):
        return sum(before) / len(before) + (1.4 if box.slot == "3rd" else 0) if before else 1.4
    return (box.row + 0.5) * span - 0.5


def _links(part: Part, where: Mapping[str, BoxDrawn]) -> Iterator[str]:
    """From each box to the box where its winner goes: right, up or down, right."""
    for before, after in pairwise(part.columns):
        reach = {box.slot for box in after.boxes}
        for box in before.boxes:
            if box.leads_to in reach:
                start, end = where[box.slot], where[box.leads_to]
                x, y = start.x + WIDTH, start.y + start.height // 2
                bend = x + _bend(part, after, box.leads_to)
                yield f"M{x} {y}H{bend}V{end.y + end.height // 2}H{end.x}"


def _bend(part: Part, after: Column, slot: str) -> int:
    """Where a line turns after its box: in a tree in the middle; elsewhere each target has its own column."""
    if _is_tree(part):
        return GAP // 2
    at = [box.slot for box in after.boxes].index(slot)
    return GAP * (at + 1) // (len(after.boxes) + 1)


def _is_tree(part: Part) -> bool:
    return all(len(box.lines) == 2 for column in part.columns for box in column.boxes)


def _box(asked: Asked, box: Box, column: int, middle: int, mine: int) -> BoxDrawn:
    pairing, height = box.pairing, len(box.lines) * LINE
    y = middle - height // 2
    return BoxDrawn(
        box.slot,
        str(words.PARTS["3rd"]) if box.slot == "3rd" else box.slot,
        _x(column),
        y,
        height,
        pairing.round if pairing else 0,
        pairing.table if pairing else 0,
        _label(asked, box),
        [_line(asked, box, line, y + at * LINE, mine) for at, line in enumerate(box.lines)],
        box.is_skipped,
    )


def _line(asked: Asked, box: Box, line: Line, y: int, mine: int) -> LineDrawn:
    full = _who(asked, line)
    return LineDrawn(
        y,
        line.entrant or 0,
        full if len(full) <= MAX_LENGTH else f"{full[: MAX_LENGTH - 1]}…",
        _score(box, line.entrant),
        line.place == 1,
        line.place is not None and line.place > 1,
        bool(mine) and line.entrant == mine,
    )


def _who(asked: Asked, line: Line) -> str:
    if line.entrant:
        return asked.names[line.entrant]
    if line.is_empty:
        return "–"
    if not line.from_slot:
        return ""
    if line.from_place == 1:
        return _("winner of %(slot)s") % {"slot": line.from_slot}
    return _("place %(place)s of %(slot)s") % {"place": line.from_place, "slot": line.from_slot}


def _score(box: Box, entrant: EntrantNo | None) -> str:
    if box.pairing is None or box.result is None or entrant not in box.pairing.seats:
        return ""
    seat = box.pairing.seats.index(entrant)
    if box.result.scores and seat not in box.result.forfeited:
        return str(box.result.scores[seat])
    return writing.seat_result(box.result, seat)


def _label(asked: Asked, box: Box) -> str:
    """``W2-1: Alice – Bob. 1. Alice, 2. Bob``."""
    who = " – ".join(filter(None, (_who(asked, line) for line in box.lines)))
    if box.pairing is None or box.result is None:
        return f"{box.slot}: {who}"
    names = [asked.names[no] for no in box.pairing.seats]
    return f"{box.slot}: {who}. {words.result(box.result, names)}"
