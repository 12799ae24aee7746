"""Whoever asks for a match or answers a challenge by a page is noted with the number that their browser keeps."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse

from web import browsers
from web.request import asker

from .apart import note_browser

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def known_browser(view: View[P]) -> View[P]:
    """The browser of whoever sends something here is noted before it is looked at."""

    @wraps(view)
    def noted(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        me = asker(request)
        if request.method != "POST" or me is None:
            return view(request, *args, **kwargs)
        browser = browsers.number(request) or browsers.new_number()
        note_browser(browser, me)
        answer = view(request, *args, **kwargs)
        browsers.keep(answer, browser, request)
        return answer

    return noted
