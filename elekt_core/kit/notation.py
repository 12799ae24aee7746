"""Facts and values as readable JSON and back, made once from the types of their fields (``fields``)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, get_args

from ..contract import UNKNOWN, Event, Json
from ..errors import BadRecord, UnknownKind
from .fields import CardForm, Maybe, OrAbsent, Own, Word, hints_of, is_record, is_row, taken_apart

Write = Callable[[Any], Any]
Read = Callable[[Any], Any]
Pair = tuple[Write, Read]

UNREADABLE: Final = (KeyError, ValueError, TypeError, IndexError, AttributeError)
NUMBERS: Final = frozenset({int})
ABSENT: Final = object()
_fact: Final = tuple.__new__
"""A fact of a class from its values in order: the class's own way takes them one by one, in twice the time."""


class Notation:
    """Writers and readers for the facts of one game with one list of cards.

    ``names`` are the cards by number; without them a card is written as its number. ``own`` has the game's own pairs
    (``Own``), ``number`` how an ``int`` is written of which nothing more is said, ``otherwise`` is for types that do
    not say how they are written; without it they are refused.
    """

    def __init__(
        self,
        kinds: Mapping[str, type],
        names: Sequence[str] | None = None,
        own: Mapping[str, Pair] | None = None,
        number: Any = int,
        otherwise: Pair | None = None,
    ) -> None:
        self.card = _card(names)
        self._own = own or {}
        self._number = number
        self._otherwise = otherwise
        self._fields = {cls: self._of(cls) for cls in kinds.values()}
        self._writers = {cls: [(name, write) for name, write, _ in fields] for cls, fields in self._fields.items()}
        self._absent = {cls: found for cls in kinds.values() if (found := _may_be_absent(cls))}
        self._readers = {
            kind: (cls, [(name, read) for name, _, read in self._fields[cls]], cls in self._absent)
            for kind, cls in kinds.items()
        }

    def _of(self, cls: type) -> list[tuple[str, Write, Read]]:
        hints = hints_of(cls)
        return [(name, *self.pair(hints[name])) for name in fields_of(cls)]

    # --- facts ----------------------------------------------------------------------------------------------

    def encode_event(self, event: Event) -> Json:
        cls = type(event)
        written = {name: write(value) for (name, write), value in zip(self._writers[cls], event, strict=True)}
        if cls in self._absent:
            for name, none in self._absent[cls]:
                if getattr(event, name) == none:
                    del written[name]
        return written

    def decode_event(self, kind: str, version: int, payload: Json) -> Any:
        """Raises UnknownKind, BadRecord that names the field."""
        known = self._readers.get(kind)
        if known is None or version != 1:
            raise UnknownKind("unknown_kind", kind=kind, version=version)
        cls, fields, may_lack = known
        if may_lack:
            payload = {**{name: ABSENT for name, _ in self._absent[cls]}, **payload}
        try:
            values = [read(payload[name]) for name, read in fields]
        except UNREADABLE as error:
            raise BadRecord("bad_payload", kind=kind, field=_unreadable(payload, fields)) from error
        if len(payload) != len(fields):
            raise BadRecord("bad_payload", kind=kind, field=min(set(payload) - {name for name, _ in fields}))
        return _fact(cls, values)

    # --- values ---------------------------------------------------------------------------------------------

    def writer(self, hint: Any) -> Write:
        """How a value of the type is written."""
        return self.pair(hint)[0]

    def pair(self, hint: Any) -> Pair:
        """How a value of the type is written and read."""
        base, notes = taken_apart(hint)
        write, read = self._noted(base, notes)
        for note in notes:
            if isinstance(note, OrAbsent):
                read = _or(note.none, read)
        return write, read

    def _noted(self, base: Any, notes: Iterable[Any]) -> Pair:
        for note in notes:
            match note:
                case CardForm():
                    return self.card
                case Word(words, none):
                    return word(words, none)
                case Maybe(none):
                    return maybe(none)
                case Own(name):
                    return self._own[name]
        if base is int and self._number is not int:
            return self._noted(int, (self._number,))
        if base in (int, str, bool):
            return typed(base)
        if is_row(base):
            return self._row(get_args(base)[0])
        if self._otherwise:
            return self._otherwise
        raise TypeError(f"{base} does not say how it is written")

    def _row(self, entry: Any) -> Pair:
        if entry is int and self._number is int:
            return list, _numbers
        return many(self.pair(entry))


def kind_of(event: type) -> str:
    """The stored kind of a class of facts: ``CardsDrawn`` is ``cards_drawn``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", event.__name__).lower()


def kinds_in(names: Mapping[str, Any]) -> dict[str, type]:
    """The kinds of facts of a module (its ``globals()``), in its order."""
    return {kind_of(value): value for value in names.values() if is_record(value)}


def fields_of(cls: Any) -> tuple[str, ...]:
    names: tuple[str, ...] = cls._fields
    return names


def word(words: Sequence[str], none: int | None = None) -> Pair:
    numbers: dict[str | None, int] = {one: number for number, one in enumerate(words)}
    known: dict[int, str | None] = dict(enumerate(words))
    if none is not None:
        numbers[None] = none
        known[none] = None
    return known.__getitem__, numbers.__getitem__


def maybe(none: int) -> Pair:
    read = typed(int)[1]
    return (lambda n: None if n == none else n), (lambda n: none if n is None else read(n))


def typed(kind: type) -> Pair:
    """As it is, of this type and no other."""

    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise TypeError(value)
        return value

    return as_it_is, read


def many(one: Pair) -> Pair:
    """A row of such values."""
    write_one, read_one = one

    def write(values: Iterable[Any]) -> list[Any]:
        return list(map(write_one, values))

    def read(values: Any) -> tuple[Any, ...]:
        if type(values) is not list:
            raise TypeError(values)
        return tuple(map(read_one, values))

    return write, read


def as_it_is(value: Any) -> Any:
    return value


def _card(names: Sequence[str] | None) -> Pair:
    if names is None:
        return maybe(UNKNOWN)
    numbers: dict[str | None, int] = {None: UNKNOWN, **{name: number for number, name in enumerate(names)}}
    return dict(enumerate(names)).get, numbers.__getitem__


def _or(none: int, read: Read) -> Read:
    return lambda value: none if value is ABSENT else read(value)


def _numbers(value: Any) -> tuple[int, ...]:
    if type(value) is not list or not NUMBERS.issuperset(map(type, value)):
        raise TypeError(value)
    return tuple(value)


def _may_be_absent(cls: type) -> list[tuple[str, int]]:
    notes = {name: taken_apart(hint)[1] for name, hint in hints_of(cls).items()}
    return [(name, note.none) for name, some in notes.items() for note in some if isinstance(note, OrAbsent)]


def _unreadable(payload: Json, fields: Sequence[tuple[str, Read]]) -> str:
    """The first field that is missing or wrong."""
    for name, read in fields:
        try:
            read(payload[name])
        except UNREADABLE:
            return name
    raise AssertionError("every field can be read")
