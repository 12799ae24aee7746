"""What a game says about its positions so that people can set one up by hand: the fields and their words.

A field is named by where it stands in the game's positions (docs/scenarios.md): ``players.0.money``. How fields are
shown, sent and read again is not said here: whoever lays a position out follows them, the same way for every game.
Nothing is judged: whatever a position says stays in it until the game's own reading has told what is wrong with it.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

from . import json_path

Json = Mapping[str, Any]
PLAYERS: Final = "players"
"""The list of a position that has an entry for each side."""
MAX_ENTRIES: Final = 120
"""Entries of one list that are shown: more is no position, and no work of a person."""

Values = tuple[tuple[Any, str], ...]
"""What can be chosen, with its words."""
Only = tuple[tuple[str, tuple[Any, ...]], ...]
"""Keys, each with the values of which the position must say one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Said:
    only: Only = ()
    """Where the field has a meaning; elsewhere it is not asked, and what it said is forgotten."""
    picture: str = ""
    """A picture beside the label: the name of an emblem, ``heat`` or ``<game>/siege``."""


@dataclass(frozen=True, slots=True)
class Field(_Said):
    """``usual`` is the value if the position gives none."""

    key: str
    label: str
    usual: str = ""


@dataclass(frozen=True, slots=True)
class Number(Field):
    agreed: str = ""
    """The option of the ruleset that counts where the position says nothing."""


@dataclass(frozen=True, slots=True)
class Count(Number):
    """A number of small things in one place, at most ``most``."""

    most: int = 9


@dataclass(frozen=True, slots=True)
class Choice(Field):
    """One of the values. Without ``usual`` the position always gives one (``PositionFields.completed``)."""

    values: Values = ()
    holds: bool = False
    """The value is a card, which lies here and nowhere else."""


@dataclass(frozen=True, slots=True)
class Flag(Field):
    pass


@dataclass(frozen=True, slots=True)
class Words(Field):
    """Some of these, in any order."""

    values: Values = ()
    pictured: bool = False
    """Each value has an emblem of its own name."""


@dataclass(frozen=True, slots=True)
class Listed(Field):
    """Something that the rules set (``usual``) unless the position lists it (``listed``): then these fields count."""

    listed: str = ""
    inside: tuple[Words, ...] = ()


@dataclass(frozen=True, slots=True)
class Mark:
    """A tick beside each card of a list: whether the list ``key`` of the position names it too."""

    key: str
    label: str


@dataclass(frozen=True, slots=True)
class Cards(Field):
    """A list of cards, or of other things that ``PositionFields.offers`` has under ``offer``, in order.

    With ``inside``, an entry may be a table: the card under ``PositionFields.entry``, and these fields beside it.
    """

    offer: str = ""
    inside: tuple[Field, ...] = ()
    filled: bool = False
    """Whether saying nothing is another thing than saying that nothing lies there."""
    marks: tuple[Mark, ...] = ()
    seat: int | None = None
    """Whose row it is, where several sides have one side by side: they are told apart by their names."""
    where: str = ""
    """What is said of a card on offer that lies here, instead of how many copies of it are left."""
    asks: str = "…"
    """What stands before a card is chosen."""


@dataclass(frozen=True, slots=True)
class Section:
    """``seat`` is its owner, whose name is the title. ``parts`` are sections inside it, after ``fields``."""

    key: str
    title: str
    fields: tuple[Field, ...] = ()
    seat: int | None = None
    folded: bool = False
    """What few positions say: it is shown to who asks for it."""
    note: str = ""
    """A sentence for people: above the parts, or below the fields where there are none."""
    picture: str = ""
    parts: tuple[Section, ...] = ()


