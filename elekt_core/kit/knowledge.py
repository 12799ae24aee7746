"""Views and redacted facts, made once from what the types of fields say about who knows them (``fields.Known``)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import NoneType, UnionType
from typing import Any, Final, Generic, TypeVar, Union, get_args, get_origin

from ..contract import UNKNOWN, Event, State, Viewer, sees
from .fields import Known, LeftOut, Notes, SeenAs, hints_of, is_record, is_row, taken_apart

S = TypeVar("S", bound=State)

See = Callable[[Any, Any, Viewer], Any]
"""(what the value is a field of, the value, the viewer) -> the value as the viewer may know it."""

Said = Mapping[type, Notes]

EVERYONE: Final = 0b11111
"""Mask of all seats there can be, and of one that nobody has: what lies hidden from all of them."""


def mask_of(viewer: Viewer) -> int:
    """The mask of the seats whose secrets the viewer knows."""
    if isinstance(viewer, frozenset):
        return sum(1 << seat for seat in viewer)
    return 0 if viewer is None else 1 << viewer


class Knowledge(Generic[S]):
    """What a seat, several seats together, or a spectator (None), may know about a game's positions and facts.

    A state with a field ``hidden`` has in it the mask of the seats whose secrets it does not know. ``said`` adds to
    the types, by class and field.
    """

    def __init__(self, state: type[S], facts: Iterable[type], said: Said | None = None) -> None:
        said = said or {}
        hints = hints_of(state, said.get(state))
        self._state = _hidden_in(hints)
        self._masked = "hidden" in hints
        self._facts = {fact: see for fact in facts if (see := _of_record(fact, said.get(fact)))}

    def view(self, state: S, viewer: Viewer) -> S:
        """The state as the viewer may know it."""
        seen: Any = state.copy()
        if self._masked:
            seen.hidden = EVERYONE & ~mask_of(viewer)
        for name, see in self._state:
            setattr(seen, name, see(state, getattr(state, name), viewer))
        result: S = seen
        return result

    def redact(self, event: Event, viewer: Viewer) -> Any:
        """The fact as the viewer may know it: the same kind and shape, with UNKNOWN in the hidden places."""
        see = self._facts.get(type(event))
        return event if see is None else see(event, viewer)


def _hidden_in(hints: dict[str, Any]) -> list[tuple[str, See]]:
    return [(name, see) for name, hint in hints.items() if (see := seen(hint)) is not None]


def _of_record(cls: Any, said: Notes | None = None) -> Callable[[Any, Viewer], Any] | None:
    """How the viewer sees a ``NamedTuple``; the value itself if the viewer knows all of it."""
    hidden = [(cls._fields.index(name), see) for name, see in _hidden_in(hints_of(cls, said))]
    if not hidden:
        return None

    def see_record(record: Any, viewer: Viewer) -> Any:
        values = None
        for place, see in hidden:
            known = see(record, record[place], viewer)
            if known is not record[place]:
                values = values or list(record)
                values[place] = known
        return record if values is None else _record(cls, values)

    return see_record


_record: Final = tuple.__new__


def seen(hint: Any) -> See | None:
    """How the viewer sees a value of the type; None if everybody knows it."""
    base, notes = taken_apart(hint)
    for note in notes:
        match note:
            case SeenAs(see):
                return lambda owner, value, viewer: see(value, viewer)
            case LeftOut(empty):
                return lambda owner, value, viewer: empty
            case Known():
                return _known(note, base)
    return _inside(base)


def _inside(base: Any) -> See | None:
    """The same for a type with hidden fields somewhere inside."""
    if is_record(base):
        return _record_in_a_field(_of_record(base))
    if get_origin(base) in (Union, UnionType):
        (kind,) = [kind for kind in get_args(base) if kind is not NoneType]
        return _if_any(seen(kind))
    if is_row(base):
        return _each(seen(get_args(base)[0]), get_origin(base))
    if get_origin(base) is dict:
        return _each_value(seen(get_args(base)[1]))
    return None


def _record_in_a_field(see: Callable[[Any, Viewer], Any] | None) -> See | None:
    return None if see is None else lambda owner, value, viewer: see(value, viewer)


def _if_any(see: See | None) -> See | None:
    return None if see is None else lambda owner, value, viewer: None if value is None else see(owner, value, viewer)


def _each(see: See | None, row: Any) -> See | None:
    if see is None:
        return None
    return lambda owner, values, viewer: row([see(owner, value, viewer) for value in values]) if values else values


def _each_value(see: See | None) -> See | None:
    if see is None:
        return None
    return lambda owner, values, viewer: {key: see(owner, value, viewer) for key, value in values.items()}


def _known(known: Known, base: Any) -> See:
    if known.each:
        return _by_place(_hide(get_args(base)[0], known.open), get_origin(base))
    if known.masks:
        return _by_masks(known.masks, base)
    hide = _hide(base, known.open)
    if not known.mask and known.where is None and len(known.to) < 2:
        return _to_one(known.to[0], hide) if known.to else lambda owner, value, viewer: hide(value)
    knows = _knows(known)
    return lambda owner, value, viewer: value if knows(owner, viewer) else hide(value)


def _to_one(seat: str, hide: Callable[[Any], Any]) -> See:
    return lambda owner, value, viewer: value if sees(viewer, getattr(owner, seat)) else hide(value)


def _by_place(hide: Callable[[Any], Any], row: Any) -> See:
    """Hides entries by seat."""

    def see(owner: Any, values: Any, viewer: Viewer) -> Any:
        seen = [value if sees(viewer, seat) else hide(value) for seat, value in enumerate(values)]
        return seen if row is list else row(seen)

    return see


def _by_masks(masks: str, base: Any) -> See:
    """Hides cards of rows, each by the mask at the same place of another field."""

    def see(owner: Any, rows: Any, viewer: Viewer) -> Any:
        own = mask_of(viewer)
        return [
            tuple([card if mask & own else UNKNOWN for card, mask in zip(row, known, strict=True)])
            for row, known in zip(rows, getattr(owner, masks), strict=True)
        ]

    return see


def _knows(known: Known) -> Callable[[Any, Viewer], bool]:
    names, mask, where = known.to, known.mask, known.where

    def by_seat(owner: Any, viewer: Viewer) -> bool:
        return any(sees(viewer, getattr(owner, name)) for name in names)

    def by_mask(owner: Any, viewer: Viewer) -> bool:
        return bool(getattr(owner, mask) & mask_of(viewer))

    knows = by_mask if mask else by_seat
    if where is None:
        return knows
    field, value = where
    return lambda owner, viewer: getattr(owner, field) != value or knows(owner, viewer)


def _hide(hint: Any, open_: tuple[int, ...]) -> Callable[[Any], Any]:
    """As many unknown cards in the same shape."""
    base, _ = taken_apart(hint)
    if is_row(base):
        row, entry = get_origin(base), taken_apart(get_args(base)[0])[0]
        if entry is int and not open_:
            return unknown if row is tuple else lambda values: [UNKNOWN] * len(values)
        one = _hide(entry, open_)
        return lambda values: row([one(value) for value in values])
    return lambda value: value if value in open_ else UNKNOWN


def unknown(cards: tuple[int, ...]) -> tuple[int, ...]:
    """As many UNKNOWN cards."""
    return (UNKNOWN,) * len(cards)
