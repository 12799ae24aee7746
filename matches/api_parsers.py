"""How the API reads what is sent: JSON of a bounded length."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any, ClassVar

from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

from .errors import BadRequest
from .reading import from_json

LONGEST = 64 * 1024
"""Bytes of a request: many times the longest that makes sense. Django's own limit does not reach a parser."""


def as_json(longest: int) -> int:
    """How many bytes of JSON a text of so many may take: quotes and line ends are written with two, and there is more
    beside it. (A program that also escapes what is not ASCII sends more, and should send UTF-8.)"""
    return 2 * longest + LONGEST


class BoundedJson(JSONParser):
    """Reads no further than it must to know that a request is too long."""

    longest: ClassVar[int] = LONGEST

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
