"""Decodes JSON or a form into a command: a frozen dataclass whose types say what may be sent.

A field may be annotated with ``INSIDE`` (nobody sends it), with ``VERBATIM`` (blanks around its texts count), with
``Beside(fields)`` (the fields of another dataclass stand beside the others; its ``read`` gives the value), with
``SentAs(type)`` (another type is sent), with ``Prefixed(text)`` (all fields of a form whose names begin so) and with
``msgspec.Meta`` (bounds, a description). Whatever has a default may be
left out; what is ``None`` by default is left out, not sent as null. The schema of the API follows from the same
(``schema``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
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
VERBATIM = object()
"""Marks a field that is kept as it is sent: the text of a file, or what the rules of a game read."""


class _Read(Protocol):
    def read(self) -> Any: ...


@dataclass(frozen=True, slots=True)
class Beside:
    """Marks a field that is sent as the fields of the dataclass ``fields``."""

    fields: type[_Read]


@dataclass(frozen=True, slots=True)
class SentAs:
    """Marks a field that is sent as ``type``, with bounds that apply only to what is sent: what is stored already
    keeps its value. ``read`` converts what is sent into the value."""

    type: Any
    read: Callable[[Any], Any] = lambda value: value


@dataclass(frozen=True, slots=True)
class Prefixed:
    """Marks a field of texts by key, or of lists of texts: a form sends each in a field of its own, named by this
    prefix and the key."""

    prefix: str


DecisionId = Annotated[UUID | None, Meta(description="Sent twice with the same id, it counts once.")]


@dataclass(frozen=True, slots=True)
class SentOnce:
    """How a request for something new is sent."""

    decision_id: DecisionId = None


@dataclass(frozen=True, slots=True)
class Unsent:
    """For requests that change nothing."""


@dataclass(frozen=True, slots=True)
class Sent:
    """How a change is sent: what makes it repeatable, and the version that its sender has seen."""

    decision_id: DecisionId = None
    expected_version: Annotated[
        Annotated[int, Meta(ge=0, le=MAX_VERSION)] | None,
        Meta(description="The version that you have seen; refused if it has changed."),
    ] = None

    @property
    def how(self) -> dict[str, Any]:
        """Keyword arguments for the service."""
        return {"decision_id": self.decision_id, "expected_version": self.expected_version}


def decoded(command: type[T], sent: type[S], data: Any, **given: Any) -> tuple[T, S]:
    """The command in a body of JSON, and how it was sent; ``given`` are fields that come from elsewhere, such as the
    address. Raises BadRequest, which names the field."""
    shape = _shape(cast(type, command), cast(type, sent), frozenset(given))
    found = _converted(data, shape, strict=True)
    return _made(command, found, given), _made(sent, found, {})


def from_form(command: type[T], form: QueryDict, **given: Any) -> T:
    """The same from a form, whose fields are text; empty fields are left out. Raises BadRequest."""
    return _from_texts(command, form, given, empty=False)


def from_query(asked: type[T], query: QueryDict) -> T:
    """The same from the query parameters of an API's address, where an empty one is no value. Raises
    BadRequest."""
    return _from_texts(asked, query, {}, empty=True)


def _from_texts(command: type[T], form: QueryDict, given: dict[str, Any], *, empty: bool) -> T:
    shape = _shape(cast(type, command), Unsent, frozenset(given))
    lists = {name for name, (hint, _default) in shape.wire.items() if _is_list(hint)}
    plain = shape.wire.keys() - shape.prefixes.keys() - lists
    texts = {name: form.get(name, "") if name in shape.verbatim else form.get(name, "").strip() for name in plain}
    data: dict[str, Any] = {name: text for name, text in texts.items() if text or (empty and name in form)}
    data |= {name: form.getlist(name) for name in lists - shape.prefixes.keys() if name in form}
    for name, prefix in shape.prefixes.items():
        keys = (key for key in form if key.startswith(prefix))
        data[name] = {key.removeprefix(prefix): form.getlist(key) if name in lists else form[key] for key in keys}
    return _made(command, _converted(data, shape, strict=False), given)


def schema(command: type, sent: type, *given: str) -> dict[str, Any]:
    """The schema of what a program sends, in OpenAPI 3.0, without references."""
    found = msgspec.json.schema(_shape(command, sent, frozenset(given)).whole)
    parts = found.pop("$defs", {})
    return cast(dict[str, Any], _resolved(found, parts))


# --- what is sent -------------------------------------------------------------------------------------------

Wire = Mapping[str, tuple[Any, Any]]
"""By name: type and default, ``MISSING`` where there is none."""


@dataclass(frozen=True, slots=True)
class _Shape:
    """What is sent; ``part`` is the same with every field optional, to look at one field alone."""

    wire: Wire
    whole: type[Struct]
    part: type[Struct]
    verbatim: frozenset[str]
    prefixes: Mapping[str, str]


@cache
def _hints(cls: type) -> Mapping[str, Any]:
    return get_type_hints(cls, include_extras=True)


@cache
def _shape(command: type, sent: type, given: frozenset[str]) -> _Shape:
    wire = {**_fields_of(command, given), **_fields_of(sent, frozenset())}
    part = {name: (Union[hint, UnsetType], UNSET) for name, (hint, _default) in wire.items()}  # noqa: UP007
    whole, parts = _struct(command.__name__, wire), _struct(command.__name__, part)
    verbatim = frozenset(name for name, mark in _marked(command) if mark is VERBATIM)
    prefixes = {name: mark.prefix for name, mark in _marked(command) if isinstance(mark, Prefixed)}
    return _Shape(wire, whole, parts, verbatim, prefixes)


def _marked(command: type) -> Iterator[tuple[str, Any]]:
    """Names of fields, including those sent beside the others, with all of their marks."""
    for name, hint in _hints(command).items():
        marks = _marks(hint)
        beside = _beside(marks)
        if beside is not None:
            yield from _marked(beside.fields)
        else:
            yield from ((name, mark) for mark in marks)


@cache
def _fields_of(cls: type, given: frozenset[str]) -> Wire:
    hints = _hints(cls)
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
    """The type with its dataclasses as structs, which refuse unknown fields."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        bounds = [one for one in arguments[1:] if isinstance(one, Meta)]
        return Annotated[(_wire_type(arguments[0]), *bounds)] if bounds else _wire_type(arguments[0])
    if hint is datetime:  # also without a zone, so msgspec would not say it
        return Annotated[datetime, Meta(extra_json_schema={"format": "date-time"})]
    if is_dataclass(hint):
        return _inside(cast(type, hint))
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


