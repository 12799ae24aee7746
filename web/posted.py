"""The one way in which views read a form.

A form is data, as a command is: ``read`` makes a dataclass of it by the types of its fields (``web.decoding``), and
``form`` binds a Django form to it. The version and the id that went out with it are ``web.edit_conflicts.sent``. A view
catches nothing to keep a form filled: whatever is refused, ``web.middleware`` shows its page again
(``web.refilled``).
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Annotated, Any, TypeVar

from django.http import HttpRequest, QueryDict
from msgspec import Meta

from .decoding import from_form
from .request import MAX_DIGITS

T = TypeVar("T")
Whole = Annotated[int, Meta(ge=0, le=10**MAX_DIGITS - 1)]


def read(request: HttpRequest, shape: type[T], **given: Any) -> T:
    """A command, or a dataclass, from the form that was sent; for a GET, from its
    address. ``given`` are fields that come from elsewhere. Raises BadRequest, which names the field."""
    return from_form(shape, fields(request), **given)


def form(request: HttpRequest, make: Callable[[QueryDict | None], T]) -> T:
    """A Django form: bound to what was sent, or the unbound form that ``make`` returns."""
    return make(request.POST if request.method == "POST" else None)


def hidden(request: HttpRequest, *, only: Collection[str] = (), but: Collection[str] = ()) -> list[tuple[str, str]]:
    """Names and values to resend in hidden fields: ``only`` these, if any are given, and none of ``but``."""
    sent = fields(request)
    return [(name, str(sent[name])) for name in sent if (name in only or not only) and name not in but]


def fields(request: HttpRequest) -> QueryDict:
    """All fields, for a form whose fields are defined by a game."""
    return request.POST if request.method == "POST" else request.GET
