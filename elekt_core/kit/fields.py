"""What a field's type says beyond Python: how its value is written, and who may know it.

A game gives its fields such types in its events (``NamedTuple`` classes) and in its state::

    Zone = Annotated[int, Word(ZONES)]

    class UnitAssigned(NamedTuple):
        seat: int
        unit: Card
        zone: Zone

    class HandDealt(NamedTuple):
        seat: int
        cards: Annotated[Cards, KNOWN_TO_SEAT]

``notation`` writes and reads by them, ``knowledge`` makes views and redacted facts of them, ``dealing`` deals anew.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Final, get_args, get_origin, get_type_hints

# --- how it is written ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CardForm:
    """A card by its name (by a number if the cards have no names), an unknown one as ``null``."""

    lies: bool = True
    """Whether the card lies there. If not, it is only meant, and lies elsewhere."""
    known: bool = False
    """Whether it must be known: ``null`` is refused."""


@dataclass(frozen=True, slots=True)
class Word:
    """An index into ``words``, written as the word; ``none``, if given, as ``null``."""

    words: Sequence[str]
    none: int | None = None


@dataclass(frozen=True, slots=True)
class Among:
    """One of these texts, unchanged."""

    words: Collection[str]


@dataclass(frozen=True, slots=True)
class Maybe:
    """A number, ``none`` as ``null``."""

    none: int


@dataclass(frozen=True, slots=True)
class OrAbsent:
    """A field that is left out if it has the value ``none``."""

    none: Any


@dataclass(frozen=True, slots=True)
class Own:
    """Written in the game's own way: the pair that it hands to ``Notation`` under this name."""

    name: str


CARD: Final = CardForm()
Card = Annotated[int, CARD]
Cards = tuple[Card, ...]
GivenCard = Annotated[int, CardForm(lies=False, known=True)]
"""A card that somebody names."""
CardName = Annotated[int, CardForm(lies=False)]

# --- who may know it ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Known:
    """Who knows a field's cards; for all others each of them is UNKNOWN."""

    to: tuple[str, ...] = ()
    """Fields beside it, each a seat that knows them."""
    mask: str = ""
    """A field beside it: bit mask of the seats that know them."""
    masks: str = ""
    """A field beside it: such a mask for each of the cards, in the same places."""
    each: bool = False
    """It is a list by seat, each entry known to its seat."""
    where: tuple[str, int] | None = None
    """They are hidden only where this field beside it has this value."""
    open: tuple[int, ...] = ()
    """Values that hide nothing (no card there)."""


@dataclass(frozen=True, slots=True)
class SeenAs:
    """Hidden in the game's own way: ``see(value, viewer)`` is the value as the viewer may know it."""

    see: Callable[[Any, Any], Any]


@dataclass(frozen=True, slots=True)
class OneOf:
    """Hidden, but not a card: dealt anew, it gets one of these values."""

    values: Sequence[int]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A view has an ``empty`` value instead: for what follows from the position, or what only the rules read."""

    empty: Any


HIDDEN: Final = Known()
KNOWN_TO_SEAT: Final = Known(to=("seat",))
KNOWN_TO_EACH: Final = Known(each=True)
OwnCard = Annotated[Card, KNOWN_TO_SEAT]
OwnCards = Annotated[Cards, KNOWN_TO_SEAT]
SecretCard = Annotated[Card, HIDDEN]
SecretCards = Annotated[Cards, HIDDEN]


def known_to(*fields: str, where: tuple[str, int] | None = None) -> Known:
    """The seats that these fields of the same fact, or state, name."""
    return Known(to=fields, where=where)


# --- reading types --------------------------------------------------------------------------------------------


Notes = Mapping[str, tuple[Any, ...]]
"""By field what is said of it beside its type."""


def hints_of(cls: Any, said: Notes | None = None) -> dict[str, Any]:
    """The types of a class's fields, with what ``said`` adds to them."""
    hints = dict(_hints(cls))
    for name, notes in (said or {}).items():
        hints[name] = Annotated[hints[name], *notes]
    return hints


@cache
def _hints(cls: Any) -> dict[str, Any]:
    return get_type_hints(cls, include_extras=True)


def taken_apart(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    """A type without its ``Annotated`` additions, and the additions."""
    if get_origin(hint) is Annotated:
        base, *notes = get_args(hint)
        return base, tuple(notes)
    return hint, ()


def is_row(hint: Any) -> bool:
    """Whether it is ``tuple[X, ...]`` or ``list[X]``."""
    origin = get_origin(hint)
    return origin is list or (origin is tuple and get_args(hint)[1:] == (...,))


def is_record(hint: Any) -> bool:
    """Whether it is a ``NamedTuple`` class."""
    return isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields")
