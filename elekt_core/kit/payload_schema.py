"""JSON Schema of payloads, made from the types of a game's facts as ``notation`` writes them (docs/events).

A schema says how a payload is written, never what can happen: a card is one of the game's, or ``null`` where a viewer
may not know it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, get_args

from .fields import Among, CardForm, Maybe, OrAbsent, Own, Word, is_row, taken_apart
from .notation import Notation

Schema = Mapping[str, Any]
CARD: Final[Schema] = {"$ref": "#/$defs/card"}
KNOWN_CARD: Final[Schema] = {"$ref": "#/$defs/known_card"}
STEP: Final[Schema] = {"$ref": "#/$defs/step"}
ANYTHING: Final[Schema] = {}
PLAIN: Final[Mapping[Any, Schema]] = {int: {"type": "integer"}, str: {"type": "string"}, bool: {"type": "boolean"}}
NUMBER: Final = PLAIN[int]


def rows(one: Schema) -> Schema:
    return {"type": "array", "items": one}


def fixed(*parts: Schema) -> Schema:
    """An array of exactly these."""
    return {"type": "array", "prefixItems": list(parts), "minItems": len(parts), "items": False}


def members(some: Mapping[str, Schema], lacking: Iterable[str] = ()) -> Schema:
    """An object with these members alone, each of them required but those that may be ``lacking``."""
    left = [name for name in some if name not in {*lacking}]
    return {"type": "object", "properties": dict(some), "required": left, "additionalProperties": False}


def one_of(words: Iterable[str], *, none: bool = False) -> Schema:
    return {"enum": [*words, *([None] if none else [])]}


class Shapes:
    """``own`` has the schemas of what a game writes in its own way (``Own``), by name."""

    def __init__(self, notation: Notation, own: Mapping[str, Schema]) -> None:
        self._notation = notation
        self._own = own

    def payload(self, cls: Any) -> Schema:
        """Of a fact's payload."""
        hints = self._notation.types_of(cls)
        some = {name: self.of(hints[name]) for name in cls._fields}
        return _described(cls, members(some, [name for name in cls._fields if _may_lack(hints[name])]))

    def step(self, word: str, cls: Any) -> Schema:
        """Of a step that is written as an object (``agenda.as_objects``)."""
        hints = self._notation.types_of(cls)
        some = {name.rstrip("_"): self.of(hints[name]) for name in cls._fields}
        lacking = [name.rstrip("_") for name in cls._fields if _may_lack(hints[name])]
        return members({"step": {"const": word}, **some}, lacking)

    def of(self, hint: Any) -> Schema:
        base, notes = taken_apart(hint)
        for note in notes:
            match note:
                case CardForm(known=known):
                    return KNOWN_CARD if known else CARD
                case Among(words):
                    return one_of(sorted(words))
                case Word(words, none):
                    return one_of(words, none=none is not None)
                case Maybe():
                    return {"type": ["integer", "null"]}
                case Own(name):
                    return self._own[name]
        if base is int and self._notation.number is not int:
            return self.of(self._notation.number)
        if is_row(base):
            return rows(self.of(get_args(base)[0]))
        return PLAIN.get(base, ANYTHING)


def cards(names: Sequence[str] | None) -> Mapping[str, Schema]:
    """The definitions of ``CARD`` and ``KNOWN_CARD``; without names a card is a number."""
    if names is None:
        return {"card": {"type": ["integer", "null"]}, "known_card": {"type": "integer"}}
    return {"card": one_of(names, none=True), "known_card": one_of(names)}


def steps(shapes: Shapes, kinds: Mapping[str, type]) -> Schema:
    """The definition of ``STEP`` for steps that are written as objects; no step at all is ``{}``."""
    return {"anyOf": [{"type": "object", "maxProperties": 0}, *(shapes.step(word, cls) for word, cls in kinds.items())]}


def _may_lack(hint: Any) -> bool:
    return any(isinstance(note, OrAbsent) for note in taken_apart(hint)[1])


def _described(cls: Any, schema: Schema) -> Schema:
    said = " ".join((cls.__doc__ or "").split())
    return schema if said.startswith(f"{cls.__name__}(") or not said else {"description": said, **schema}
