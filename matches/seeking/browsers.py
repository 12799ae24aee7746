"""Whoever asks for a match or answers a challenge by a page is noted with the number that their browser keeps."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.core import signing
from django.http import HttpRequest, HttpResponse

from web.request import asker

from .apart import note_browser

BROWSER = "browser"
LASTS = 365 * 24 * 3600

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def known_browser(view: View[P]) -> View[P]:
    """The browser of whoever sends something here is noted before it is looked at."""

    @wraps(view)
    def noted(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        me = asker(request)
        if request.method != "POST" or me is None:
            return view(request, *args, **kwargs)
        browser = _number(request)
        note_browser(browser, me)
        answer = view(request, *args, **kwargs)
        answer.set_signed_cookie(
            BROWSER, browser, max_age=LASTS, httponly=True, samesite="Lax", secure=request.is_secure()
        )
        return answer

    return noted


def _number(request: HttpRequest) -> str:
    """A new one for a browser that has none, or one that is not ours."""
    try:
        return str(request.get_signed_cookie(BROWSER))
    except (KeyError, signing.BadSignature):
        return secrets.token_hex(16)
