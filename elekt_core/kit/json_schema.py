"""JSON Schema of dataclasses, and plain sentences for JSON values that do not fit their types.

Known are ``int``, ``str``, ``bool``, ``None``, ``Any``, unions of them, ``Sequence``, ``Mapping`` from texts, and
dataclasses of those. ``Annotated`` may add a description (a text) and ``AtLeast``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from functools import cache, partial
from types import NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from .fields import taken_apart

DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"


@dataclass(frozen=True, slots=True)
class AtLeast:
    """A number must be at least this."""

    number: int


LEAVES: Final[Mapping[Any, tuple[str, str]]] = {
    bool: ("boolean", "true or false"),
    int: ("integer", "a whole number"),
    str: ("string", "a text"),
    NoneType: ("null", "null"),
}
"""The name in a schema, and in a sentence."""


def json_schema(cls: type) -> dict[str, Any]:
    """The schema of a dataclass, with nested ones under ``$defs``; every member is required and no other allowed."""
    found: dict[str, Any] = {}
    top = _object(cls, found)
    return {"$schema": DRAFT, "title": cls.__name__, **top, "$defs": found}


def _schema(hint: Any, found: dict[str, Any]) -> dict[str, Any]:
    base, notes = taken_apart(hint)
    schema = _plain(base, found)
    for note in notes:
        match note:
            case str():
                schema = {**schema, "description": note}
            case AtLeast(number):
                schema = {**schema, "minimum": number}
    return schema


def _plain(base: Any, found: dict[str, Any]) -> dict[str, Any]:
    if base is Any:
        return {}
    if is_dataclass(base):
        name: str = base.__name__  # type: ignore[union-attr]  # a class
        if name not in found:
            found[name] = {}
            found[name] = _object(base, found)
        return {"$ref": f"#/$defs/{name}"}
    if get_origin(base) is Sequence:
        return {"type": "array", "items": _schema(get_args(base)[0], found)}
    if get_origin(base) is Mapping:
        return {"type": "object", "additionalProperties": _schema(get_args(base)[1], found)}
    parts = _parts(base)
    if all(part in LEAVES for part in parts):
        names = [LEAVES[part][0] for part in parts]
        return {"type": names if len(names) > 1 else names[0]}
    return {"anyOf": [_schema(part, found) for part in parts]}


def _object(cls: Any, found: dict[str, Any]) -> dict[str, Any]:
    members = {name: _schema(hint, found) for name, hint in members_of(cls).items()}
    return {
        "type": "object",
        "description": cls.__doc__,
        "properties": members,
        "required": list(members),
        "additionalProperties": False,
    }


@cache
def members_of(cls: Any) -> dict[str, Any]:
    return get_type_hints(cls, include_extras=True)


def _parts(base: Any) -> Sequence[Any]:
    return get_args(base) if get_origin(base) in (Union, UnionType) else (base,)


def flaws(value: Any, hint: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Where a JSON value does not fit the type: (member, what is wrong with it), members by dotted keys."""
    leaves, least, look = _looked_at(hint)
    if type(value) in leaves:
        if least is not None and type(value) is int and value < least:
            yield path, f"is {value}; {_least(least)}"
    else:
        yield from look(value, path)


Look = Callable[[Any, str], Iterator[tuple[str, str]]]


@cache
def _looked_at(hint: Any) -> tuple[frozenset[type], int | None, Look]:
    """The types of values that fit as they are, the smallest number, and the check for all other values."""
    base, notes = taken_apart(hint)
    least = min((note.number for note in notes if isinstance(note, AtLeast)), default=None)
    if base is Any:
        return frozenset(LEAVES), least, _not_json
    if get_origin(base) is Sequence:
        return frozenset(), least, partial(_in_list, get_args(base)[0])
    if get_origin(base) is Mapping:
        return frozenset(), least, partial(_in_object, get_args(base)[1])
    if is_dataclass(base):
        return frozenset(), least, partial(_members, base)
    parts = _parts(base)
    return frozenset(part for part in parts if part in LEAVES), least, partial(_one_of, parts)


def _least(least: int) -> str:
    return (
        f"no number under {least} may stand there: "
        "what is unknown, or nobody’s, is null, and a card that is not there is left out"
    )


def _one_of(parts: Sequence[Any], value: Any, path: str) -> Iterator[tuple[str, str]]:
    inside = [part for part in parts if part not in LEAVES]
    if inside:
        yield from flaws(value, inside[0], path)
    else:
        yield path, f"is {_shown(value)}; it must be {' or '.join(LEAVES[part][1] for part in parts)}"


def _in_list(entry: Any, value: Any, path: str) -> Iterator[tuple[str, str]]:
    if not isinstance(value, list):
        yield path, f"is {_shown(value)}; it must be a list"
        return
    leaves, least, _ = _looked_at(entry)
    kinds = {*map(type, value)}
    if kinds <= leaves and (least is None or int not in kinds):
        return  # most are rows of names
    for number, one in enumerate(value):
        yield from flaws(one, entry, f"{path}.{number}")


def _in_object(entry: Any, value: Any, path: str) -> Iterator[tuple[str, str]]:
    if not isinstance(value, dict):
        yield path, f"is {_shown(value)}; it must be an object"
        return
    for key, one in value.items():
        if type(key) is not str:
            yield path, f"has the key {key!r}; keys are texts"
        yield from flaws(one, entry, f"{path}.{key}")


def _members(cls: Any, value: Any, path: str) -> Iterator[tuple[str, str]]:
    known = members_of(cls)
    if not isinstance(value, dict):
        yield path or "it", f"is {_shown(value)}; it must be an object with {', '.join(known)}"
        return
    start = f"{path}." if path else ""
    for name, hint in known.items():
        if name in value:
            yield from flaws(value[name], hint, f"{start}{name}")
        else:
            yield f"{start}{name}", "is missing"
    for name in value:
        if name not in known:
            yield f"{start}{name}", f"is no member of the shape: what only this game has stands in `{start}game`"


def _not_json(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """What JSON cannot express: Python objects and broken numbers."""
    if isinstance(value, dict):
        yield from _in_object(Any, value, path)
    elif isinstance(value, list):
        yield from _in_list(Any, value, path)
    else:
        yield path, f"is {_shown(value)}; JSON without broken numbers can stand there"


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:59]}…"
