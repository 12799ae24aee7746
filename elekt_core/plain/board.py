"""The board of a plain game: its fields by what they are declared to be."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final

from ..contract import UNKNOWN
from ..kit.fields import Known, Notes, hints_of, taken_apart
from .words import NOBODY, label


@dataclass(frozen=True, slots=True)
class SeatNumber:
    """The number is a seat, or each of a list is: people read the names of those who sit there."""


@dataclass(frozen=True, slots=True)
class EachSeats:
    """The list has an entry for each seat, which all may know."""


Seat = Annotated[int, SeatNumber()]
BY_SEAT: Final = EachSeats()


@dataclass(frozen=True)
class Row:
    label: str
    value: str
    seats: tuple[int, ...] = ()


@dataclass(frozen=True)
class Section:
    """A part of the board that needs no page of its own: common, or a seat's own."""

    title: str
    seat: int | None
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class PlainBoard:
    sections: tuple[Section, ...]


class Layout:
    """How a state's fields are shown: beside their seat, as a pile, as a name, or as they are."""

    def __init__(self, state: type, said: Notes, by_seat: Collection[str], left_out: Collection[str]) -> None:
        self._notes = {name: taken_apart(hint)[1] for name, hint in hints_of(state, said).items()}
        self._by_seat, self._left_out = by_seat, left_out

    def board(self, view: Any, title: str, texts: Mapping[str, str]) -> PlainBoard:
        """A section for what is common, and one for each seat with its entry of every list by seat.

        A replay shows every position, so also those between the first facts, where a list has no entries yet.
        """
        own = [name for name in self._notes if name not in self._left_out]
        common = [
            self._row(label(texts, name), name, getattr(view, name)) for name in own if not self._is_by_seat(name)
        ]
        seats = [
            Section("", seat, tuple(self._entry(view, name, seat, texts) for name in own if self._is_by_seat(name)))
            for seat in range(view.seats)
        ]
        return PlainBoard((Section(title, None, tuple(common)), *seats))

    def _is_by_seat(self, name: str) -> bool:
        notes = self._notes[name]
        each = any(isinstance(note, EachSeats) or (isinstance(note, Known) and note.each) for note in notes)
        return each or name in self._by_seat

    def _row(self, text: str, name: str, value: Any) -> Row:
        notes = self._notes[name]
        if any(isinstance(note, SeatNumber) for note in notes):
            seats = tuple([seat for seat in (value if isinstance(value, list) else [value]) if seat >= 0])
            return Row(text, "" if seats else "–", seats)
        is_pile = isinstance(value, list) and any(isinstance(note, Known) and not note.each for note in notes)
        return Row(text, str(len(value)) if is_pile else _shown(value))

    def _entry(self, view: Any, name: str, seat: int, texts: Mapping[str, str]) -> Row:
        """The seat's entry of a list by seat, nothing where there is none yet."""
        values: Sequence[Any] = getattr(view, name)
        return Row(label(texts, name), _shown(values[seat] if seat < len(values) else []))


def seat_fields(kind: type) -> frozenset[str]:
    """Fields of a fact that name a seat: ``seat`` by its name, others by their type."""
    hints = {name: taken_apart(hint)[1] for name, hint in hints_of(kind).items()}
    return frozenset(
        name for name, notes in hints.items() if name == "seat" or any(isinstance(note, SeatNumber) for note in notes)
    )


def _shown(value: Any) -> str:
    if isinstance(value, list | tuple):
        return " ".join(map(_shown, value)) or "–"
    return "?" if value == UNKNOWN else "–" if value == NOBODY else str(value)