class PositionFields(ABC):
    """The fields of a game's positions."""

    ignores: Collection[str] = ()
    """Options of the ruleset that mean nothing where a match begins in a position."""
    entry: str = ""
    """The key by which a table in a list names its card."""
    by_side: Collection[str] = (PLAYERS,)
    """The lists that have an entry for each side."""

    @cached_property
    def _sections(self) -> dict[tuple[int, str], tuple[Section, ...]]:
        return {}

    @abstractmethod
    def sections(self, seats: int, language: str) -> Sequence[Section]: ...

    @abstractmethod
    def offers(self, seats: int, language: str) -> Mapping[str, Sequence[tuple[str, Values]]]:
        """What can be put somewhere, by ``Cards.offer``: groups of values, each group with its name."""

    @abstractmethod
    def copies(self, card: str) -> int:
        """How many copies of an offered card exist; 0 for anything else, which may lie in any number of places."""

    @abstractmethod
    def empty(self, seats: int) -> Json:
        """The position to begin with: nothing on the table."""

    def sides(self, seats: int) -> int:
        """How many sides play: those that the rules play (``Ruleset.automata``) come after the seats."""
        return seats

    def card_of(self, entry: str) -> str:
        """The offered value for an entry of a list: positions may name a single copy."""
        return entry

    def completed(self, seats: int, position: Json) -> Json:
        """The position with values that people should see although the rules would fill them in: at first, none."""
        return position

    def reseated(self, position: Json, before: int, seats: int) -> dict[str, Any]:
        """The same position with another number of seats: removed seats take their cards along."""
        data = deepcopy(dict(position))
        for key in self.by_side:
            if isinstance(entries := json_path.get(data, key), list):
                del entries[self.sides(seats) :]
        return data

    # --- what a position says -------------------------------------------------------------------------------

    def spread(self, seats: int, data: Json, language: str = "en") -> Iterator[Field]:
        """All fields of the position, with those of its entries, by their whole keys."""
        if (seats, language) not in self._sections:
            self._sections[seats, language] = tuple(self.sections(seats, language))
        for section in self._sections[seats, language]:
            yield from _of_section(section, data)

    def lists(self, seats: int, data: Json, language: str = "en") -> Iterator[tuple[Cards, list[Any]]]:
        """The lists of cards in the position."""
        for field in self.spread(seats, data, language):
            if isinstance(field, Cards) and isinstance(entries := json_path.get(data, field.key), list):
                yield field, entries

    def named(self, entry: Any) -> str:
        """The offered value that an entry names, ``""`` if it names none."""
        name = entry.get(self.entry) if isinstance(entry, Mapping) else entry
        return self.card_of(written(name)) if isinstance(name, str | int) else ""

    def laid(self, seats: int, data: Json) -> Counter[str]:
        """How often each card lies somewhere."""
        found = Counter(self.named(entry) for _, entries in self.lists(seats, data) for entry in entries)
        for field in self.spread(seats, data):
            if isinstance(field, Choice) and field.holds:
                found[self.named(json_path.get(data, field.key))] += 1
        return found

    def beyond(self, seats: int, data: Json) -> Iterator[tuple[str, Any]]:
        """Members of the position without a field, by their key."""
        fields = list(self.spread(seats, data))
        lists = {field.key for field in fields if isinstance(field, Cards)}
        marks = {mark.key for field in fields if isinstance(field, Cards) for mark in field.marks}
        cards = [
            f"{field.key}.{index}.{self.entry}"
            for field, entries in self.lists(seats, data)
            for index in range(len(entries))
        ]
        return json_path.others(data, {*(field.key for field in fields), *marks, *cards}, lists | marks)


def _of_section(section: Section, data: Json) -> Iterator[Field]:
    yield from spread(section.fields, data)
    for part in section.parts:
        yield from _of_section(part, data)


def spread(fields: Sequence[Field], data: Json, base: str = "") -> Iterator[Field]:
    """The fields with their whole keys, and under each list those of its entries."""
    for field in fields:
        whole = replace(field, key=base + field.key) if base else field
        yield whole
        if isinstance(field, Listed) and json_path.get(data, whole.key) is not None:
            yield from spread(field.inside, data, base)
        if isinstance(field, Cards) and field.inside:
            entries = json_path.get(data, whole.key)
            for index in range(min(len(entries), MAX_ENTRIES) if isinstance(entries, list) else 0):
                yield from spread(field.inside, data, f"{whole.key}.{index}.")


def applies(field: Field, data: Json) -> bool:
    """Whether the field has a meaning in the position as written so far."""
    return all(json_path.get(data, key) in values for key, values in field.only)


def written(value: Any) -> str:
    """A value as text: a word as it is, anything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
