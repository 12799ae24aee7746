"""Forms of settings that several people may have open at once.

A form goes out with the version that it shows, an id for the decision, and what stands in its fields. Sent on an older
version it comes back, and nothing is lost: what its sender left alone is as somebody else has made it, what they wrote
stays, and beside each field that the other has changed stands what is there now.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar
from uuid import UUID, uuid4, uuid5

from django import forms
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext

from .errors import BadRequest
from .request import from_json

STALE = "stale_version"
"""The code of a refusal for somebody who was overtaken, in every app."""
MAX_SHOWN = 100_000
MAX_DIGITS = 9


@dataclass(frozen=True, slots=True)
class Opened:
    """What goes out with a form, hidden (``_opened.html``), and comes back. ``version`` None: none was given."""

    version: int | None
    decision_id: UUID
    fields: Mapping[str, str]
    """By the name in the HTML what stood in it, as a browser sends it."""

    @property
    def how(self) -> dict[str, Any]:
        """Keyword arguments for the service."""
        return {"expected_version": self.version, "decision_id": self.decision_id}

    def how_for(self, *what: object) -> dict[str, Any]:
        """The same for one of several actions on one page: each has an id of its own, so that the
        second is never taken for the first sent again."""
        return {**self.how, "decision_id": uuid5(self.decision_id, " ".join(map(str, what)))}

    @property
    def packed(self) -> str:
        return json.dumps(self.fields, ensure_ascii=False)


def opened(version: int, shown: Iterable[forms.BaseForm]) -> Opened:
    """For forms that show the state at ``version``."""
    return Opened(version, uuid4(), {field.html_name: _sent(field) for form in shown for field in _fields(form)})


def sent(request: HttpRequest) -> Opened:
    """What the form sent back. Raises BadRequest. Programs may send none of it."""
    data = request.POST
    version, decision_id = data.get("expected_version", ""), data.get("decision_id", "")
    if version and not (version.isascii() and version.isdigit() and len(version) <= MAX_DIGITS):
        raise BadRequest("bad_field", field="expected_version")
    try:
        known = UUID(decision_id) if decision_id else uuid4()
    except ValueError:
        raise BadRequest("bad_field", field="decision_id") from None
    return Opened(int(version) if version else None, _decision(known, data), _unpacked(data.get("shown", "")))


def _decision(form: UUID, data: QueryDict) -> UUID:
    """Sending the same form again is the same decision; with other content, after "Back", it is a new one."""
    content = sorted((name, data.getlist(name)) for name in data if name != "csrfmiddlewaretoken")
    return uuid5(form, json.dumps(content))


def _unpacked(text: str) -> dict[str, str]:
    try:
        told = from_json(text) if len(text) <= MAX_SHOWN else None
    except ValueError:
        told = None
    return {str(name): str(value) for name, value in told.items()} if isinstance(told, dict) else {}


Form = TypeVar("Form")


def again(
    request: HttpRequest,
    before: Opened,
    version: int,
    now: Sequence[forms.BaseForm],
    make: Callable[[QueryDict], Form],
    parts: Callable[[Form], Iterable[forms.BaseForm]],
) -> tuple[Form, Opened]:
    """The form again, for somebody who was overtaken, with the ``version`` that the forms ``now`` show.

    ``make`` fills the form with data, ``parts`` are the forms that it consists of.
    """
    data, fresh = request.POST, opened(version, now)
    changed = [
        name
        for name in {**before.fields, **fresh.fields}
        if before.fields and before.fields.get(name, "") != fresh.fields.get(name, "")
    ]
    filled = data.copy()
    for name in changed:
        if _plain(data.get(name, "")) == _plain(before.fields.get(name, "")):
            filled.pop(name, None)
            if value := fresh.fields.get(name, ""):
                filled[name] = value
    form = make(filled)
    shown = {field.html_name: field for one in now for field in _fields(one)}
    whole = list(parts(form))
    for one in whole:
        for field in list(_fields(one)):
            if field.html_name in changed and not field.is_hidden:
                one.add_error(field.name, _told(shown.get(field.html_name)))
    whole[0].add_error(None, gettext("This was changed after you opened it. Check the marked fields, then save again."))
    return form, fresh


def _fields(form: forms.BaseForm) -> Iterator[forms.BoundField]:
    return iter(form)


def _sent(field: forms.BoundField) -> str:
    """The value as a browser sends it back if nobody changes the field."""
    value, widget = field.value(), field.field.widget
    if isinstance(widget, forms.CheckboxInput):
        return "on" if value else ""
    shown = widget.format_value(value)
    if isinstance(shown, list):
        shown = shown[0] if shown else ""
    return _plain("" if shown is None else str(shown))


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n").strip()


def _told(field: forms.BoundField | None) -> str:
    """A sentence that says what the field contains now."""
    value = "" if field is None else _sent(field)
    if field is not None and isinstance(field.field, forms.BooleanField):
        value = gettext("yes") if value else gettext("no")
    elif field is not None and isinstance(field.field, forms.ChoiceField):
        value = str(dict(_flat(field.field.choices)).get(value, value))
    if not value:
        return gettext("This was cleared in the meantime.")
    return gettext("This was changed to “%(value)s” in the meantime.") % {"value": value}


def _flat(choices: Any) -> Iterator[tuple[str, Any]]:
    for value, label in choices:
        if isinstance(label, (list, tuple)):
            yield from _flat(label)
        else:
            yield str(value), label
