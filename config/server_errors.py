"""What the server itself refuses before a page or an endpoint is called: browsers get a page in their language,
a page's scripts the fragment that they show, the API the shape of all its refusals."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie

from django.conf import settings
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext, gettext_noop

from web.error_words import PROBLEM, Explained

Headers = Mapping[bytes, bytes]
SENTENCES = {
    "not_http": gettext_noop("This is not an HTTP request."),
    "too_slow": gettext_noop("The request came too slowly. Nothing was changed."),
    "too_long": gettext_noop("The request is longer than %(most)s bytes."),
    "head_too_large": gettext_noop(
        "The headers of the request are longer than %(most)s bytes, or there are too many of them."
    ),
    "server_full": gettext_noop("Too many connections at the moment. Try again in %(seconds)s s."),
    "server_busy": gettext_noop(
        "Too many requests are waiting at the moment. Nothing was changed; try again in %(seconds)s s."
    ),
}


def status_line(status: int) -> bytes:
    return f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n".encode()


def answer(
    status: int, code: str, data: Mapping[str, int], path: str, headers: Headers
) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """Headers and body for the client that asked for ``path`` with ``headers``, as far as they are known."""
    chosen = language(headers)
    with translation.override(chosen):
        sentence = gettext(SENTENCES[code]) % data
        if path.startswith("/api/"):
            kind = PROBLEM
            text = json.dumps(Explained(status, code, "", sentence, data).problem)
        else:
            kind = "text/html; charset=utf-8"
            name = "matches/_error.html" if b"hx-request" in headers else "server_error.html"
            text = render_to_string(name, {"code": code, "sentence": sentence, "status": status})
    body = text.encode()
    own = {
        b"content-type": kind.encode(),
        b"content-length": str(len(body)).encode(),
        b"content-language": chosen.encode(),
        b"cache-control": b"no-store",
        b"x-content-type-options": b"nosniff",
        b"connection": b"close",
    }
    if b"hx-request" in headers and not path.startswith("/api/"):
        own |= {b"hx-retarget": b"#errors", b"hx-reswap": b"innerHTML"}
    if "seconds" in data:
        own[b"retry-after"] = str(data["seconds"]).encode()
    return list(own.items()), body


def language(headers: Headers) -> str:
    """The language a page would have: the one chosen, else the browser's preference, else the first of ours."""
    request = HttpRequest()
    request.META["HTTP_ACCEPT_LANGUAGE"] = headers.get(b"accept-language", b"").decode("latin-1")
    try:
        cookies = SimpleCookie(headers.get(b"cookie", b"").decode("latin-1"))
    except CookieError:
        cookies = SimpleCookie()
    if chosen := cookies.get(settings.LANGUAGE_COOKIE_NAME):
        request.COOKIES[settings.LANGUAGE_COOKIE_NAME] = chosen.value
    return translation.get_language_from_request(request)
