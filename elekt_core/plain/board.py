"""A plain game's fields by their declared types: on its board, and in positions for programs."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, get_args

from ..contract import UNKNOWN
from ..kit.fields import CardForm, Known, Notes, OneOf, hints_of, is_row, taken_apart
from ..kit.position_shape import Position, Side
from .words import NOBODY, label


@dataclass(frozen=True, slots=True)
class SeatNumber:
    """The number, or each number of a list, is a seat: people read the names of the players."""


@dataclass(frozen=True, slots=True)
class EachSeats:
    """The list has an entry for each seat, which everybody may know."""


@dataclass(frozen=True, slots=True)
class Score(EachSeats):
    """The field counts the points of the result."""


Seat = Annotated[int, SeatNumber()]
BY_SEAT: Final = EachSeats()
POINTS: Final = Score()
HAND: Final = "hands"
"""The field that has what each seat holds."""


@dataclass(frozen=True)
class Row:
    """``held`` are the cards of a hand that the viewer knows, each with the part of a decision that plays it; ``laid``
    are others, each with its name on the board (``""`` for one that nobody here knows). ``hidden`` is how many cards
    lie there where the viewer knows none of them. ``figures`` are numbers that the log tells of, by their names."""

    label: str
    value: str
    seats: tuple[int, ...] = ()
    held: tuple[tuple[str, str], ...] = ()
    laid: tuple[tuple[str, str], ...] = ()
    hidden: int = 0
    figures: tuple[tuple[str, int], ...] = ()

    @property
    def has_copies(self) -> bool:
        return len(set(self.held)) < len(self.held)


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
    """How a state's fields are shown: beside their seat, as a pile, as a name, or unchanged."""

    def __init__(self, state: type, said: Notes, by_seat: Collection[str], left_out: Collection[str]) -> None:
        self._hints = hints_of(state, said)
        self._notes = {name: taken_apart(hint)[1] for name, hint in self._hints.items()}
        self._by_seat, self._left_out = by_seat, left_out

    # --- for people -----------------------------------------------------------------------------------------

    def board(self, view: Any, title: str, texts: Mapping[str, str], asked: Mapping[int, str]) -> PlainBoard:
        """A section for the common fields, and one for each seat with its entry of every list by seat.

        ``asked`` is what each seat must decide: a choice of one number that it holds in ``hands`` lies on that card.

        A replay shows every position, so also those between the first facts, where a list has no entries yet.
        """
        common, each = self._own_fields
        rows = [self._row(label(texts, name), name, getattr(view, name)) for name in common]
        seats = [
            Section("", seat, tuple(self._entry(view, name, seat, texts, asked.get(seat, "")) for name in each))
            for seat in range(view.seats)
        ]
        return PlainBoard((Section(title, None, tuple(rows)), *seats))

    @property
    def _own_fields(self) -> tuple[list[str], list[str]]:
        """The fields of the table, and those by seat."""
        own = [name for name in self._notes if name not in self._left_out]
        return [name for name in own if not self._is_by_seat(name)], [name for name in own if self._is_by_seat(name)]

    def _is_by_seat(self, name: str) -> bool:
        notes = self._notes[name]
        each = any(isinstance(note, EachSeats) or (isinstance(note, Known) and note.each) for note in notes)
        return each or name in self._by_seat

    def _row(self, text: str, name: str, value: Any) -> Row:
        notes = self._notes[name]
        if any(isinstance(note, SeatNumber) for note in notes):
            seats = tuple([seat for seat in (value if isinstance(value, list) else [value]) if seat >= 0])
            return Row(text, "" if seats else "–", seats)
        if isinstance(value, list) and any(isinstance(note, Known) and not note.each for note in notes):
            return Row(text, str(len(value)))
        laid = _laid(value) if _is_pile(self._hints[name], value) else ()
        return Row(text, _shown(value), laid=laid, figures=_figures(name, value, laid))

    def _entry(self, view: Any, name: str, seat: int, texts: Mapping[str, str], kind: str) -> Row:
        """The seat's entry of a list by seat, nothing if there is none yet."""
        values: Sequence[Any] = getattr(view, name)
        entry = values[seat] if seat < len(values) else []
        is_hand = name == HAND and isinstance(entry, list) and all(type(one) is int and one >= 0 for one in entry)
        held = tuple((str(one), f"{kind}:{one}") for one in entry) if is_hand else ()
        laid = () if held or not self._has_cards(name) else _laid(entry)
        figures = () if held else _figures(f"{name}.{seat}", entry, laid)
        hidden = len(entry) if self._has_cards(name) and _is_hidden(entry) else 0
        value = str(hidden) if hidden else _shown(entry)
        return Row(label(texts, name), value, held=held, laid=laid, hidden=hidden, figures=figures)

    def _has_cards(self, name: str) -> bool:
        """Whether the entries of a list by seat are cards."""
        base, notes = taken_apart(self._hints[name])
        entry = get_args(base)[0] if get_args(base) else int
        inside = get_args(taken_apart(entry)[0])
        marked = any(isinstance(note, CardForm | OneOf) for note in notes)
        return name == HAND or marked or _is_card(entry) or (bool(inside) and _is_card(inside[0]))

    def figures(self, view: Any) -> dict[str, int]:
        """The numbers on the board, by their names there."""
        common, each = self._own_fields
        rows = [self._row("", name, getattr(view, name)) for name in common]
        rows += [self._entry(view, name, seat, {}, "") for seat in range(view.seats) for name in each]
        return {name: n for row in rows for name, n in row.figures}

    # --- for programs ---------------------------------------------------------------------------------------

    def position(self, view: Any, ruleset: str | None, conceded: Collection[int], scores: Sequence[int]) -> Position:
        """Cards are piles, whole numbers are counts; ``scores`` are the final ones."""
        common, each = self._own_fields
        piles, counts, own = self._sorted({name: (self._hints[name], getattr(view, name)) for name in common})
        seats = [self._side(view, seat, each, seat in conceded, scores) for seat in range(view.seats)]
        return Position(ruleset=ruleset, seats=seats, piles=piles, counts=counts, game=own)

    def _side(self, view: Any, seat: int, each: Sequence[str], conceded: bool, scores: Sequence[int]) -> Side:
        entries = {}
        for name in each:
            base, notes = taken_apart(self._hints[name])
            (entry,), values = get_args(base), getattr(view, name)
            if seat < len(values):
                entries[name] = (Annotated[entry, *notes] if notes else entry, values[seat])
        points = [name for name in entries if any(isinstance(note, Score) for note in self._notes[name])]
        score = entries.pop(points[0])[1] if points else None
        piles, counts, own = self._sorted(entries)
        return Side(
            seat=seat,
            conceded=conceded,
            score=scores[seat] if seat < len(scores) else score,
            hand=piles.pop(HAND, ()),
            piles=piles,
            counts=counts,
            game=own,
        )

    def _sorted(self, values: Mapping[str, tuple[Any, Any]]) -> tuple[dict[str, Any], dict[str, int], dict[str, Any]]:
        """Piles, counts, and the rest."""
        piles, counts, own = {}, {}, {}
        for name, (hint, value) in values.items():
            if name == HAND or _is_pile(hint, value):
                piles[name] = _pile(value)
            elif type(value) is int and not self._names_a_seat(name):
                counts[name] = value
            else:
                own[name] = _plain(value)
        return piles, counts, own

    def _names_a_seat(self, name: str) -> bool:
        return any(isinstance(note, SeatNumber) for note in self._notes[name])


