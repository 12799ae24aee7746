"""The one place where pages answer refusals: a fragment for scripts, else the page with the form as it was
filled in, and if that is not possible a page that says why."""

from __future__ import annotations

import sys
from collections.abc import Callable

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.defaults import bad_request, server_error

from . import refusal_log
from .api.problem import problem
from .error_words import REFUSED, Explained, explain, explained_fault, words_of
from .refilled import page_again
from .request import asker, is_htmx

Answer = Callable[[HttpRequest], HttpResponseBase]


class Refusals:
    """What is not a refusal passes through untouched; the API has its own answers."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self._answer(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if request.path.startswith("/api/"):
            return None
        if isinstance(error, (*REFUSED, PermissionDenied)):
            refusal_log.note(request, error)
        if isinstance(error, REFUSED):
            arguments = request.resolver_match.kwargs if request.resolver_match else {}
            words = words_of(error, arguments, asker(request))
            told = explain(error, *words)
            again = page_again(request, told) if request.method == "POST" and not is_htmx(request) else None
            return (
                _answer(request, told, words.game.name if words.game else "") if again is None else _with(again, told)
            )
        busy = explained_fault(error)
        return None if busy is None else _answer(request, busy)


def fault(request: HttpRequest) -> HttpResponseBase:
    """The answer to an uncaught exception (``handler500``). A busy database may be noticed outside every view, when
    a session is saved."""
    error = sys.exc_info()[1]
    busy = explained_fault(error) if isinstance(error, Exception) else None
    if request.path.startswith("/api/"):
        return problem(busy or Explained(500, "fault", "", gettext("Something broke on our side."), {}))
    return server_error(request) if busy is None else _answer(request, busy)


def unreadable(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """The answer to a request that Django itself refuses to read, such as one for a foreign host (``handler400``)."""
    if request.path.startswith("/api/"):
        return problem(Explained(400, "bad_request", "", gettext("This request cannot be read."), {}))
    return bad_request(request, exception)


def _answer(request: HttpRequest, explained: Explained, game: str = "") -> HttpResponse:
    context = {"sentence": explained.sentence, "rule": explained.rule, "code": explained.code, "game": game}
    if is_htmx(request):
        response = render(request, "matches/_error.html", context, status=explained.status)
        response["HX-Retarget"] = "#errors"
        response["HX-Reswap"] = "innerHTML"
    else:
        response = render(request, "refused.html", context | {"status": explained.status}, status=explained.status)
    return _with(response, explained)


def _with(response: HttpResponse, explained: Explained) -> HttpResponse:
    for name, value in explained.headers.items():
        response[name] = value
    return response
