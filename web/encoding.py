"""What an endpoint answers is a dataclass, mostly the one that a query hands to the pages: its types give the JSON and
the schema.

Every field is shown under its own name and as it is, unless it is annotated with ``UNSHOWN``, ``BESIDE``,
``Named(other)`` or ``ShownAs(type, made)``; a property marked ``@shown`` is shown, too. A text in the annotation, and a
shown property's docstring, is the schema's help. ``Any`` stands for free JSON that is ready to be sent.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from datetime import date, datetime
from enum import Enum
from functools import cache
from inspect import getdoc
from operator import attrgetter
from types import NoneType, UnionType
from typing import Annotated, Any, Generic, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints
from uuid import UUID

import msgspec
from django.utils.functional import Promise

T = TypeVar("T")
UNSHOWN = object()
"""Marks a field that is for pages and services alone."""
BESIDE = object()
"""Marks a field whose own fields are shown in its place, beside the others."""
Refer = Callable[[type], dict[str, Any]]
"""Gives the reference to the schema of a dataclass or of an enumeration."""


@dataclass(frozen=True, slots=True)
class Named:
    """Marks a field that is shown under another name."""

    name: str


@dataclass(frozen=True, slots=True)
class ShownAs:
    """Marks a field that is shown as another type, such as a number in other units; ``made`` converts the value."""

    type: Any
    made: Callable[[Any], Any]


class shown(property):  # noqa: N801 - as ``property``, which it is
    """A property that is shown like a field."""


@dataclass(frozen=True, slots=True)
class Created(Generic[T]):
    """Something new: the answer has status 201."""

    value: T


def component(name: str) -> Callable[[type[T]], type[T]]:
    """Give a class another name in the schema if its own is taken."""

    def named(cls: type[T]) -> type[T]:
        _NAMES[cls] = name
        return cls

    return named


def encoded(value: Any) -> bytes:
    """Encode an answer as JSON. Raises TypeError for a type that cannot be encoded."""
    return msgspec.json.encode(_walked(value), enc_hook=_other)


def answer_of(handler: Callable[..., Any]) -> tuple[int, Any]:
    """The status and type of an endpoint method's answer, from its annotation."""
    hint = get_type_hints(handler, include_extras=True)["return"]
    return (201, get_args(hint)[0]) if get_origin(hint) is Created else (200, hint)


def schema(hint: Any, refer: Refer) -> dict[str, Any]:
    """The schema of a type, in OpenAPI 3.0. Raises TypeError for a type without one."""
    origin, arguments = get_origin(hint), get_args(hint)
    while hasattr(hint, "__supertype__"):
        hint = hint.__supertype__
    if hint in _PLAIN:
        return dict(_PLAIN[hint])
    if origin is Annotated:
        return _described(schema(arguments[0], refer), _help(arguments[1:]))
    if origin in (Union, UnionType):
        return _either(arguments, refer)
    if origin is Literal:
        return _words(arguments)
    if origin is not None and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": schema(arguments[1], refer)}
    if origin in _LISTS:
        return {"type": "array", "items": schema(arguments[0], refer)}
    if is_dataclass(hint) or (isinstance(hint, type) and issubclass(hint, Enum)):
        return refer(cast(type, hint))
    raise TypeError(f"an answer cannot have {hint}")


def component_name(cls: type) -> str:
    return _NAMES.get(cls, cls.__name__)


def component_schema(cls: type, refer: Refer) -> dict[str, Any]:
    """The schema of an enumeration or a dataclass; all fields of a dataclass are always present."""
    if issubclass(cls, Enum):
        return _words([one.value for one in cls])
    properties = {one.name: _described(schema(one.hint, refer), one.help) for one in _shown_of(cast(Any, cls))}
    about = cls.__doc__ or ""
    told = {} if about.startswith(f"{cls.__name__}(") else {"description": " ".join(about.split())}
    return {"type": "object", **{k: v for k, v in told.items() if v}, "properties": properties} | (
        {"required": list(properties)} if properties else {}
    )


# --- what is shown of a dataclass -----------------------------------------------------------------------------

_NAMES: dict[type, str] = {}
_ATOMS = frozenset((str, int, float, bool, NoneType, UUID, datetime, date))
_SETS = (set, frozenset)
_LISTS = (list, tuple, set, frozenset, Sequence, Collection)
_PLAIN: Mapping[Any, Mapping[str, Any]] = {
    Any: {},
    object: {},
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number", "format": "double"},
    bool: {"type": "boolean"},
    UUID: {"type": "string", "format": "uuid"},
    datetime: {"type": "string", "format": "date-time"},
    date: {"type": "string", "format": "date"},
}


@dataclass(frozen=True, slots=True)
class _Shown:
    name: str
    attribute: str
    hint: Any
    help: str
    made: Callable[[Any], Any] | None = None

    def read(self, value: Any) -> Any:
        found = attrgetter(self.attribute)(value)
        return found if self.made is None else self.made(found)


@cache
def _shown_of(cls: type) -> tuple[_Shown, ...]:
    return (*_fields(cls), *_properties(cls))


