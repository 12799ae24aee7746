"""What is sent, as JSON or as a form, becomes a command: a frozen dataclass whose types say what may be sent.

A field may be annotated with ``INSIDE`` (nobody sends it), with ``Beside(fields)`` (the fields of another dataclass
stand beside the others; its ``read`` gives the value), with ``SentAs(type)`` (another type is sent) and with
``msgspec.Meta`` (bounds, a description). Whatever has a default may be left out; what is ``None`` by default is left
out, not sent as null. The schema of the API follows from the same (``schema``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from datetime import UTC, datetime
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Protocol, TypeVar, Union, cast, get_args, get_origin, get_type_hints
from uuid import UUID

import msgspec
from django.http import QueryDict
from msgspec import UNSET, Meta, Struct, UnsetType, ValidationError

from web.errors import BadRequest

S = TypeVar("S")
T = TypeVar("T")
MAX_VERSION = 2**31 - 1
INSIDE = object()
"""Marks a field that is filled in here and that nobody sends."""


class _Read(Protocol):
    def read(self) -> Any: ...


@dataclass(frozen=True, slots=True)
class Beside:
    """Marks a field that is sent as the fields of the dataclass ``fields``."""

    fields: type[_Read]


@dataclass(frozen=True, slots=True)
class SentAs:
    """Marks a field that is sent as ``type``, with bounds that hold for what is sent alone: what is stored already
    keeps what it has. ``read`` makes the value of it."""

    type: Any
    read: Callable[[Any], Any] = lambda value: value


DecisionId = Annotated[UUID | None, Meta(description="Sent twice with the same id, it counts once.")]


@dataclass(frozen=True, slots=True)
class SentOnce:
    """How something new is sent."""

    decision_id: DecisionId = None


@dataclass(frozen=True, slots=True)
class Unsent:
    """Of what changes nothing."""


@dataclass(frozen=True, slots=True)
class Sent:
    """How a change is sent: what makes it repeatable, and the version that its sender has seen."""

    decision_id: DecisionId = None
    expected_version: Annotated[
        Annotated[int, Meta(ge=0, le=MAX_VERSION)] | None,
        Meta(description="The version that you have seen; refused if it has changed."),
    ] = None


def decoded(command: type[T], sent: type[S], data: Any, **given: Any) -> tuple[T, S]:
    """The command in a body of JSON, and how it was sent; ``given`` are fields that come from elsewhere, such as the
    address. Raises BadRequest, which names the field."""
    found = _converted(data, body(cast(type, command), cast(type, sent), frozenset(given)), strict=True)
    return _made(command, found, given), _made(sent, found, {})


def from_form(command: type[T], form: QueryDict, **given: Any) -> T:
    """The same from a form, whose fields are text; what is empty is left out. Raises BadRequest."""
    wire = _fields_of(cast(type, command), frozenset(given))
    lists = {name for name, (hint, _default) in wire.items() if _is_list(hint)}
    texts = {name: form.get(name, "").strip() for name in wire.keys() - lists}
    data: dict[str, Any] = {name: text for name, text in texts.items() if text}
    data |= {name: form.getlist(name) for name in lists if name in form}
    return _made(command, _converted(data, _struct(command.__name__, wire), strict=False), given)


@cache
def body(command: type, sent: type, given: frozenset[str] = frozenset()) -> type[Struct]:
    """What a program sends."""
    return _struct(command.__name__, {**_fields_of(command, given), **_fields_of(sent, frozenset())})


def schema(command: type, sent: type, *given: str) -> dict[str, Any]:
    """The JSON schema of ``body``, without references."""
    found = msgspec.json.schema(body(command, sent, frozenset(given)))
    parts = found.pop("$defs", {})
    return cast(dict[str, Any], _resolved(found, parts))


# --- what is sent -------------------------------------------------------------------------------------------

Wire = Mapping[str, tuple[Any, Any]]
"""By name: type and default, ``MISSING`` where there is none."""


@cache
def _fields_of(cls: type, given: frozenset[str]) -> Wire:
    hints = get_type_hints(cls, include_extras=True)
    found: dict[str, tuple[Any, Any]] = {}
    for one in fields(cls):
        marks = _marks(hints[one.name])
        beside = _beside(marks)
        if one.name in given or INSIDE in marks:
            continue
        if beside is not None:
            found |= _fields_of(beside.fields, frozenset())
        else:
            found[one.name] = _field(one, hints[one.name])
    return found


def _field(one: Field[Any], hint: Any) -> tuple[Any, Any]:
    other = next((mark for mark in _marks(hint) if isinstance(mark, SentAs)), None)
    wire = _wire_type(hint if other is None else other.type)
    if other is not None and (one.default is not MISSING or one.default_factory is not MISSING):
        return Union[wire, UnsetType], UNSET  # noqa: UP007
    if one.default is MISSING and one.default_factory is MISSING:
        return wire, MISSING
    return Union[_without_none(wire) if one.default is None else wire, UnsetType], UNSET  # noqa: UP007


def _wire_type(hint: Any) -> Any:
    """With dataclasses inside as structs, which refuse fields that nobody knows."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return Annotated[(_wire_type(arguments[0]), *[one for one in arguments[1:] if isinstance(one, Meta)])]
    if is_dataclass(hint):
        return _struct(cast(type, hint).__name__, _fields_of(cast(type, hint), frozenset()))
    if origin in (Union, UnionType):
        return Union[tuple(_wire_type(one) for one in arguments)]  # noqa: UP007
    if origin is tuple:
        return list[_wire_type(arguments[0])]  # type: ignore[misc]
    return hint


