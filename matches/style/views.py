"""The style page and its tables: public and the same for everybody, but for no search engine."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from web import languages

from . import parts, tables


def _unlisted(response: HttpResponse) -> HttpResponse:
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response


@require_safe
def style(request: HttpRequest) -> HttpResponse:
    context = {"body": parts.body(languages.current()), "styles": parts.styles()}
    return _unlisted(render(request, "matches/style/page.html", context))


@require_safe
@xframe_options_sameorigin
def table(request: HttpRequest, game: str, state: str) -> HttpResponse:
    """A table in a frame of the style page, at the size of a window."""
    return _unlisted(HttpResponse(tables.page(game, state)))