def _fields(cls: type) -> Iterator[_Shown]:
    hints = get_type_hints(cls, include_extras=True)
    for one in fields(cls):
        hint = hints[one.name]
        marks = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
        if BESIDE in marks:
            for inner in _shown_of(get_args(hint)[0]):
                yield replace(inner, attribute=f"{one.name}.{inner.attribute}")
        elif UNSHOWN not in marks:
            name = next((mark.name for mark in marks if isinstance(mark, Named)), one.name)
            other = next((mark for mark in marks if isinstance(mark, ShownAs)), None)
            if other is None:
                yield _Shown(name, one.name, hint, "")
            else:
                yield _Shown(name, one.name, other.type, _help(marks), other.made)


def _properties(cls: type) -> Iterator[_Shown]:
    found = {name: one for base in reversed(cls.__mro__) for name, one in vars(base).items() if isinstance(one, shown)}
    for name, one in found.items():
        hint = get_type_hints(one.fget, include_extras=True)["return"]
        yield _Shown(name, name, hint, " ".join((getdoc(one) or "").split()))


# --- an answer as plain values ----------------------------------------------------------------------------------

Walk = Callable[[Any], Any]


def _walked(value: Any) -> Any:
    """``value`` with each dataclass in it that is not shown as it is turned into a dictionary."""
    kind = type(value)
    if kind in _ATOMS:
        return value
    if kind is list or kind is tuple:
        return [one if type(one) in _ATOMS else _walked(one) for one in value]
    if kind is dict:
        return {key: one if type(one) in _ATOMS else _walked(one) for key, one in value.items()}
    return _instance(value)


def _instance(value: Any) -> Any:
    plan = _plan(cast(type, type(value)))
    if plan is None:
        return value
    return {name: read(value) if walk is None else walk(read(value)) for name, read, walk in plan}


@cache
def _plan(cls: type) -> tuple[tuple[str, Callable[[Any], Any], Walk | None], ...] | None:
    """How each field is read and converted; None if the encoder does the same by itself, much faster."""
    if not is_dataclass(cls) or _is_plain(cls, ()):
        return None
    told = _shown_of(cls)
    return tuple((one.name, one.read if one.made else attrgetter(one.attribute), _walk(one.hint)) for one in told)


def _is_plain(hint: Any, above: tuple[type, ...]) -> bool:
    """Whether nothing in it has to be renamed, left out, computed or sorted."""
    if not is_dataclass(hint):
        return get_origin(hint) not in _SETS and all(_is_plain(one, above) for one in _inside(hint))
    cls = cast(type, hint)
    names = [(one.name, one.name) for one in fields(cls)]
    told = _shown_of(cls)
    same = names == [(one.name, one.attribute) for one in told] and not any(name.startswith("_") for name, _ in names)
    same = same and not any(one.made for one in told)
    return cls in above or (same and all(_is_plain(one.hint, (*above, cls)) for one in told))


def _walk(hint: Any) -> Walk | None:
    """A function that prepares such a value; None if the encoder can write it by itself."""
    if _is_plain(hint, ()):
        return None
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _walk(arguments[0])
    if origin in (Union, UnionType):
        others = [one for one in arguments if one is not NoneType]
        inside = _walk(others[0]) if len(others) == 1 else _walked
        return lambda value: None if value is None else cast(Walk, inside)(value)
    if origin is not None and issubclass(origin, Mapping):
        each = cast(Walk, _walk(arguments[1]))
        return lambda value: {key: each(one) for key, one in value.items()}
    if origin is not None:
        if origin in _SETS:
            return sorted
        item = cast(Walk, _walk(arguments[0]))
        return lambda value: [item(one) for one in value]
    return _instance


def _inside(hint: Any) -> tuple[Any, ...]:
    origin, arguments = get_origin(hint), get_args(hint)
    return () if origin is Literal else arguments[:1] if origin is Annotated else arguments


def _other(value: Any) -> Any:
    """What the encoder does not know: translated or safe texts, and kinds of lists and dictionaries."""
    match value:
        case Promise():
            return str(value)
        case str():
            return str.__str__(value)
        case int():
            return int(value)
        case Mapping():
            return dict(value)
        case list() | tuple():
            return list(value)
    raise TypeError(f"{type(value)} has no form in JSON")


# --- the schema's parts -----------------------------------------------------------------------------------------


def _either(arguments: tuple[Any, ...], refer: Refer) -> dict[str, Any]:
    others = [schema(one, refer) for one in arguments if one is not NoneType]
    if len(others) == len(arguments):
        return {"oneOf": others}
    (found,) = others if len(others) == 1 else [{"oneOf": others}]
    if "enum" in found:
        return {**found, "enum": [*found["enum"], None], "nullable": True}
    return {**({"allOf": [found]} if "$ref" in found else found), "nullable": True}


def _words(values: Any) -> dict[str, Any]:
    kind = {str: {"type": "string"}, int: {"type": "integer"}}.get(type(next(iter(values))), {})
    return {"enum": list(values), **kind}


def _described(found: dict[str, Any], text: str) -> dict[str, Any]:
    if not text:
        return found
    return {**({"allOf": [found]} if "$ref" in found else found), "description": text}


def _help(marks: tuple[Any, ...]) -> str:
    return next((one for one in marks if isinstance(one, str)), "")
