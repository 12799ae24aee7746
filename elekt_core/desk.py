"""Setting up positions by the fields that a game says: one way to show, read and change them for any game.

A field is named by where it stands in the game's positions (docs/scenarios.md): ``players.0.money``. What a form
shows, what is kept though no field shows it, and each step of a hand follow from that. Nothing is judged: whatever the
position says stays in it, also what is wrong, until the game's own reading has told what is wrong with it.
"""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from . import json_path
from .contract import Json
from .desk_shapes import DeskShown, FieldShown, ItemShown, Offers, PartShown, SectionShown

POSITION: Final = "position"
SHOWN: Final = "shown"
"""Form fields: the position as it was, and the boxes that were there to be ticked."""
PREFIX: Final = "at."
PLAYERS: Final = "players"
"""The list of a position that has an entry for each seat."""
INDEX: Final = re.compile(r"[0-9]{1,3}")
MOST: Final = 120
"""Entries of one list that are shown: more is no position, and no form of a person."""

Values = tuple[tuple[Any, str], ...]
"""What can be chosen, with its words."""
F = TypeVar("F", bound="Field")


@dataclass(frozen=True, slots=True)
class Field:
    """``usual`` says what counts where the position says nothing."""

    key: str
    label: str
    usual: str = ""


@dataclass(frozen=True, slots=True)
class Number(Field):
    pass


@dataclass(frozen=True, slots=True)
class Choice(Field):
    values: Values = ()


@dataclass(frozen=True, slots=True)
class Flag(Field):
    pass


@dataclass(frozen=True, slots=True)
class Words(Field):
    """Some of these, in no order."""

    values: Values = ()


@dataclass(frozen=True, slots=True)
class Cards(Field):
    """A list of cards, or of other things that ``FieldDesk.offers`` has under ``offer``, in their order.

    With ``inside``, an entry may be a table: the card under ``FieldDesk.entry``, and these fields beside it.
    """

    offer: str = ""
    inside: tuple[Field, ...] = ()
    filled: bool = False
    """Whether saying nothing is another thing than saying that nothing lies there."""


@dataclass(frozen=True, slots=True)
class Section:
    """``seat`` is whose it is: then the page knows the title."""

    key: str
    title: str
    fields: tuple[Field, ...]
    seat: int | None = None
    folded: bool = False
    """What few positions say: the page shows it when it is asked to."""


