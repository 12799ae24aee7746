"""What the drawing of a bracket shows: plain values, column by column."""

from __future__ import annotations

from dataclasses import dataclass

from ..contract import EntrantNo, Pairing, Result, RoundNo, Stage
from .bracket import Bracket, Feed
from .fill import NOBODY, Filled, draw, fill
from .options import bracket


@dataclass(frozen=True, slots=True)
class Line:
    """One seat of a box. ``entrant`` is None while it is open, or if ``is_empty``."""

    entrant: EntrantNo | None
    is_empty: bool
    """Nobody comes here."""
    from_slot: str
    """Whose place ``from_place`` comes here; ``""`` for a position of the draw."""
    from_place: int
    place: int | None
    """What was reached at this table, once that is decided."""


@dataclass(frozen=True, slots=True)
class Box:
    slot: str
    column: int
    """From 0 within its part."""
    row: int
    """From 0 within its column; in W of duels, where rows without a box are byes, its middle is
    at ``(row + 1/2) * 2 ** column`` of the first column's rows."""
    round: RoundNo
    lines: tuple[Line, ...]
    """In the order of the bracket, which is not that of the seats."""
    pairing: Pairing | None
    """The last one of this slot."""
    result: Result | None
    leads_to: str
    """Where the winner goes on; ``""`` at the end."""
    loser_to: str
    """Where the last place goes on; ``""`` where it is out."""
    is_skipped: bool
    """Decided without a table: at most one was left to come here."""


@dataclass(frozen=True, slots=True)
class Column:
    part: str
    """``W``, ``L``, ``C``, ``3rd``, ``F`` or ``F2``."""
    level: int
    boxes: tuple[Box, ...]


def columns(stage: Stage) -> tuple[Column, ...]:
    """Every slot of the bracket, by part and column, each column from the top."""
    tree = bracket(stage.plan, len(stage.entrants))
    positions = draw(stage)
    found: dict[tuple[str, int], list[Box]] = {}
    for filled in fill(tree, stage).values():
        found.setdefault((filled.slot.part, filled.slot.level), []).append(_box(tree, filled, positions))
    order = {part: at for at, part in enumerate(("W", "F", "F2", "3rd", "L", "C"))}
    return tuple(
        Column(part, level, tuple(found[part, level]))
        for part, level in sorted(found, key=lambda one: (order[one[0]], one[1]))
    )


def _box(tree: Bracket, filled: Filled, positions: tuple[EntrantNo, ...]) -> Box:
    slot = filled.slot
    last = filled.pairings[-1] if filled.pairings else None
    return Box(
        slot.name,
        slot.level - 1,
        slot.row - 1,
        RoundNo(slot.round),
        tuple(_line(filled, feed, entrant) for feed, entrant in zip(slot.seats, filled.seats, strict=True)),
        last,
        last.result if last else None,
        tree.leads.get((slot.name, 1), ""),
        tree.leads.get((slot.name, len(slot.seats)), ""),
        filled.places is not None and not filled.pairings,
    )


def _line(filled: Filled, feed: Feed, entrant: EntrantNo | None) -> Line:
    places = filled.places or ()
    place = places.index(entrant) + 1 if entrant and entrant in places else None
    return Line(entrant or None, entrant == NOBODY, feed.slot, feed.place, place)
