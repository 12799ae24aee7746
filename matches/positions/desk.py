"""Setting up positions by hand: the fields that a game declares (``elekt_core.kit.positions``) as a form, and back.

The form holds the whole position beside its fields, so what no field shows is kept, and what nobody changed stays
whatever it is. Nothing is judged: what is wrong is told by the game's own reading.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from typing import Any, Final

from elekt_core.contract import Game, Json
from elekt_core.kit import json_path
from elekt_core.kit.positions import (
    MAX_ENTRIES,
    Cards,
    Choice,
    Count,
    Field,
    Flag,
    Listed,
    Number,
    PositionFields,
    Section,
    Words,
    applies,
    written,
)
from web.errors import NotFound
from web.request import from_json

from .desk_shapes import DeskShown, FieldShown, ItemShown, MarkShown, Offers, PartShown, SectionShown

POSITION: Final = "position"
SEATED: Final = "seated"
SHOWN: Final = "shown"
"""Form fields: the position as it was, for how many seats, and the boxes that were there to be ticked."""
PREFIX: Final = "at."
INDEX: Final = re.compile(r"[0-9]{1,3}")

Form = Mapping[str, Sequence[str]]
"""Each name with its values in order."""


def desk_of(game: Game[Any]) -> Desk:
    """Raises NotFound for a game that cannot begin in a position."""
    fields = game.position_fields()
    if fields is None:
        raise NotFound("no_positions", game=game.name)
    return Desk(fields)


class Desk:
    """The form on which people set up positions of one game."""

    def __init__(self, fields: PositionFields) -> None:
        self.fields = fields

    def lay_out(self, seats: int, position: Json, language: str) -> DeskShown:
        """Lay out the fields, whatever the position contains."""
        return _Painter(self.fields, seats, self.fields.completed(seats, position), language).desk()

    def read(self, seats: int, form: Form) -> dict[str, Any]:
        """The position that a form describes."""
        data = self.fields.reseated(_position(form), _seated(form, seats), seats)
        shown = form.get(SHOWN, ())
        for field in self.fields.spread(seats, data):
            sent = form.get(PREFIX + field.key)
            if field.key in shown:
                self._tick(data, field, sent or ())
            elif sent is not None:
                self._write(data, field, sent[-1].strip())
        self._mark(seats, data, form)
        for field in list(self.fields.spread(seats, data)):
            if not applies(field, data):
                json_path.drop(data, field.key)
        return data

    def change(self, seats: int, position: Json, step: Sequence[str], picked: str) -> dict[str, Any]:
        """The position after one editing step.

        ``("add", key)`` puts what was ``picked`` there, off the place where it lay if no copy is left; ``("take", key,
        index)`` takes an entry off, ``left`` and ``right`` move it among its neighbours; ``none`` says that a list is
        empty, ``drop`` that nothing is said. What is not understood changes nothing.
        """
        data: dict[str, Any] = deepcopy(dict(position))
        lists = {field.key: field for field in self.fields.spread(seats, data) if isinstance(field, Cards)}
        match step:
            case ["add", key] if key in lists:
                self._add(seats, data, lists[key], picked)
            case ["none", key] if key in lists:
                json_path.put(data, key, [], self.fields.entry)
            case [("take" | "left" | "right") as word, key, index] if key in lists and INDEX.fullmatch(index):
                _move(json_path.get(data, key), word, int(index))
            case ["drop", key] if key in lists or key in dict(self.fields.beyond(seats, data)):
                json_path.drop(data, key)
        return data

    def _write(self, data: dict[str, Any], field: Field, text: str) -> None:
        said = json_path.get(data, field.key)
        if isinstance(field, Listed):
            if bool(text) != (said is not None):
                self._put(data, field.key, {} if text else None)
            return
        if text == ("" if said is None else written(said)):
            return  # nobody changed it: it stays what it is, whatever that is
        known = {written(value): value for value, _ in field.values} if isinstance(field, Choice) else {}
        nothing = not text or (isinstance(field, Count) and text == "0")
        self._put(data, field.key, None if nothing else known.get(text, _number(text)))

    def _tick(self, data: dict[str, Any], field: Field, ticked: Sequence[str]) -> None:
        said = json_path.get(data, field.key)
        if isinstance(field, Words):
            chosen: Any = [value for value, _ in field.values if written(value) in ticked]
            same = sorted(map(written, said if isinstance(said, list) else ())) == sorted(map(written, chosen))
        else:
            chosen = bool(ticked)
            same = (said is True) == chosen
        if not same:
            self._put(data, field.key, chosen or None)

    def _put(self, data: dict[str, Any], key: str, value: Any) -> None:
        """Set the value there; None removes it. A table beside a card goes with the last value in it."""
        if value is None:
            json_path.drop(data, key)
            above = key.rpartition(".")[0]
            if json_path.get(data, above) == {} and INDEX.fullmatch(above.rpartition(".")[0].rpartition(".")[2]):
                json_path.drop(data, above)
        else:
            json_path.put(data, key, value, self.fields.entry)

    def _mark(self, seats: int, data: dict[str, Any], form: Form) -> None:
        """The boxes beside cards: ``used spy`` was shown, and is ticked if ``spy`` is among those sent."""
        fields = [field for field in self.fields.spread(seats, data) if isinstance(field, Cards)]
        shown = [word.split(" ", 1) for word in form.get(SHOWN, ()) if " " in word]
        for key in dict.fromkeys(mark.key for field in fields for mark in field.marks):
            ticked = form.get(PREFIX + key, ())
            there = {card: card in ticked for word, card in shown if word == key}
            said = data.get(key)
            before = said if isinstance(said, list) else []
            if there != {card: card in before for card in there}:
                kept = [card for card in before if not isinstance(card, str) or there.get(card, True)]
                self._put(data, key, [*kept, *(card for card in there if there[card] and card not in kept)] or None)

    def _add(self, seats: int, data: dict[str, Any], field: Cards, picked: str) -> None:
        groups = self.fields.offers(seats, "en").get(field.offer, ())
        value = next((value for _, values in groups for value, _ in values if written(value) == picked), None)
        if value is None:
            return
        entries = json_path.get(data, field.key)
        if not isinstance(entries, list):
            entries = []
            json_path.put(data, field.key, entries, self.fields.entry)
        copies, lifted = self.fields.copies(picked), None
        if copies and self.fields.laid(seats, data)[picked] >= copies:
            lifted = self._lift(seats, data, picked)
        entries.append(lifted if field.inside and lifted is not None else value)

    def _lift(self, seats: int, data: dict[str, Any], card: str) -> Any:
        """A card with no copy left is removed from its place, with everything on it."""
        for _, entries in self.fields.lists(seats, data):
            for index, entry in enumerate(entries):
                if self.fields.named(entry) == card:
                    return entries.pop(index)
        for field in self.fields.spread(seats, data):
            said = json_path.get(data, field.key)
            if isinstance(field, Choice) and field.holds and self.fields.named(said) == card:
                json_path.drop(data, field.key)
                return said
        return None


def _number(text: str) -> int | str:
    """A number if one was written; anything else stays as it is, so that it can be shown and reported."""
    return int(text) if re.fullmatch(r"-?[0-9]{1,4}", text) else text


def _position(form: Form) -> dict[str, Any]:
    try:
        data = from_json((form.get(POSITION) or ("{}",))[-1])
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}


def _seated(form: Form, seats: int) -> int:
    """For how many seats the position was shown."""
    said = (form.get(SEATED) or ("",))[-1]
    return int(said) if INDEX.fullmatch(said) else seats


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

    def __init__(self, fields: PositionFields, seats: int, data: Json, language: str) -> None:
        self.fields, self.seats, self.data = fields, seats, data
        self.sections = fields.sections(seats, language)
        self.laid = fields.laid(seats, data)
        self.where: dict[str, str] = {}
        for field, entries in fields.lists(seats, data, language):
            for entry in entries:
                self.where.setdefault(fields.named(entry), field.where)
        self.counted = not any(isinstance(field, Cards) and field.where for field in fields.spread(seats, data))
        offers = fields.offers(seats, language)
        self.labels = {
            written(value): label for groups in offers.values() for _, values in groups for value, label in values
        }
        self.offers: dict[str, Offers] = {
            word: tuple((label, tuple(self._offer(value, text) for value, text in values)) for label, values in groups)
            for word, groups in offers.items()
        }
        self.more = tuple((key, json.dumps(value, ensure_ascii=False)) for key, value in fields.beyond(seats, data))

    def desk(self) -> DeskShown:
        sections = tuple(self._section(one) for one in self.sections)
        position = json.dumps(self.data, ensure_ascii=False)
        return DeskShown(self.seats, sections, self.offers, self.counted, position, self.more)

    def _section(self, one: Section) -> SectionShown:
        part, parts = self._part(one.fields, ""), tuple(self._section(inner) for inner in one.parts)
        return SectionShown(one.key, one.title, one.seat, one.folded, one.note, one.picture, part, parts)

    def _offer(self, value: Any, label: str) -> tuple[str, str, str]:
        text = written(value)
        if not self.counted:
            return text, label, self.where.get(text, "")
        copies = self.fields.copies(text)
        return text, label, f"{max(copies - self.laid[text], 0)}/{copies}" if copies else ""

    def _part(self, fields: Sequence[Field], base: str) -> PartShown:
        shown = [self._field(field, base) for field in fields if applies(field, self.data)]

        def of(*kinds: str) -> tuple[FieldShown, ...]:
            return tuple(field for field in shown if field.kind in kinds)

        return PartShown(of("number", "choice"), of("count"), of("flag"), of("words"), of("listed"), of("cards"))

    def _field(self, field: Field, base: str) -> FieldShown:
        key = base + field.key
        said = json_path.get(self.data, key)
        kind = type(field).__name__.lower()
        one = FieldShown(kind, key, field.label, field.usual, said is not None, picture=field.picture)
        match field:
            case Cards():
                entries = said[:MAX_ENTRIES] if isinstance(said, list) else []
                items = tuple(self._item(field, key, index, entry) for index, entry in enumerate(entries))
                shown = replace(one, items=items, offer=field.offer, asks=field.asks)
                return replace(shown, seat=field.seat, filled=field.filled)
            case Listed():
                inside = tuple(self._field(inner, base) for inner in field.inside) if said is not None else ()
                words = (("", field.usual, said is None), ("listed", field.listed, said is not None))
                return replace(one, values=words, inside=inside)
            case Words():
                ticked = [written(value) for value in said] if isinstance(said, list) else []
                values = tuple((written(v), text, written(v) in ticked) for v, text in field.values)
                return replace(one, values=values, pictured=field.pictured)
            case Flag():
                return replace(one, value="true" if said is True else "")
        value = "" if said is None else written(said)
        if not isinstance(field, Choice):
            most = field.most if isinstance(field, Count) else 0
            return replace(one, value=value, most=most, agreed=field.agreed if isinstance(field, Number) else "")
        values = tuple((written(v), text, written(v) == value) for v, text in field.values)
        if value and value not in (v for v, _, _ in values):
            values = (*values, (value, value, True))
        return replace(one, value=value, values=values)

    def _item(self, field: Cards, key: str, index: int, entry: Any) -> ItemShown:
        name = self.fields.named(entry)
        part = self._part(field.inside, f"{key}.{index}.") if field.inside else None
        marks = tuple(
            MarkShown(mark.key, mark.label, name, isinstance(said := self.data.get(mark.key), list) and name in said)
            for mark in field.marks
        )
        return ItemShown(index, self.labels.get(name, "") or written(entry), f"{key}.{index}", part, marks)
