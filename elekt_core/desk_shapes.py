"""What the form of a position shows (``desk``): plain values for one template, whatever the game and the position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

Offers = tuple[tuple[str, tuple[tuple[str, str, str], ...]], ...]
"""What can be put somewhere, by group: ``(value, label, how many copies are left of how many, or "")``."""


@dataclass(frozen=True, slots=True)
class ItemShown:
    """An entry of a list, with the fields beside its card (None where it has none)."""

    index: int
    label: str
    key: str
    part: PartShown | None = None


@dataclass(frozen=True, slots=True)
class FieldShown:
    """One field. ``value`` stands as it was written; ``said`` is whether the position says anything there."""

    kind: str
    key: str
    label: str
    usual: str
    said: bool
    value: str = ""
    values: tuple[tuple[str, str, bool], ...] = ()
    """``(value, label, chosen)``."""
    items: tuple[ItemShown, ...] = ()
    offer: str = ""
    """Which of ``DeskShown.offers`` can be put there."""
    filled: bool = False
    """The rules fill the list where nothing is said."""


@dataclass(frozen=True, slots=True)
class PartShown:
    """Fields that belong together, by the way in which they are shown."""

    simple: tuple[FieldShown, ...]
    flags: tuple[FieldShown, ...]
    words: tuple[FieldShown, ...]
    lists: tuple[FieldShown, ...]

    @property
    def keys(self) -> Iterator[str]:
        for field in (*self.simple, *self.flags, *self.words, *self.lists):
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
    part: PartShown


@dataclass(frozen=True, slots=True)
class DeskShown:
    sections: tuple[SectionShown, ...]
    offers: Mapping[str, Offers]
    position: str
    """The whole position as JSON."""
    more: tuple[tuple[str, str], ...]
    """What no field shows, for people: ``("players.0.luck", "3")``."""

    @property
    def keys(self) -> frozenset[str]:
        """Every key that has a place on the form, where what is wrong with it can be told."""
        parts = [key for section in self.sections for key in section.part.keys]
        return frozenset((*parts, *(section.key for section in self.sections)))
