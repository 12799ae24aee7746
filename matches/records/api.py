"""Records in, through the API: the same services and queries as the pages."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import IO, Annotated, Any
from uuid import UUID

from msgspec import Meta
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from web import limits
from web.api.endpoint import CHANGES, BoundedJson, Endpoint, as_json, number, operation
from web.decoding import VERBATIM, Unsent, decoded
from web.encoding import Created

from ..models import Table
from . import packed, queries, services
from .queries import ImportShown


class LongJson(BoundedJson):
    """With ``Content-Encoding: gzip`` it is unpacked, up to the same length."""

    longest = as_json(packed.MAX_PLAIN)

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        if stream_is_packed(parser_context):
            stream = io.BytesIO(b"".join(packed.pieces(stream, self.longest)))
        return super().parse(stream, media_type, parser_context)


class Lines(BoundedJson):
    """The records themselves, without JSON around them; packed with gzip or not."""

    media_type = "application/x-ndjson"
    longest = packed.MAX_UPLOAD

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        body = stream.read(self.longest + 1)
        if len(body) > self.longest:
            raise packed.too_long()
        return body


class Text(Lines):
    """Short notation as it is; packed with gzip or not."""

    media_type = "text/plain"


def stream_is_packed(parser_context: Mapping[str, Any] | None) -> bool:
    request = (parser_context or {}).get("request")
    return request is not None and request.headers.get("Content-Encoding", "").lower() == "gzip"


@dataclass(frozen=True, slots=True)
class HandInRecords:
    """Import records: as exported here, or in short notation, several in one text. A worker looks at them in order;
    ask for the import again to see how far it is. Many are sent as they are (`application/x-ndjson`, or
    `text/plain` for short notation), packed with gzip (`Content-Encoding: gzip`), with `access` and `name` in the
    address."""

    text: Annotated[str, VERBATIM, Meta(description="The records, one after another.")]
    access: Annotated[Table.Access, Meta(description="`anyone` lists the matches in the archive; `link` does not.")] = (
        Table.Access.ANYONE
    )
    name: Annotated[str, Meta(max_length=100, description="A name for the import, such as the file's.")] = ""


class Imports(Endpoint):
    permission_classes = (IsAuthenticated,)
    refusals = {"GET": ("401",), "POST": (*CHANGES["POST"], "429")}
    parser_classes = (LongJson, Lines, Text)

    @operation("list_imports")
    def get(self, request: Request) -> list[ImportShown]:
        """Your imports, the latest first."""
        return queries.imports_of(self.me)

    @operation("import_records", (HandInRecords, Unsent))
    def post(self, request: Request) -> Created[ImportShown]:
        sent: Any = request.data
        body: bytes | None = sent if type(sent) is bytes else None
        if body is not None:
            sent = {**request.query_params.dict(), "text": ""}
        command, _unsent = decoded(HandInRecords, Unsent, sent)
        text = command.text.encode() if body is None else body
        limits.IMPORTS.take(str(self.me))
        row = services.hand_in(text, by=self.me, name=command.name, access=command.access)
        return Created(queries.report(import_id=row.id, player=self.me))


class OneImport(Endpoint):
    permission_classes = (IsAuthenticated,)
    refusals = {"GET": ("400", "401", "404")}

    @operation("get_import")
    def get(self, request: Request, import_id: UUID) -> ImportShown:
        """An import of yours, with what became of each record: 200 from number `?after=` on."""
        return queries.report(import_id=import_id, player=self.me, after=number(request, "after") or 0)
