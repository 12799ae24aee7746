"""Facts and values to readable JSON and back, made once from the types of their fields (``fields``)."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from operator import itemgetter
from typing import Any, Final, get_args

from ..contract import UNKNOWN, Event, Json
from ..errors import BadRecord, UnknownKind
from .fields import Among, CardForm, Maybe, OrAbsent, Own, Word, hints_of, is_record, is_row, taken_apart

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
    not say how they are written; without it they are refused. ``types`` has, by class, those of fields that do not
    say it themselves. ``steps`` makes the pair for steps (``agenda.as_objects``): it is ``Own("step")``, and
    ``Own("agenda")`` for many.
    """

    def __init__(
        self,
        kinds: Mapping[str, type],
        names: Sequence[str] | None = None,
        own: Mapping[str, Pair] | None = None,
        number: Any = int,
        otherwise: Pair | None = None,
        types: Mapping[type, Mapping[str, Any]] | None = None,
        steps: Callable[[Notation], Pair] | None = None,
    ) -> None:
        self.card = card_pair(names)
        self._known_card = known_card_pair(names)
        self._own = dict(own or {})
        self.number = number
        self._otherwise = otherwise
        self._types = types or {}
        if steps is not None:
            self.step = steps(self)
            self._own |= {"step": self.step, "agenda": many(self.step)}
        self._facts = {kind: Fact(cls, self) for kind, cls in kinds.items()}
        self._writers = {fact.cls: (fact.writes, fact.may_lack) for fact in self._facts.values()}

    # --- facts ----------------------------------------------------------------------------------------------

    def encode_event(self, event: Event) -> Json:
        writes, may_lack = self._writers[type(event)]
        written = {name: write(value) for (name, write), value in zip(writes, event, strict=True)}
        if may_lack:
            for name, none in may_lack:
                if getattr(event, name) == none:
                    del written[name]
        return written

    def decode_event(self, kind: str, version: int, payload: Json) -> Any:
        """Raises UnknownKind, BadRecord that names the field."""
        fact = self._facts.get(kind)
        if fact is None or version != 1:
            raise UnknownKind("unknown_kind", kind=kind, version=version)
        if fact.may_lack:
            payload = {**{name: ABSENT for name, _ in fact.may_lack}, **payload}
        try:
            values = list(fact.get(payload))
            for place, cls in fact.typed:
                if type(values[place]) is not cls:
                    raise TypeError(values[place])
            for place, read in fact.reads:
                values[place] = read(values[place])
        except UNREADABLE as error:
            raise BadRecord("bad_payload", kind=kind, field=fact.unreadable(payload)) from error
        if len(payload) != len(values):
            raise BadRecord("bad_payload", kind=kind, field=min(set(payload) - {*fact.names}))
        return _fact(fact.cls, values)

    def types_of(self, cls: type) -> dict[str, Any]:
        return {**hints_of(cls), **self._types.get(cls, {})}

    # --- values ---------------------------------------------------------------------------------------------

    def writer(self, hint: Any) -> Write:
        """How a value of the type is written."""
        return self.pair(hint)[0]

    def pair(self, hint: Any) -> Pair:
        """How a value of the type is written and read."""
        write, read = self.present(hint)
        for note in taken_apart(hint)[1]:
            if isinstance(note, OrAbsent):
                read = _or(note.none, read)
        return write, read

    def present(self, hint: Any) -> Pair:
        """The same for a value that is present."""
        return self._noted(*taken_apart(hint))

    def _noted(self, base: Any, notes: Iterable[Any]) -> Pair:
        for note in notes:
            match note:
                case CardForm(known=known):
                    return self._known_card if known else self.card
                case Among(words):
                    return among(words)
                case Word(words, none):
                    return word(words, none)
                case Maybe(none):
                    return maybe(none)
                case Own(name):
                    return self._own[name]
        if base is int and self.number is not int:
            return self._noted(int, (self.number,))
        if base in TYPED:
            return TYPED[base]
        if is_row(base):
            return self._row(get_args(base)[0])
        if self._otherwise:
            return self._otherwise
        raise TypeError(f"{base} does not say how it is written")

    def _row(self, entry: Any) -> Pair:
        if entry is int and self.number is int:
            return list, _numbers
        return many(self.pair(entry))


def kind_of(event: type) -> str:
    """The stored kind of a class of facts: ``CardsDrawn`` is ``cards_drawn``."""
    return _in_snake_case(event.__name__)


@cache
def _in_snake_case(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def kinds_in(names: Mapping[str, Any]) -> dict[str, type]:
    """The kinds of facts in a module (its ``globals()``), in its order."""
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
    _, read = TYPED[int]
    return (lambda n: None if n == none else n), (lambda n: none if n is None else read(n))


def typed(kind: type) -> Pair:
    """A value of exactly this type, unchanged."""

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


def card_pair(names: Sequence[str] | None) -> Pair:
    if names is None:
        return maybe(UNKNOWN)
    numbers: dict[str | None, int] = {None: UNKNOWN, **{name: number for number, name in enumerate(names)}}
    return dict(enumerate(names)).get, numbers.__getitem__


def known_card_pair(names: Sequence[str] | None) -> Pair:
    return TYPED[int] if names is None else word(names)


def among(words: Collection[str]) -> Pair:
    def read(value: Any) -> str:
        if type(value) is not str or value not in words:
            raise ValueError(value)
        return value

    return as_it_is, read


def _or(none: Any, read: Read) -> Read:
    return lambda value: none if value is ABSENT else read(value)


def _numbers(value: Any) -> tuple[int, ...]:
    if type(value) is not list or not NUMBERS.issuperset(map(type, value)):
        raise TypeError(value)
    return tuple(value)


TYPED: Final = {kind: typed(kind) for kind in (int, str, bool)}


class Fact:
    """How the facts of one class are written and read: numbers and texts only need a type check."""

    __slots__ = ("_pairs", "cls", "get", "may_lack", "names", "reads", "typed", "writes")

    def __init__(self, cls: Any, notation: Notation) -> None:
        hints = notation.types_of(cls)
        self.cls = cls
        self.names: tuple[str, ...] = cls._fields
        self._pairs: list[tuple[str, Write, Read]] = [(name, *notation.pair(hints[name])) for name in self.names]
        self.writes = [(name, write) for name, write, _ in self._pairs]
        kinds = {read: kind for kind, (_, read) in TYPED.items()}
        reads = [(place, read) for place, (_, _, read) in enumerate(self._pairs)]
        self.typed = [(place, kinds[read]) for place, read in reads if read in kinds]
        self.reads = [(place, read) for place, read in reads if read not in kinds and read is not as_it_is]
        self.get = _taken(self.names)
        notes = {name: taken_apart(hint)[1] for name, hint in hints.items()}
        self.may_lack = [
            (name, note.none) for name, some in notes.items() for note in some if isinstance(note, OrAbsent)
        ]

    def unreadable(self, payload: Json) -> str:
        """The first field that is missing or wrong."""
        for name, _, read in self._pairs:
            try:
                read(payload[name])
            except UNREADABLE:
                return name
        raise AssertionError("every field can be read")


def _taken(names: Sequence[str]) -> Callable[[Json], Sequence[Any]]:
    """The values in an object under these names."""
    if len(names) > 1:
        return itemgetter(*names)
    return lambda payload: [payload[name] for name in names]
