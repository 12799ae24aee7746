"""What all addresses of the API have in common: who may ask, JSON of bounded length, and one way to refuse.

Who asks is found by the classes of the setting ``REST_FRAMEWORK["DEFAULT_AUTHENTICATION_CLASSES"]``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from inspect import getdoc
from typing import IO, Any, ClassVar, TypeVar
from uuid import UUID

import msgspec
from django.http import HttpRequest, JsonResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser
from rest_framework.permissions import BasePermission, IsAuthenticatedOrReadOnly
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ..decoding import Unsent, schema
from ..encoding import Created, encoded
from ..error_words import explain
from ..errors import BadRequest, NotFound
from ..request import from_json, whole
from .problem import Body, Schema, Sent, problem

M = TypeVar("M", bound=Callable[..., Any])
READS: Mapping[str, Sequence[str]] = {"GET": ("401", "404")}
SEES: Mapping[str, Sequence[str]] = {"GET": ("400", "401", "403", "404", "409")}
CHANGES: Mapping[str, Sequence[str]] = {"POST": ("400", "401", "403", "404", "409", "503")}
MAX_BODY = 64 * 1024
"""Bytes of a request: many times the longest that makes sense. Django's own limit does not reach a parser."""


def as_json(longest: int) -> int:
    """The bytes of JSON in which a text of ``longest`` bytes fits: quotes and line ends take two, and there is more
    beside it. (A program that also escapes what is not ASCII sends more, and should send UTF-8.)"""
    return 2 * longest + MAX_BODY


class Json(JSONRenderer):
    """How every answer is written; ``Accept: application/json; indent=2`` for people."""

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        if data is None:
            return b""
        indent = self.get_indent(accepted_media_type or "", dict(renderer_context or {}))
        written = encoded(data)
        return msgspec.json.format(written, indent=indent) if indent else written


class BoundedJson(JSONParser):
    """Stops reading as soon as a request is too long."""

    longest: ClassVar[int] = MAX_BODY

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        body = stream.read(self.longest + 1)
        if len(body) > self.longest:
            raise BadRequest("too_long", most=self.longest)
        try:
            return from_json(body)
        except ValueError as error:
            raise ParseError(_("This is not JSON: %(reason)s") % {"reason": error}) from error


def operation(name: str, body: Body | None = None, **options: Any) -> Callable[[M], M]:
    """Describes a method of an endpoint: ``name`` is the operation's, ``body`` what is sent, as ``decoding.schema``
    takes it (the command, how it is sent, and which of its fields come from elsewhere). Its annotation says what it
    answers, and its docstring what it does, or the first paragraph of the command's. ``options`` are those of
    ``extend_schema``."""

    def described(method: M) -> M:
        if body is not None:
            options["request"] = {"application/json": Sent(body)}
        if body is not None and not method.__doc__:
            options["description"] = " ".join((getdoc(body[0]) or "").partition("\n\n")[0].split())
        return extend_schema(operation_id=name, **options)(method)

    return described


def queried(asked: type) -> list[OpenApiParameter]:
    """The query parameters of an address: the fields of a dataclass, which ``from_query`` makes of
    ``request.query_params``."""
    told = schema(asked, Unsent)["properties"]
    return [OpenApiParameter(name, dict(one), description=one.pop("description", "")) for name, one in told.items()]


class Endpoint(APIView):
    """Without a token one may read what is public, but change nothing."""

    permission_classes: Sequence[type[BasePermission]] = (IsAuthenticatedOrReadOnly,)
    renderer_classes = (Json,)
    parser_classes: tuple[type[BoundedJson], ...] = (BoundedJson,)
    schema = Schema()
    refusals: ClassVar[Mapping[str, Sequence[str]]] = {"GET": ("401",)}
    max_body: ClassVar[int] = MAX_BODY
    """Bytes that the server itself lets through (``config.bodies``), not less than a megabyte."""

    def __init_subclass__(cls) -> None:
        cls.max_body = max(parser.longest for parser in cls.parser_classes)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Response:
        """Turn a method's return value into a response, unless it is one already."""
        if not isinstance(response, HttpResponseBase):
            made = isinstance(response, Created)
            response = Response(response.value if made else response, 201 if made else 200)
        return super().finalize_response(request, response, *args, **kwargs)

    @property
    def player(self) -> UUID | None:
        return self.request.user.pk if self.request.user.is_authenticated else None

    @property
    def me(self) -> UUID:
        assert self.player is not None, "permission_classes let nobody else in"
        return self.player


@csrf_exempt
def nowhere(request: HttpRequest) -> JsonResponse:
    """Answers every unknown address of the API."""
    return problem(explain(NotFound("unknown_address", path=request.path)))


def number(request: Request, name: str) -> int | None:
    """A whole number, None if absent. Raises BadRequest for anything else."""
    text = request.query_params.get(name)
    try:
        return None if text is None else whole(text)
    except ValueError:
        raise BadRequest("bad_field", field=name) from None


def truth(request: Request, name: str) -> bool | None:
    """Raises BadRequest for a parameter that is neither ``true`` nor ``false``."""
    text = request.query_params.get(name)
    text = None if text is None else text.lower()
    if text not in (None, "true", "false"):
        raise BadRequest("bad_field", field=name)
    return None if text is None else text == "true"
