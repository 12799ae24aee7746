"""What a request says: who asks, for which page, and what they send; and how to mark answers for one person.

Reading what anybody may send has two ends: texts become numbers and JSON, or ValueError.
"""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme

from web import limits
from web.errors import BadRequest

MAX_PAGES = 10_000
"""Nobody turns so many; a database would count on and on."""
MAX_DIGITS = 9
"""Every number of ours has fewer; Python refuses to read one of thousands."""
MAX_DEPTH = 64
"""Lists and tables in one another: nothing of ours is half as deep, and whatever walks through it calls itself."""


def asker(request: HttpRequest) -> UUID | None:
    """The player who is logged in, or None; also for a request refused before anybody checked who asks."""
    user = getattr(request, "user", None)
    return user.pk if user is not None and user.is_authenticated else None


def asker_or_address(request: HttpRequest) -> str:
    """Who asks, where each asker is counted."""
    return limits.asker(request, asker(request))


def signed_in(request: HttpRequest) -> UUID:
    """The player who is logged in. Raises BadRequest if nobody is."""
    player = asker(request)
    if player is None:
        raise BadRequest("not_signed_in")
    return player


def page_number(request: HttpRequest) -> int:
    """``?page=``, by default 1; the caller checks that the page exists. Raises BadRequest."""
    try:
        return min(max(whole(request.GET.get("page", "1")), 1), MAX_PAGES)
    except ValueError:
        raise BadRequest("bad_field", field="page") from None


def onwards(request: HttpRequest, target: str, otherwise: str = "/") -> HttpResponseRedirect:
    """Where to go next, if that is the path of a page here; else ``otherwise``."""
    ours = url_has_allowed_host_and_scheme(target, {request.get_host()}, require_https=request.is_secure())
    return HttpResponseRedirect(target if ours and target.startswith("/") else otherwise)


def is_htmx(request: HttpRequest) -> bool:
    """Whether a script asks, which wants a fragment and not a page."""
    return bool(getattr(request, "htmx", False))


def private(response: HttpResponse) -> HttpResponse:
    """Mark the answer as private: what one person may see must not be cached for another."""
    response["Cache-Control"] = "private, no-store"
    return response


def whole(text: str) -> int:
    """A number without sign, in the digits 0 to 9."""
    if not (text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS):
        raise ValueError("not a whole number")
    return int(text)


def from_json(text: str | bytes) -> Any:
    """The value. Half of a surrogate pair, a number past all bounds, or what is nested too deeply is refused like any
    other bad text: no answer could repeat it."""
    try:
        value = json.loads(text, parse_constant=_no_json)
        _check_depth(value)
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except RecursionError:
        raise ValueError("nested too deeply") from None
    return value


def _check_depth(value: Any) -> None:
    """Raises ValueError."""
    inside = [value]
    for _depth in range(MAX_DEPTH + 1):
        tables = [one.values() if isinstance(one, dict) else one for one in inside if isinstance(one, (dict, list))]
        inside = [one for table in tables for one in table]
        if not inside:
            return
    raise ValueError("nested too deeply")


def _no_json(word: str) -> Any:
    raise ValueError(f"{word} is no JSON")
