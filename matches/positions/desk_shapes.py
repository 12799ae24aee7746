"""What is shown of a position being set up: plain values for one template, whatever the game and the position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

Offers = tuple[tuple[str, tuple[tuple[str, str, str], ...]], ...]
"""What can be put somewhere, by group: ``(value, label, hint)``: where it lies now, or ``3/4`` copies left, or ""."""


@dataclass(frozen=True, slots=True)
class MarkShown:
    """A tick at a card: the list that names it (``key``), the card, and whether it does."""

    key: str
    label: str
    card: str
    ticked: bool


@dataclass(frozen=True, slots=True)
class ItemShown:
    """An entry of a list, with the fields beside its card (None where it has none)."""

    index: int
    label: str
    key: str
    part: PartShown | None = None
    marks: tuple[MarkShown, ...] = ()


@dataclass(frozen=True, slots=True)
class FieldShown:
    """One field. ``value`` is as it was written; ``said`` is whether the position gives a value there."""

    kind: str
    key: str
    label: str
    usual: str
    said: bool
    value: str = ""
    values: tuple[tuple[str, str, bool], ...] = ()
    """``(value, label, chosen)``."""
    picture: str = ""
    pictured: bool = False
    """Each value has an emblem of its own name."""
    agreed: str = ""
    """The option that counts where nothing is said."""
    most: int = 0
    inside: tuple[FieldShown, ...] = ()
    """What counts where a list is given (``Listed``)."""
    items: tuple[ItemShown, ...] = ()
    offer: str = ""
    """Which of ``DeskShown.offers`` can be put there."""
    asks: str = ""
    seat: int | None = None
    """Whose row it is."""
    filled: bool = False
    """The rules fill the list where nothing is said."""


@dataclass(frozen=True, slots=True)
class PartShown:
    """Fields that belong together, by how they are shown."""

    simple: tuple[FieldShown, ...]
    counts: tuple[FieldShown, ...]
    flags: tuple[FieldShown, ...]
    words: tuple[FieldShown, ...]
    listed: tuple[FieldShown, ...]
    lists: tuple[FieldShown, ...]

    @property
    def keys(self) -> Iterator[str]:
        for field in (*self.simple, *self.counts, *self.flags, *self.words, *self.listed, *self.lists):
            yield field.key
            for item in field.items:
                yield item.key
                if item.part is not None:
                    yield from item.part.keys


@dataclass(frozen=True, slots=True)
class SectionShown:
    key: str
    title: str
    seat: int | None
    folded: bool
    note: str
    picture: str
    part: PartShown
    parts: tuple[SectionShown, ...]

    @property
    def keys(self) -> Iterator[str]:
        yield self.key
        yield from self.part.keys
        for part in self.parts:
            yield from part.keys


@dataclass(frozen=True, slots=True)
class DeskShown:
    seats: int
    sections: tuple[SectionShown, ...]
    offers: Mapping[str, Offers]
    counted: bool
    """Whether offers say how many copies are left."""
    position: str
    """The whole position as JSON."""
    more: tuple[tuple[str, str], ...]
    """What no field shows, for people: ``("players.0.luck", "3")``."""

    @property
    def keys(self) -> frozenset[str]:
        """Every key that has a place on the page, where its errors can be shown."""
        return frozenset(key for section in self.sections for key in section.keys)