class FieldDesk(ABC):
    """A desk (``contract.Desk``) that is made of the fields that a game says."""

    ignores: Collection[str] = ()
    most_seats: int
    entry: str = ""
    """The key by which a table in a list names its card."""

    @abstractmethod
    def sections(self, seats: int, language: str) -> Sequence[Section]: ...

    @abstractmethod
    def offers(self, seats: int, language: str) -> Mapping[str, Sequence[tuple[str, Values]]]:
        """What can be put somewhere, by ``Cards.offer``: groups of values, each group with its name."""

    @abstractmethod
    def copies(self, card: str) -> int:
        """How many there are of what an offer calls so; 0 for what is no card, and lies in as many places as it may."""

    @abstractmethod
    def empty(self, seats: int) -> Json:
        """The position to begin with."""

    def card_of(self, entry: str) -> str:
        """The offered value that an entry of a list means: positions may name a single copy."""
        return entry

    def lay_out(self, seats: int, position: Json, language: str) -> DeskShown:
        return _Painter(self, seats, position, language).desk()

    def read(self, seats: int, fields: Mapping[str, Sequence[str]]) -> Json:
        data = _position(fields)
        if isinstance(data.get(PLAYERS), list):
            del data[PLAYERS][seats:]
        for field in self.spread(seats, data):
            sent = fields.get(PREFIX + field.key)
            if field.key in fields.get(SHOWN, ()):
                self._tick(data, field, sent or ())
            elif sent is not None:
                self._write(data, field, sent[-1].strip())
        return data

    def change(self, position: Json, step: Sequence[str], picked: str) -> Json:
        """See ``contract.Desk``: ``add``, ``take``, ``left``, ``right`` as everywhere; ``none`` says that a list is
        empty, ``drop`` that nothing is said. What is not understood changes nothing."""
        data: dict[str, Any] = deepcopy(dict(position))
        lists = {field.key: field for field in self.spread(self.most_seats, data) if isinstance(field, Cards)}
        match step:
            case ["add", key] if key in lists:
                self._add(data, lists[key], picked)
            case ["none", key] if key in lists:
                json_path.put(data, key, [], self.entry)
            case [("take" | "left" | "right") as word, key, index] if key in lists and INDEX.fullmatch(index):
                _move(json_path.get(data, key), word, int(index))
            case ["drop", key] if key in lists or key in dict(self.beyond(self.most_seats, data)):
                json_path.drop(data, key)
        return data

    def spread(self, seats: int, data: Json) -> Iterator[Field]:
        """All fields of the position, with those of the entries that it has."""
        for section in self.sections(seats, "en"):
            yield from spread(section.fields, data)

    def beyond(self, seats: int, data: Json) -> Iterator[tuple[str, Any]]:
        """What the position says and no field shows, by its key."""
        fields = list(self.spread(seats, data))
        lists = {field.key for field in fields if isinstance(field, Cards)}
        cards = [
            f"{key}.{index}.{self.entry}" for key, entries in self._lists(seats, data) for index in range(len(entries))
        ]
        return json_path.others(data, {*(field.key for field in fields), *cards}, lists)

    def named(self, entry: Any) -> str:
        """The offered value that an entry names, ``""`` where it names none."""
        name = entry.get(self.entry) if isinstance(entry, Mapping) else entry
        return self.card_of(written(name)) if isinstance(name, str | int) else ""

    def _write(self, data: dict[str, Any], field: Field, text: str) -> None:
        said = json_path.get(data, field.key)
        if text == ("" if said is None else written(said)):
            return  # nobody changed it: it stays what it is, whatever that is
        if not text:
            json_path.drop(data, field.key)
            return
        known = {written(value): value for value, _ in field.values} if isinstance(field, Choice) else {}
        json_path.put(data, field.key, known.get(text, _number(text)), self.entry)

    def _tick(self, data: dict[str, Any], field: Field, ticked: Sequence[str]) -> None:
        said = json_path.get(data, field.key)
        if isinstance(field, Words):
            chosen: Any = [value for value, _ in field.values if written(value) in ticked]
            same = sorted(map(written, said if isinstance(said, list) else ())) == sorted(map(written, chosen))
        else:
            chosen = bool(ticked)
            same = (said is True) == chosen
        if same:
            return
        if chosen:
            json_path.put(data, field.key, chosen, self.entry)
        else:
            json_path.drop(data, field.key)

    def _add(self, data: dict[str, Any], field: Cards, picked: str) -> None:
        groups = self.offers(self.most_seats, "en").get(field.offer, ())
        value = next((value for _, values in groups for value, _ in values if written(value) == picked), None)
        if value is None:
            return
        entries = json_path.get(data, field.key)
        if not isinstance(entries, list):
            entries = []
            json_path.put(data, field.key, entries, self.entry)
        if self.copies(picked) and self.laid(self.most_seats, data)[picked] >= self.copies(picked):
            self._lift(data, picked)
        entries.append({self.entry: value} if field.inside else value)

    def laid(self, seats: int, data: Json) -> Counter[str]:
        """How often each card lies somewhere."""
        return Counter(self.named(entry) for _, entries in self._lists(seats, data) for entry in entries)

    def _lift(self, data: dict[str, Any], card: str) -> None:
        """A card of which no copy is left leaves the place where it lay."""
        for _, entries in self._lists(self.most_seats, data):
            for index, entry in enumerate(entries):
                if self.named(entry) == card:
                    del entries[index]
                    return

    def _lists(self, seats: int, data: Json) -> list[tuple[str, list[Any]]]:
        found = [(field.key, json_path.get(data, field.key)) for field in self.spread(seats, data)
                 if isinstance(field, Cards)]  # fmt: skip
        return [(key, entries) for key, entries in found if isinstance(entries, list)]


