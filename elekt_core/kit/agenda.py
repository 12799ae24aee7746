"""The steps that carry the course of a game, one class each, and how they are written.

    @step
    class Confront(NamedTuple):
        seat: Seat
        zone: Zone

    KINDS: Final = {"confront": Confront, ...}      # by the word in a record

Steps lie on an agenda, the next one last (``driver``). They are small and flat, and hold no card that somebody may not
know, unless the game says how they are seen. No step at all is ``()``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeVar

from .fields import OrAbsent, taken_apart

if TYPE_CHECKING:  # it makes pairs of step kinds
    from .notation import Notation, Pair

T = TypeVar("T", bound=tuple[Any, ...])

_step: Final = tuple.__new__
_REQUIRED: Final = object()


def step(cls: type[T]) -> type[T]:
    """A kind of step, a ``NamedTuple`` class: equal only to steps of its own kind, while a tuple is equal to any with
    the same values.
    """

    def equal(self: T, other: object) -> bool:
        return type(self) is type(other) and tuple.__eq__(self, other)

    def unequal(self: T, other: object) -> bool:
        return not equal(self, other)

    cls.__eq__, cls.__ne__, cls.__hash__ = equal, unequal, tuple.__hash__  # type: ignore[assignment,method-assign]
    return cls


def as_objects(kinds: Mapping[str, type], notation: Notation) -> Pair:
    """Steps as ``{"step": word, field: value, ...}``, each field written as its type says. If Python reserves a name,
    the class has it with an underscore: ``with_``, ``index_``.
    """
    made = {word: [_field(name, hint, notation) for name, hint in _hints(cls, notation)] for word, cls in kinds.items()}
    writes = {kinds[word]: (word, [(name, none, write) for name, none, (write, _) in made[word]]) for word in kinds}
    reads = {word: (kinds[word], [(name, none, read) for name, none, (_, read) in made[word]]) for word in kinds}

    def write_step(step: Any) -> dict[str, Any]:
        if not step:
            return {}
        word, fields = writes[type(step)]
        written: dict[str, Any] = {"step": word}
        for (name, none, write), value in zip(fields, step, strict=True):
            if value != none:
                written[name] = write(value)
        return written

    def read_step(data: Mapping[str, Any]) -> Any:
        if not data:
            return ()
        cls, fields = reads[data["step"]]
        return _step(
            cls, [read(data[name]) if name in data or none is _REQUIRED else none for name, none, read in fields]
        )

    return write_step, read_step


def _hints(cls: Any, notation: Notation) -> list[tuple[str, Any]]:
    hints = notation.types_of(cls)
    return [(name, hints[name]) for name in cls._fields]


def _field(name: str, hint: Any, notation: Notation) -> tuple[str, Any, Pair]:
    """The writer of a field, and the value of an absent one."""
    none = next((note.none for note in taken_apart(hint)[1] if isinstance(note, OrAbsent)), _REQUIRED)
    return name.rstrip("_"), none, notation.present(hint)


def as_rows(marks: Mapping[type, Any]) -> tuple[Callable[[Any], Any], Callable[[Any], Any]]:
    """Writers of a step as ``[mark, value, ...]``, and of a whole agenda, for fingerprints: each kind has a mark."""

    first: dict[type, Any] = {cls: (mark,) for cls, mark in marks.items()}
    first[tuple] = ()  # of no step at all

    def write_step(step: Any) -> Any:
        return first[type(step)] + step

    def write_agenda(steps: Any) -> list[Any]:
        return [first[type(step)] + step for step in steps]

    return write_step, write_agenda
