"""Dealing anew what a view hides: the cards that it shows nowhere, sorted, then drawn.

So the outcome depends on the view and the draws alone, and nobody who thinks on from it can peek.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import chain
from operator import attrgetter
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

from ..chance import Chance
from ..contract import UNKNOWN
from ..errors import CoreError
from .fields import CardForm, Known, Notes, OneOf, hints_of, is_record, is_row, taken_apart

Gather = Callable[[Any], Iterable[int]]


def shuffled(cards: Iterable[int], chance: Chance, draw: int) -> list[int]:
    """The cards in a drawn order, which depends only on the draw and on which cards they are."""
    ordered = sorted(cards)
    return [ordered[i] for i in chance.permutation(draw, len(ordered))]


def filled(cards: Iterable[int], unseen: Iterator[int]) -> tuple[int, ...]:
    """The same cards, each unknown one replaced by the next unseen card."""
    return tuple([next(unseen) if card == UNKNOWN else card for card in cards])


class Table:
    """Where cards lie in a state: its fields of the type ``Card``, and those that contain such fields."""

    def __init__(self, state: type, said: Notes | None = None) -> None:
        hints = hints_of(state, said)
        self._fields = [(name, gather) for name, hint in hints.items() if (gather := _gather(hint)) is not None]
        self.fields = frozenset(name for name, _ in self._fields)
        """The names of the fields in which cards lie."""
        self._hidden = [(name, taken_apart(hint)[1]) for name, hint in hints.items() if _is_hidden(hint)]

    def lying(self, view: Any) -> Iterator[int]:
        """The cards that lie somewhere in the view, UNKNOWN for each hidden one."""
        return chain.from_iterable([gather(getattr(view, name)) for name, gather in self._fields])

    def unseen(self, view: Any, cards: Iterable[int]) -> list[int]:
        """Those of the game's cards that lie nowhere in the view, in order."""
        seen = Counter(self.lying(view))
        left = []
        for card in sorted(cards):
            if seen.get(card):  # by its key it would be slow for those that are not there
                seen[card] -= 1
            else:
                left.append(card)
        return left

    def dealt_anew(self, view: Any, cards: Iterable[int], chance: Chance) -> Any:
        """A whole state that looks like the view: each hidden field gets unseen cards, or a value as its type says.

        Draw 0 orders the cards, one more is used for each field that holds none. Raises CoreError where the cards do
        not suffice: then the game has to deal anew in a way of its own.
        """
        s, supply = view.copy(), iter(shuffled(self.unseen(view, cards), chance, 0))
        for draw, (name, notes) in enumerate(self._hidden, 1):
            values = next((note.values for note in notes if isinstance(note, OneOf)), None)
            source = supply if values is None else _drawn(values, chance, draw)
            try:
                setattr(s, name, _filled_in(getattr(s, name), source))
            except StopIteration:
                raise CoreError("too_few_cards_to_deal_anew", field=name) from None
        if hasattr(s, "hidden"):
            s.hidden = 0
        return s


def table_of(state: type, said: Notes | None = None) -> Table:
    """The table of a class of states, made once."""
    return _table_of(state, tuple(said.items()) if said else ())


@cache
def _table_of(state: type, said: tuple[tuple[str, tuple[Any, ...]], ...]) -> Table:
    return Table(state, dict(said))


def cards_in(fact: Any, said: Notes | None = None) -> list[int]:
    """The cards that a fact puts somewhere, in its order; UNKNOWN for each hidden one."""
    cls: Any = type(fact)
    gather = _of_record(cls, tuple(said.items()) if said else ())
    return [] if gather is None else list(gather(fact))


def _is_hidden(hint: Any) -> bool:
    return any(isinstance(note, Known) for note in taken_apart(hint)[1])


def _drawn(values: Sequence[int], chance: Chance, draw: int) -> Iterator[int]:
    """One of the values for each that is asked for; none if there are no values."""
    while values:
        yield from [values[i] for i in chance.permutation(draw, len(values))]


def _filled_in(value: Any, supply: Iterator[int]) -> Any:
    if isinstance(value, list):
        return [_filled_in(one, supply) for one in value]
    if isinstance(value, tuple):
        return tuple([_filled_in(one, supply) for one in value])
    return next(supply) if value == UNKNOWN else value


def _gather(hint: Any) -> Gather | None:
    base, notes = taken_apart(hint)
    if any(isinstance(note, CardForm) and note.lies for note in notes):
        return _flat if is_row(base) else _one
    if is_record(base):
        return _of_record(base)
    if get_origin(base) in (Union, UnionType):
        return _of_any(_gather(kind) for kind in get_args(base) if kind is not NoneType)
    if is_row(base):
        return _of_row(_gather(get_args(base)[0]))
    if get_origin(base) is dict:
        return _of_dict(*map(_gather, get_args(base)))
    return None


@cache
def _of_record(cls: Any, said: tuple[tuple[str, tuple[Any, ...]], ...] = ()) -> Gather | None:
    hints = hints_of(cls, dict(said))
    fields = [(name, found) for name, hint in hints.items() if (found := _gather(hint)) is not None]
    if [found for _, found in fields] == [_one]:
        get = attrgetter(fields[0][0])
        return lambda record: (get(record),)
    return (lambda record: [c for name, found in fields for c in found(getattr(record, name))]) if fields else None


def _of_any(ways: Iterable[Gather | None]) -> Gather | None:
    """Gathers from a value that may be None."""
    for gather in ways:
        if gather is not None:
            known = gather
            return lambda value: () if value is None else known(value)
    return None


def _of_row(inner: Gather | None) -> Gather | None:
    if inner is None or inner is _one:
        return inner and _as_they_are
    if inner is _as_they_are:
        return chain.from_iterable
    return lambda values: chain.from_iterable(map(inner, values))


def _of_dict(key: Gather | None, value: Gather | None) -> Gather | None:
    keys, values = _of_row(key), _of_row(value)
    if keys is None or values is None:
        return keys or (values and (lambda entries: values(entries.values())))
    return lambda entries: chain(keys(entries), values(entries.values()))


def _one(card: Any) -> Iterable[int]:
    return (card,)


def _as_they_are(cards: Any) -> Iterable[int]:
    return cards  # type: ignore[no-any-return]


def _flat(value: Any) -> list[int]:
    return [card for one in value for card in _flat(one)] if isinstance(value, list | tuple) else [value]