@cache
def _inside(cls: type) -> type[Struct]:
    return _struct(cls.__name__, _fields_of(cls, frozenset()))


def _struct(name: str, wire: Wire) -> type[Struct]:
    told = [(one, hint) if default is MISSING else (one, hint, default) for one, (hint, default) in wire.items()]
    return msgspec.defstruct(name, told, kw_only=True, forbid_unknown_fields=True)


def _marks(hint: Any) -> list[Any]:
    return list(get_args(hint)[1:]) if get_origin(hint) is Annotated else []


def _beside(marks: list[Any]) -> Beside | None:
    return next((one for one in marks if isinstance(one, Beside)), None)


def _is_list(hint: Any) -> bool:
    arguments = get_args(hint)
    return get_origin(hint) is list or any(_is_list(one) for one in arguments if not isinstance(one, Meta))


# --- reading it ---------------------------------------------------------------------------------------------


def _converted(data: Any, shape: _Shape, *, strict: bool) -> Struct:
    if not isinstance(data, Mapping):
        raise BadRequest("bad_field", field="")
    try:
        sent = {name: _cleaned(value, name, trim=name not in shape.verbatim) for name, value in data.items()}
        return msgspec.convert(sent, shape.whole, strict=strict, str_keys=True)
    except RecursionError:
        raise BadRequest("bad_field", field="") from None
    except ValidationError as error:
        first = _path(str(error))
        wrong = dict.fromkeys([first, *_wrong(sent, shape, strict=strict)])
        raise BadRequest("bad_field", field=first, fields=tuple(wrong)) from error