def _without_none(hint: Any) -> Any:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return Annotated[(_without_none(arguments[0]), *arguments[1:])]
    if origin in (Union, UnionType):
        return Union[tuple(one for one in arguments if one is not NoneType)]  # noqa: UP007
    return hint


_structs: dict[tuple[str, tuple[str, ...]], type[Struct]] = {}


def _struct(name: str, wire: Wire) -> type[Struct]:
    key = (name, tuple(wire))
    if key not in _structs:
        told = [(one, hint) if default is MISSING else (one, hint, default) for one, (hint, default) in wire.items()]
        _structs[key] = msgspec.defstruct(name, told, kw_only=True, forbid_unknown_fields=True)
    return _structs[key]


def _marks(hint: Any) -> list[Any]:
    return list(get_args(hint)[1:]) if get_origin(hint) is Annotated else []


def _beside(marks: list[Any]) -> Beside | None:
    return next((one for one in marks if isinstance(one, Beside)), None)


def _is_list(hint: Any) -> bool:
    arguments = get_args(hint)
    return get_origin(hint) is list or any(_is_list(one) for one in arguments if not isinstance(one, Meta))


# --- reading it ---------------------------------------------------------------------------------------------


def _converted(data: Any, wire: type[Struct], *, strict: bool) -> Struct:
    if not isinstance(data, Mapping):
        raise BadRequest("bad_field", field="")
    try:
        return msgspec.convert(_trimmed(dict(data), ""), wire, strict=strict, str_keys=True)
    except ValidationError as error:
        raise BadRequest("bad_field", field=_path(str(error))) from error


def _trimmed(value: Any, path: str) -> Any:
    """Texts without the blanks around them; free JSON in them stays as it is, since no field of it is known here."""
    if isinstance(value, str):
        if "\0" in value:
            raise BadRequest("bad_field", field=path)
        return value.strip()
    if isinstance(value, Mapping):
        return {name: _trimmed(one, f"{path}.{name}".strip(".")) for name, one in value.items()}
    if isinstance(value, list):
        return [_trimmed(one, f"{path}.{number}") for number, one in enumerate(value)]
    return value


def _path(message: str) -> str:
    """``$.newcomers[1].name`` is ``newcomers.1.name``; a field that is missing or unknown stands in the one that is
    named."""
    said, _dash, place = message.partition(" - at `")
    found = place.removesuffix("`").replace("$.", "").replace("$", "")
    found = re.sub(r"\[(\w+|\.\.\.)\]", r".\1", found).strip(".")
    named = re.search(r"(?:required|unknown) field `([^`]*)`", said)
    return f"{found}.{named[1]}".strip(".") if named else found


def _made(cls: type[T], found: Struct, given: Mapping[str, Any]) -> T:
    hints, values = get_type_hints(cls, include_extras=True), dict(given)
    for one in fields(cast(Any, cls)):
        beside = _beside(_marks(hints[one.name]))
        if one.name in given:
            continue
        if beside is not None:
            values[one.name] = _made(beside.fields, found, {}).read()
        elif (value := getattr(found, one.name, UNSET)) is not UNSET:
            values[one.name] = _value(value, hints[one.name])
    return cls(**values)


def _value(value: Any, hint: Any) -> Any:
    origin, arguments = get_origin(hint), get_args(hint)
    if isinstance(value, datetime):
        value = value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
    if origin is Annotated:
        other = next((mark for mark in arguments[1:] if isinstance(mark, SentAs)), None)
        return _value(value, arguments[0]) if other is None else other.read(value)
    if origin in (Union, UnionType):
        inside = [one for one in arguments if one is not NoneType]
        return _value(value, inside[0]) if len(inside) == 1 and value is not None else value
    if origin is tuple:
        return tuple(_value(one, arguments[0]) for one in value)
    return _made(cast(type, hint), value, {}) if isinstance(value, Struct) else value


# --- the schema ---------------------------------------------------------------------------------------------


def _resolved(value: Any, parts: Mapping[str, Any]) -> Any:
    if isinstance(value, dict):
        if "$ref" in value:
            return _resolved(parts[value["$ref"].rpartition("/")[2]], parts)
        return {name: _resolved(one, parts) for name, one in value.items() if name != "title" or isinstance(one, dict)}
    return [_resolved(one, parts) for one in value] if isinstance(value, list) else value
