"""How the API refuses: one shape for everything, and each operation's schema says which refusals it can give."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.openapi import AutoSchema
from rest_framework import exceptions, serializers
from rest_framework.response import Response

from ..explain import REFUSED, Explained, explain, explained_fault, words_of

MEANINGS: Mapping[str, str] = {
    "400": "The request cannot be read: ``data.field`` names what is wrong.",
    "401": "No token, or one that is not valid.",
    "403": "Not yours to do or to see: a foreign seat, a hidden perspective, a table of somebody else.",
    "404": "There is no such table, match, seat or position, or it is not open to you.",
    "409": "The match or the table is not what you take it for: a stale version (``data.actual`` is the version now), "
    "not your turn, the match is over, the seat is taken.",
    "422": "The rules forbid it: ``rule`` is the number of the rule.",
    "429": "Too often: try again ``data.seconds`` from now.",
    "503": "The server is busy: send the same again ``data.seconds`` from now. With the same id it counts once.",
}


class Problem(serializers.Serializer[Explained]):
    """Why nothing was done. Nothing was changed."""

    code = serializers.CharField(help_text="A stable word for programs.")
    rule = serializers.CharField(allow_blank=True, help_text="The number of the rule that forbids it, or nothing.")
    sentence = serializers.CharField(help_text="For people, in the language of Accept-Language.")
    data = serializers.DictField(help_text="Details: the field, the version now...")  # type: ignore[assignment]


class Schema(AutoSchema):
    """Every operation also documents its refusals (``refusals`` of the view, by method)."""

    def _get_response_bodies(self, direction: Any = "response") -> Any:
        bodies = super()._get_response_bodies(direction)
        refusals: Mapping[str, tuple[str, ...]] = getattr(self.view, "refusals", {})
        for status in refusals.get(self.method, ()):
            body = self._get_response_for_code(Problem, status)  # type: ignore[no-untyped-call]
            bodies[status] = body | {"description": MEANINGS[status]}
        return bodies


def answer(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """The reply to whatever an endpoint raised; None for a fault of ours."""
    if isinstance(error, REFUSED):
        words = words_of(error, context["kwargs"], context["view"].player)
        return _response(explain(error, *words))
    if (busy := explained_fault(error)) is not None:
        return _response(busy)
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    if isinstance(error, exceptions.ValidationError):
        field, sentence = _first(error.detail, "")
        return _response(Explained(400, "bad_field", "", sentence, {"field": field}))
    if isinstance(error, exceptions.APIException):
        codes = error.get_codes()
        code = codes if isinstance(codes, str) else "refused"
        response = _response(Explained(error.status_code, code, "", str(error.detail), {}))
        if header := getattr(error, "auth_header", None):
            response["WWW-Authenticate"] = header
        return response
    return None


def refusal(explained: Explained) -> tuple[int, dict[str, Any]]:
    """Status and body."""
    return explained.status, {
        "code": explained.code,
        "rule": explained.rule,
        "sentence": explained.sentence,
        "data": dict(explained.data),
    }


def _first(detail: Any, path: str) -> tuple[str, str]:
    """The first field that is wrong, by its path, and what is wrong with it."""
    if isinstance(detail, dict):
        name, inner = next(iter(detail.items()))
        plain = name in ("non_field_errors", "")
        return _first(inner, path if plain else f"{path}.{name}".strip("."))
    if isinstance(detail, list):
        return _first(detail[0], path)
    return path, str(detail) or _("This value is wrong.")


def _response(explained: Explained) -> Response:
    status, body = refusal(explained)
    return Response(body, status, headers=explained.headers)