def _wrong(sent: Mapping[str, Any], shape: _Shape, *, strict: bool) -> Iterator[str]:
    """The path of the error in each wrong field."""
    yield from (name for name, (_hint, default) in shape.wire.items() if default is MISSING and name not in sent)
    for name, value in sent.items():
        try:
            msgspec.convert({name: value}, shape.part, strict=strict, str_keys=True)
        except ValidationError as error:
            yield _path(str(error))


def _cleaned(value: Any, path: str, *, trim: bool) -> Any:
    """Strip texts, at any depth. Raises BadRequest if one contains the null character."""
    if isinstance(value, str):
        if "\0" in value:
            raise BadRequest("bad_field", field=path)
        return value.strip() if trim else value
    if isinstance(value, Mapping):
        return {name: _cleaned(one, f"{path}.{name}", trim=trim) for name, one in value.items()}
    if isinstance(value, list):
        return [_cleaned(one, f"{path}.{number}", trim=trim) for number, one in enumerate(value)]
    return value


def _path(message: str) -> str:
    """``$.newcomers[1].name`` is ``newcomers.1.name``; a field that is missing or unknown stands in the one that is
    named."""
    said, _dash, place = message.partition(" - at `")
    place = place.removeprefix("key` in `").removesuffix("`")  # of a mapping whose keys are bounded
    found = place.replace("$.", "").replace("$", "")
    found = re.sub(r"\[(\w+|\.\.\.)\]", r".\1", found).strip(".")
    named = re.search(r"(?:required|unknown) field `([^`]*)`", said)
    return f"{found}.{named[1]}".strip(".") if named else found


def _made(cls: type[T], found: Struct, given: Mapping[str, Any], path: str = "") -> T:
    hints, values = _hints(cast(type, cls)), dict(given)
    for one in fields(cast(Any, cls)):
        beside = _beside(_marks(hints[one.name]))
        if one.name in given:
            continue
        if beside is not None:
            values[one.name] = _made(beside.fields, found, {}, path).read()
        elif (value := getattr(found, one.name, UNSET)) is not UNSET:
            values[one.name] = _value(value, hints[one.name], f"{path}.{one.name}".strip("."))
    return cls(**values)


def _value(value: Any, hint: Any, path: str) -> Any:
    origin, arguments = get_origin(hint), get_args(hint)
    if isinstance(value, datetime):
        value = _in_utc(value, path)
    if origin is Annotated:
        other = next((mark for mark in arguments[1:] if isinstance(mark, SentAs)), None)
        return _value(value, arguments[0], path) if other is None else other.read(value)
    if origin in (Union, UnionType):
        inside = [one for one in arguments if one is not NoneType]
        return _value(value, inside[0], path) if len(inside) == 1 and value is not None else value
    if origin is tuple:
        return tuple(_value(one, arguments[0], f"{path}.{number}") for number, one in enumerate(value))
    return _made(cast(type, hint), value, {}, path) if isinstance(value, Struct) else value


def _in_utc(moment: datetime, path: str) -> datetime:
    """The moment in UTC. Raises BadRequest if that is outside the years that Python supports."""
    try:
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except OverflowError:
        raise BadRequest("bad_field", field=path) from None


# --- the schema ---------------------------------------------------------------------------------------------


def _resolved(value: Any, parts: Mapping[str, Any]) -> Any:
    if isinstance(value, dict):
        if "$ref" in value:
            return _resolved(parts[value["$ref"].rpartition("/")[2]], parts)
        found = {name: _resolved(one, parts) for name, one in value.items() if name != "title" or isinstance(one, dict)}
        return _nullable(found) if {"type": "null"} in found.get("anyOf", ()) else found
    return [_resolved(one, parts) for one in value] if isinstance(value, list) else value


def _nullable(found: Mapping[str, Any]) -> dict[str, Any]:
    """OpenAPI 3.0 has no type ``null``."""
    (other,) = (one for one in found["anyOf"] if one != {"type": "null"})
    beside = {name: one for name, one in found.items() if name != "anyOf"}
    values = {"enum": [*other["enum"], None]} if "enum" in other else {}
    return {**other, **values, **beside, "nullable": True}