def spread(fields: Sequence[Field], data: Json, base: str = "") -> Iterator[Field]:
    """The fields with their whole keys, and under each list those of its entries."""
    for field in fields:
        whole = replace(field, key=base + field.key)
        yield whole
        if isinstance(field, Cards) and field.inside:
            entries = json_path.get(data, whole.key)
            for index in range(min(len(entries), MOST) if isinstance(entries, list) else 0):
                yield from spread(field.inside, data, f"{whole.key}.{index}.")


def written(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _number(text: str) -> int | str:
    """A number where one was written; anything else stays what it is, so that it can be shown and told."""
    return int(text) if re.fullmatch(r"-?[0-9]{1,4}", text) else text


def _position(fields: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    try:
        data = json.loads((fields.get(POSITION) or ("{}",))[-1])
        json.dumps(data, ensure_ascii=False, allow_nan=False).encode()  # half a surrogate pair can never be shown
    except (ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def _move(entries: Any, word: str, index: int) -> None:
    if not isinstance(entries, list) or index >= len(entries):
        return
    entry = entries.pop(index)
    if word == "left":
        entries.insert(max(index - 1, 0), entry)
    elif word == "right":
        entries.insert(index + 1, entry)


class _Painter:
    """One position, laid out in fields."""

    def __init__(self, desk: FieldDesk, seats: int, data: Json, language: str) -> None:
        self.desk_of, self.data = desk, data
        self.sections = desk.sections(seats, language)
        self.laid = desk.laid(seats, data)
        offers = desk.offers(seats, language)
        self.labels = {
            written(value): label for groups in offers.values() for _, values in groups for value, label in values
        }
        self.offers: dict[str, Offers] = {
            word: tuple((label, tuple(self._offer(value, text) for value, text in values)) for label, values in groups)
            for word, groups in offers.items()
        }
        self.more = tuple((key, json.dumps(value, ensure_ascii=False)) for key, value in desk.beyond(seats, data))

    def desk(self) -> DeskShown:
        sections = tuple(
            SectionShown(one.key, one.title, one.seat, one.folded, self._part(one.fields, "")) for one in self.sections
        )
        return DeskShown(sections, self.offers, json.dumps(self.data, ensure_ascii=False), self.more)

    def _offer(self, value: Any, label: str) -> tuple[str, str, str]:
        text = written(value)
        copies = self.desk_of.copies(text)
        return text, label, f"{max(copies - self.laid[text], 0)}/{copies}" if copies else ""

    def _part(self, fields: Sequence[Field], base: str) -> PartShown:
        shown = [self._field(field, base) for field in fields]

        def of(*kinds: str) -> tuple[FieldShown, ...]:
            return tuple(field for field in shown if field.kind in kinds)

        return PartShown(of("number", "choice"), of("flag"), of("words"), of("cards"))

    def _field(self, field: Field, base: str) -> FieldShown:
        key = base + field.key
        said = json_path.get(self.data, key)
        one = FieldShown(type(field).__name__.lower(), key, field.label, field.usual, said is not None)
        match field:
            case Cards():
                entries = said[:MOST] if isinstance(said, list) else []
                items = tuple(self._item(field, key, index, entry) for index, entry in enumerate(entries))
                return replace(one, items=items, offer=field.offer, filled=field.filled)
            case Words():
                ticked = [written(value) for value in said] if isinstance(said, list) else []
                return replace(one, values=tuple((written(v), text, written(v) in ticked) for v, text in field.values))
            case Flag():
                return replace(one, value="true" if said is True else "")
        value = "" if said is None else written(said)
        if not isinstance(field, Choice):
            return replace(one, value=value)
        values = [(written(v), text, written(v) == value) for v, text in field.values]
        if value and value not in (v for v, _, _ in values):
            values.append((value, value, True))
        return replace(one, value=value, values=tuple(values))

    def _item(self, field: Cards, key: str, index: int, entry: Any) -> ItemShown:
        name = self.desk_of.named(entry)
        part = self._part(field.inside, f"{key}.{index}.") if field.inside else None
        return ItemShown(index, self.labels.get(name, "") or written(entry), f"{key}.{index}", part)