def _is_pile(hint: Any, value: Any) -> bool:
    """Cards, or values hidden like them: what a seat has sealed is a pile of at most one."""
    base, _ = taken_apart(hint)
    of_cards = _is_card(hint) or (is_row(base) and _is_card(get_args(base)[0]))
    return of_cards and not (isinstance(value, list | tuple) and any(isinstance(one, list | tuple) for one in value))


def _is_card(hint: Any) -> bool:
    return any(isinstance(note, CardForm | Known | OneOf) for note in taken_apart(hint)[1])


def _pile(value: Any) -> list[int | None]:
    cards = value if isinstance(value, list | tuple) else [value]
    return [None if card == UNKNOWN else card for card in cards if card != NOBODY]


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return None if type(value) is int and value in (UNKNOWN, NOBODY) else value


CARD_FIELDS: Final = frozenset({"card", "cards"})


def card_fields(kind: type) -> frozenset[str]:
    """Fields of a fact that name cards: by their name, others by their type."""
    hints = hints_of(kind)
    return frozenset(
        name
        for name, hint in hints.items()
        if name in CARD_FIELDS or _is_card(hint) or any(map(_is_card, get_args(taken_apart(hint)[0])))
    )


def card_names(value: Any) -> tuple[str, ...]:
    """The names on the board of one card, or several, of those that are known."""
    return tuple(name for _, name in _laid(value) if name)


def _laid(value: Any) -> tuple[tuple[str, str], ...]:
    """Cards with their names on the board; nothing where none of them is known."""
    cards = value if isinstance(value, list | tuple) else [value]
    there = [card for card in cards if type(card) is int and card != NOBODY]
    found = tuple((_shown(card), "" if card == UNKNOWN else f"card:{card}") for card in there)
    return found if any(name for _, name in found) else ()


def _is_hidden(value: Any) -> bool:
    """Whether it is a pile of which the viewer knows no card."""
    return isinstance(value, list | tuple) and bool(value) and all(card == UNKNOWN for card in value)


def _figures(name: str, value: Any, laid: Collection[tuple[str, str]]) -> tuple[tuple[str, int], ...]:
    """A number, or each of a list of numbers: tokens of several kinds."""
    numbers = {name: value} if type(value) is int else {f"{name}.{at}": n for at, n in enumerate(_listed(value))}
    known = not laid and all(type(n) is int and n >= 0 for n in numbers.values())
    return tuple(numbers.items()) if known else ()


def _listed(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list | tuple) else ()


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
