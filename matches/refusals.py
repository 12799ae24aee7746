"""The one place where pages answer what was refused: a fragment beside the prompt for scripts, else a whole page."""

from __future__ import annotations

import sys
from collections.abc import Callable
from uuid import UUID

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.views.defaults import server_error

from elekt_core.errors import CoreError

from . import queries
from .api_errors import refusal
from .asking import asker, is_htmx
from .errors import ServiceError
from .explain import Explained, Refused, explain, explained_fault
from .games import game_of

Answer = Callable[[HttpRequest], HttpResponseBase]


class Refusals:
    """Middleware. What is no refusal passes on untouched; the API has its own answers."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self._answer(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if request.path.startswith("/api/"):
            return None
        if isinstance(error, Refused):
            return _answer(request, *_explained(request, error))
        busy = explained_fault(error)
        return None if busy is None else _answer(request, "", busy)


def fault(request: HttpRequest) -> HttpResponseBase:
    """The answer to what nobody has caught (``handler500``). A busy database may be noticed behind every view, where
    a session is kept."""
    error = sys.exc_info()[1]
    busy = explained_fault(error) if isinstance(error, Exception) else None
    if busy is None:
        return server_error(request)
    if request.path.startswith("/api/"):
        status, body = refusal(busy)
        return JsonResponse(body, status=status, headers=busy.headers)
    return _answer(request, "", busy)


def _answer(request: HttpRequest, game: str, explained: Explained) -> HttpResponse:
    context = {"sentence": explained.sentence, "rule": explained.rule, "code": explained.code, "game": game}
    if is_htmx(request):
        response = render(request, "matches/_error.html", context, status=explained.status)
        response["HX-Retarget"] = "#errors"
        response["HX-Reswap"] = "innerHTML"
    else:
        response = render(request, "refused.html", context | {"status": explained.status}, status=explained.status)
    for name, value in explained.headers.items():
        response[name] = value
    return response


def _explained(request: HttpRequest, error: Refused) -> tuple[str, Explained]:
    """The sentence; for a refusal by the rules of a game, in that game's words."""
    match_id = request.resolver_match and request.resolver_match.kwargs.get("match_id")
    if isinstance(error, CoreError) and isinstance(match_id, UUID):
        match = queries.match(match_id=match_id, player=asker(request))
        return match.game, explain(error, game_of(match), match.names)
    table_id = request.resolver_match and request.resolver_match.kwargs.get("table_id")
    if isinstance(error, ServiceError) and "seat" in error.data and isinstance(table_id, UUID):
        return "", explain(error, names=queries.names_at(table_id=table_id, player=asker(request)))
    return "", explain(error)
