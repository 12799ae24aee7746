"""Choices of a seat: as decisions on offer, and to readable JSON and back by the shape of each kind's choice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from ..contract import Decision, Json, SeatNo
from ..errors import MalformedDecision
from .notation import ABSENT, UNREADABLE, Notation, Pair

Choice = tuple[Any, ...]

_new = tuple.__new__


class Options(Sequence[Decision]):
    """Choices of one seat as decisions, each made only when it is read (``options_of``)."""

    __slots__ = ("choices", "kind", "seat")

    seat: SeatNo
    kind: str
    choices: Sequence[Choice]

    def __len__(self) -> int:
        return len(self.choices)

    def __getitem__(self, index: Any) -> Any:
        choice = self.choices[index]
        if type(index) is slice:
            return list(options_of(self.seat, self.kind, choice))
        return _new(Decision, (self.seat, self.kind, choice))

    def __iter__(self) -> Iterator[Decision]:
        for choice in self.choices:
            yield _new(Decision, (self.seat, self.kind, choice))

    def __contains__(self, decision: object) -> bool:
        if not isinstance(decision, Decision):
            return False
        return decision.seat == self.seat and decision.kind == self.kind and decision.choice in self.choices

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # a sequence compared by its content


def options_of(seat: Any, kind: str, choices: Sequence[Choice]) -> Options:
    """The choices as decisions. (An ``__init__`` would take twice the time.)"""
    made = Options()
    made.seat = seat
    made.kind = kind
    made.choices = choices
    return made


Rest = tuple[str, Any]
"""A name and a type: everything that is left of a choice, under one name."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The parts of a choice, in order: ``{"unit": Card, "zone": Zone}`` is the choice ``(unit, zone)``."""

    entries: Mapping[str, Any] = field(default_factory=dict)
    """Name in JSON -> type."""
    rest: Rest | None = None
    empty: Json | None = None
    """What stands for the choice ``()``: nothing is taken."""
    by: Mapping[str, Shape | OwnShape] | None = None
    """By the word that is the last entry: the shape of what follows it."""


@dataclass(frozen=True, slots=True)
class OwnShape:
    """A choice that the game writes and reads in its own way."""

    write: Callable[[tuple[Any, ...]], Json]
    read: Callable[[Json], tuple[Any, ...]]
    """Raises ``Unreadable``."""


class Unreadable(Exception):
    """A choice that cannot be read."""

    def __init__(self, field: str, value: Any) -> None:
        super().__init__(field)
        self.field, self.value = field, value


AnyShape = Shape | OwnShape
NOTHING: Final = Shape()


class Choices:
    """Writers and readers for the decisions of one game; ``rule`` is cited if a decision cannot be read.

    Where it is ``exact``, a field that says nothing is refused.
    """

    def __init__(self, notation: Notation, shapes: Mapping[str, AnyShape], rule: str, exact: bool = False) -> None:
        self._made = {kind: _made(shape, notation) for kind, shape in shapes.items()}
        self._rule = rule
        self._exact = exact

    def encode(self, decision: Decision) -> Json:
        """``{"kind": ..., ...}`` without the seat."""
        return {"kind": decision.kind, **self._made[decision.kind].write(decision.choice)}

    def decode(self, seat: SeatNo, data: Json) -> Decision:
        """Raises MalformedDecision that names the field."""
        if not isinstance(data, Mapping):
            raise self._malformed("", data)
        kind = data.get("kind")
        if not isinstance(kind, str) or kind not in self._made:
            raise self._malformed("kind", kind)
        try:
            choice = self._made[kind].read(data)
        except Unreadable as unreadable:
            raise self._malformed(unreadable.field, unreadable.value) from unreadable
        if self._exact:
            known = {"kind", *self._made[kind].write(choice)}
            for name in data:
                if name not in known:
                    raise self._malformed(name, data[name])
        return Decision(seat, kind, choice)

    def _malformed(self, name: str, value: Any) -> MalformedDecision:
        return MalformedDecision("malformed", self._rule, field=name, value=str(value)[:80])


def _made(shape: AnyShape, notation: Notation) -> OwnShape:
    if isinstance(shape, OwnShape):
        return shape
    entries = [(name, notation.pair(hint)) for name, hint in shape.entries.items()]
    rest = None if shape.rest is None else (shape.rest[0], notation.pair(shape.rest[1]))
    by = {word: _made(one, notation) for word, one in (shape.by or {}).items()}
    writes = [(name, write_one) for name, (write_one, _) in entries]
    empty, size = shape.empty, len(entries)

    def write(choice: tuple[Any, ...]) -> dict[str, Any]:
        if empty is not None and not choice:
            return dict(empty)
        written = {name: write_one(value) for (name, write_one), value in zip(writes, choice, strict=False)}
        if rest is not None:
            written[rest[0]] = rest[1][0](choice[size:])
        if by:
            written |= by[choice[size - 1]].write(choice[size:])
        return written

    def read(data: Json) -> tuple[Any, ...]:
        if empty is not None and _is_empty(data, empty, shape.entries):
            return ()
        values = [entry(data, name, pair) for name, pair in entries]
        if rest is not None:
            values += entry(data, *rest)
        if by:
            values += by[values[-1]].read(data)
        return tuple(values)

    return OwnShape(write, read)


def _is_empty(data: Json, empty: Json, entries: Mapping[str, Any]) -> bool:
    """Raises Unreadable if a field that stands for nothing says something else."""
    ((name, value),) = empty.items()
    if name in data and data[name] is value:
        return True
    if name in data and name not in entries:
        raise Unreadable(name, data[name])
    return False


def entry(data: Json, name: str, pair: Pair) -> Any:
    try:
        return pair[1](data.get(name, ABSENT))
    except UNREADABLE as error:
        raise Unreadable(name, data.get(name)) from error
