"""Dealing anew what a view does not show: the cards that it shows nowhere, ordered, then drawn.

So the outcome depends on the view and the draws alone, and nobody who thinks on from it can peek.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from ..chance import Chance
from ..contract import UNKNOWN
from .fields import CardForm, is_record, is_row, taken_apart

Gather = Callable[[Any], Iterable[int]]


def shuffled(cards: Iterable[int], chance: Chance, draw: int) -> list[int]:
    """The cards in a drawn order, which depends on nothing but which cards they are and the draw."""
    ordered = sorted(cards)
    return [ordered[i] for i in chance.permutation(draw, len(ordered))]


def filled(cards: Iterable[int], unseen: Iterator[int]) -> tuple[int, ...]:
    """The same cards, each unknown one replaced by the next that is unseen."""
    return tuple([next(unseen) if card == UNKNOWN else card for card in cards])


class Table:
    """Where cards lie in a state: its fields of the type ``Card``, and what holds such."""

    def __init__(self, state: type) -> None:
        hints = get_type_hints(state, include_extras=True)
        self._fields = [(name, gather) for name, hint in hints.items() if (gather := _gather(hint)) is not None]

    def seen(self, view: Any) -> Counter[int]:
        """How often each card lies somewhere in view."""
        found: Counter[int] = Counter()
        for name, gather in self._fields:
            found.update(gather(getattr(view, name)))
        del found[UNKNOWN]
        return found

    def unseen(self, view: Any, cards: Iterable[int]) -> list[int]:
        """Those of the game's cards that lie nowhere in view, in order."""
        left = Counter(cards)
        left.subtract(self.seen(view))
        return sorted(left.elements())


def _gather(hint: Any) -> Gather | None:
    base, notes = taken_apart(hint)
    if any(isinstance(note, CardForm) and note.lies for note in notes):
        return lambda card: (card,)
    if is_record(base):
        hints = get_type_hints(base, include_extras=True)
        fields = [(name, found) for name, one in hints.items() if (found := _gather(one)) is not None]
        return (lambda record: [c for name, found in fields for c in found(getattr(record, name))]) if fields else None
    if get_origin(base) in (Union, UnionType):
        return _of_any(_gather(kind) for kind in get_args(base) if kind is not NoneType)
    if is_row(base):
        entry = get_args(base)[0]
        if taken_apart(entry)[1] and _gather(entry):
            return as_they_are
        return _of_row(_gather(entry))
    if get_origin(base) is dict:
        key, value = map(_gather, get_args(base))
        return _of_dict(key, value) if key or value else None
    return None


def _of_any(ways: Iterable[Gather | None]) -> Gather | None:
    """What gathers from a value that may be None."""
    for gather in ways:
        if gather is not None:
            known = gather
            return lambda value: () if value is None else known(value)
    return None


def _of_row(inner: Gather | None) -> Gather | None:
    return None if inner is None else lambda values: [card for value in values for card in inner(value)]


def as_they_are(cards: Iterable[int]) -> Iterable[int]:
    return cards


def _of_dict(key: Gather | None, value: Gather | None) -> Gather:
    def gather(entries: Any) -> list[int]:
        found = [card for one in entries for card in key(one)] if key else []
        return found + ([card for one in entries.values() for card in value(one)] if value else [])

    return gather
