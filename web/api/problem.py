"""How the API refuses: a problem (RFC 9457) for everything, and each operation's schema says which it can give."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.http import Http404, JsonResponse
from django.utils.translation import gettext as _
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from rest_framework import exceptions, serializers

from .. import decoding, encoding, refusal_log
from ..error_words import PROBLEM, REFUSED, Explained, explain, explained_fault, words_of
from ..errors import BadRequest

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
    """Why the request was refused (RFC 9457). Nothing was changed."""

    type = serializers.CharField(help_text="`tag:elekt,2026:` and the code.")
    title = serializers.CharField(help_text="The status in words.")
    status = serializers.IntegerField(help_text="The status of the answer.")
    detail = serializers.CharField(help_text="The sentence once more, where the standard wants it.")
    code = serializers.CharField(help_text="A stable word for programs.")
    rule = serializers.CharField(allow_blank=True, help_text="The number of the rule that forbids it, or nothing.")
    sentence = serializers.CharField(help_text="For people, in the language of Accept-Language.")
    data = serializers.DictField(help_text="Details: the field, the version now...")  # type: ignore[assignment]


Body = tuple[Any, ...]
"""What ``decoding.schema`` takes."""


@dataclass(frozen=True, slots=True)
class Sent:
    """What an operation is sent. Its schema is made when somebody wants to see it, not at each start."""

    body: Body


class Schema(AutoSchema):
    """What an operation answers follows from its annotation (``web.encoding``); it also documents its refusals
    (``refusals`` of the view, by method)."""

    def get_response_serializers(self) -> Any:
        status, hint = encoding.answer_of(getattr(self.view, self.method.lower()))
        return {status: encoding.schema(hint, self._refer)}

    def _get_request_for_media_type(self, serializer: Any, direction: Any = "request") -> Any:
        if isinstance(serializer, Sent):
            return decoding.schema(*serializer.body), False
        return super()._get_request_for_media_type(serializer, direction)  # type: ignore[no-untyped-call]

    def _refer(self, cls: type) -> dict[str, Any]:
        """A reference to the schema of a dataclass, registered once. Raises ValueError if two have the same name."""
        name = encoding.component_name(cls)
        found = ResolvedComponent(name=name, type=ResolvedComponent.SCHEMA, object=cls)  # type: ignore[no-untyped-call]
        if found.key not in self.registry._components:
            self.registry.register(found)  # before its parts, which may lead back to it
            found.schema = encoding.component_schema(cls, self._refer)
        elif (other := self.registry[found].object) is not cls:
            raise ValueError(f"two answers are called {name}: {cls} and {other}")
        return dict(found.ref)

    def _get_response_bodies(self, direction: Any = "response") -> Any:
        bodies = super()._get_response_bodies(direction)
        refusals: Mapping[str, tuple[str, ...]] = getattr(self.view, "refusals", {})
        for status in refusals.get(self.method, ()):
            body = self._get_response_for_code(Problem, status, [PROBLEM])  # type: ignore[no-untyped-call]
            bodies[status] = body | {"description": MEANINGS[status]}
        return bodies


def answer(error: Exception, context: Mapping[str, Any]) -> JsonResponse | None:
    """The answer to an exception from an endpoint (the setting ``EXCEPTION_HANDLER``); None for a fault of ours."""
    if isinstance(error, REFUSED):
        refusal_log.note(context["request"], error)
        words = words_of(error, context["kwargs"], context["view"].player)
        return problem(_with_fields(explain(error, *words)))
    if (busy := explained_fault(error)) is not None:
        return problem(busy)
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    if isinstance(error, exceptions.ValidationError):
        fields = dict(_wrong_fields(error.detail, ""))
        field, sentence = next(iter(fields.items()))
        return problem(Explained(400, "bad_field", "", sentence, {"field": field, "fields": fields}))
    if isinstance(error, exceptions.APIException):
        codes = error.get_codes()
        code = codes if isinstance(codes, str) else "refused"
        response = problem(Explained(error.status_code, code, "", str(error.detail), {}))
        if header := getattr(error, "auth_header", None):
            response["WWW-Authenticate"] = header
        return response
    return None


def _with_fields(told: Explained) -> Explained:
    """Report what is wrong with each invalid field."""
    if told.code != "bad_field" or "field" not in told.data:
        return told
    paths = told.data.get("fields", (told.data["field"],))
    said = {path: explain(BadRequest("bad_field", field=path)).sentence for path in paths}
    return replace(told, data={**told.data, "fields": said})


def _wrong_fields(detail: Any, path: str) -> Iterator[tuple[str, str]]:
    """Each invalid field by its path, and what is wrong with it; the first one first."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            plain = name in ("non_field_errors", "")
            yield from _wrong_fields(inner, path if plain else f"{path}.{name}".strip("."))
    elif isinstance(detail, list):
        said = [one for one in detail if one]
        yield from _wrong_fields(said[0] if said else "", path)
    else:
        yield path, str(detail) or _("This value is wrong.")


def problem(explained: Explained) -> JsonResponse:
    """Always JSON: even a client that asked for a format we do not have is told so in JSON."""
    return JsonResponse(explained.problem, status=explained.status, headers=explained.headers, content_type=PROBLEM)
