"""A form for settings: the fields of a dataclass that are annotated with ``Asked`` say how people are asked for them.

A setting is named where it is defined and where a rule reads it; labels, choices and bounds, the form that asks for it
and the sentence that tells it follow from the annotation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, fields
from datetime import UTC, datetime
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

import msgspec
from django import forms
from django.utils import timezone
from msgspec import UNSET, Meta

from .decoding import SentAs
from .errors import BadRequest

F = TypeVar("F", bound=type[forms.Form])


@dataclass(frozen=True, slots=True)
class Choice:
    """``word`` is sent, and is the value unless there is another; ``told`` is a sentence for those who read what is
    agreed."""

    word: str
    label: Any
    value: Any = UNSET
    told: Any = ""

    @property
    def is_for(self) -> Any:
        return self.word if self.value is UNSET else self.value


@dataclass(frozen=True, slots=True)
class Asked:
    """How people are asked for a setting. ``part`` is the group of fields in which it is shown, ``at`` its place there;
    ``most`` where a form takes less than a program may send. ``name`` in the form, if it has another one there."""

    label: Any
    choices: tuple[Choice, ...] = ()
    part: str = ""
    at: int = 0
    most: int | None = None
    name: str = ""
    initial: Any = UNSET
    radio: bool = False
    required: bool = False


class Moment(forms.DateTimeField):
    """A date and time as browsers send them."""

    def __init__(self, **how: Any) -> None:
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        super().__init__(widget=widget, **how)


@dataclass(frozen=True, slots=True)
class Setting:
    """A settings field that people are asked for; ``kind`` is the type in which it is sent."""

    attribute: str
    asked: Asked
    kind: Any
    bounds: Sequence[Meta]
    default: Any

    @property
    def name(self) -> str:
        return self.asked.name or self.attribute

    def field(self) -> forms.Field:
        asked = self.asked
        initial = self.shown(self.default) if asked.initial is UNSET else asked.initial
        how: dict[str, Any] = {"label": asked.label, "required": asked.required, "initial": initial}
        if asked.choices:
            how["choices"] = [(one.word, one.label) for one in asked.choices]
            return forms.ChoiceField(widget=forms.RadioSelect if asked.radio else forms.Select, **how)
        if self.kind is bool:
            return forms.BooleanField(**how)
        if self.kind is datetime:
            return Moment(**how)
        if self.kind is int:
            most = self._bound("le") if asked.most is None else asked.most
            return forms.IntegerField(min_value=self._bound("ge"), max_value=most, **how)
        return forms.ChoiceField(**how)  # whose choices the form gives, since they depend on who asks

    def shown(self, value: Any) -> Any:
        """The value as the form shows it."""
        if self.asked.choices:
            return next((one.word for one in self.asked.choices if one.is_for == value), "")
        if self.kind is datetime:
            return timezone.localtime(datetime.fromisoformat(value)) if value else None
        return value

    def read(self, cleaned: Any) -> Any:
        """The value that was filled in; UNSET if none was."""
        if self.asked.choices:
            found = next((one.is_for for one in self.asked.choices if one.word == cleaned), self.default)
            return UNSET if found is None else found
        if self.kind is datetime:
            return cleaned.astimezone(UTC).isoformat(timespec="seconds") if cleaned else ""
        return self.default if cleaned is None else cleaned

    def _bound(self, name: str) -> int | None:
        return next((found for one in self.bounds if (found := getattr(one, name)) is not None), None)


def asks(settings: type) -> Callable[[F], F]:
    """A form with a field for each setting that people are asked for."""

    def asking(form: F) -> F:
        made = {one.name: one.field() for one in settings_of(settings)}
        for declared in (form.base_fields, form.declared_fields):
            declared.update({name: field for name, field in made.items() if name not in declared})
        return form

    return asking


def read(settings: type, cleaned: Mapping[str, Any]) -> dict[str, Any]:
    """The settings filled in on the form, by name."""
    read = {one.attribute: one.read(cleaned[one.name]) for one in settings_of(settings) if one.name in cleaned}
    return {name: value for name, value in read.items() if value is not UNSET}


def shown(settings: Any) -> dict[str, Any]:
    """The contents of the form's fields for these settings."""
    return {one.name: one.shown(getattr(settings, one.attribute)) for one in settings_of(cast(type, type(settings)))}


def part(form: forms.Form, settings: type, name: str) -> list[forms.BoundField]:
    """The form's fields of one group, in order."""
    found = sorted((one for one in settings_of(settings) if one.asked.part == name), key=lambda one: one.asked.at)
    return [form[one.name] for one in found if one.name in form.fields]


def told(settings: Any, name: str) -> list[str]:
    """Sentences that say what is agreed in one group; they may contain settings."""
    found = sorted(
        (one for one in settings_of(cast(type, type(settings))) if one.asked.part == name), key=lambda one: one.asked.at
    )
    values = {one.name: getattr(settings, one.name) for one in fields(settings)}
    chosen = (choice for one in found for choice in one.asked.choices if choice.is_for == values[one.attribute])
    return [str(choice.told) % values for choice in chosen if choice.told]


def check(settings: Any) -> None:
    """Raises BadRequest for a setting whose value is not one of its choices."""
    for one in settings_of(cast(type, type(settings))):
        values = [choice.is_for for choice in one.asked.choices]
        if values and getattr(settings, one.attribute) not in values:
            raise BadRequest("bad_field", field=one.attribute)


def check_sent(settings: Any) -> None:
    """Raises BadRequest for a setting that nobody could have sent, by its type and bounds; and as ``check`` does."""
    hints = get_type_hints(type(settings), include_extras=True)
    for one in fields(settings):
        value, sent = getattr(settings, one.name), _sent(hints[one.name])
        if value == one.default or sent is None:
            continue
        try:
            found = msgspec.convert(value, sent, strict=False)
            if isinstance(found, datetime):
                found.astimezone(UTC)
        except (msgspec.ValidationError, OverflowError):
            raise BadRequest("bad_field", field=one.name) from None
    check(settings)


def _sent(hint: Any) -> Any:
    """The type in which a field is sent, if it differs from the field's own."""
    return next((mark.type for mark in _marks(hint) if isinstance(mark, SentAs)), None)


@cache
def settings_of(settings: Any) -> tuple[Setting, ...]:
    hints = get_type_hints(settings, include_extras=True)
    return tuple(_settings(settings, hints))


def _settings(settings: Any, hints: Mapping[str, Any]) -> Iterator[Setting]:
    for one in fields(settings):
        marks = list(_marks(hints[one.name]))
        asked = next((mark for mark in marks if isinstance(mark, Asked)), None)
        if asked is not None:
            sent = _sent(hints[one.name]) or hints[one.name]
            bounds = [mark for mark in _marks(sent) if isinstance(mark, Meta)]
            yield Setting(one.name, asked, _plain(sent), bounds, _default(one))


def _default(one: Field[Any]) -> Any:
    assert one.default is not MISSING, f"{one.name} is asked for, so it has a default"
    return one.default


def _marks(hint: Any) -> Iterator[Any]:
    if get_origin(hint) is Annotated:
        inside, *marks = get_args(hint)
        yield from marks
        yield from _marks(inside)


def _plain(hint: Any) -> Any:
    if get_origin(hint) is Annotated:
        return _plain(get_args(hint)[0])
    if get_origin(hint) in (Union, UnionType):
        return _plain(next(one for one in get_args(hint) if one is not NoneType))
    return cast(Any, hint)
