"""Records in, through the API: the same services and queries as the pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

from msgspec import Meta
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from web import limits
from web.api.endpoint import CHANGES, BoundedJson, Endpoint, as_json, number, operation
from web.decoding import VERBATIM, Unsent, decoded
from web.encoding import Created

from ..models import Table
from . import queries, services
from .queries import ImportShown


class LongJson(BoundedJson):
    longest = as_json(services.MAX_UPLOAD)


@dataclass(frozen=True, slots=True)
class HandInRecords:
    """Import records: as exported here, or in short notation, several in one text. A worker looks at them in order;
    ask for the import again to see how far it is."""

    text: Annotated[str, VERBATIM, Meta(description="The records, one after another.")]
    access: Annotated[Table.Access, Meta(description="`anyone` lists the matches in the archive; `link` does not.")] = (
        Table.Access.ANYONE
    )
    name: Annotated[str, Meta(max_length=100, description="A name for the import, such as the file's.")] = ""


class Imports(Endpoint):
    permission_classes = (IsAuthenticated,)
    refusals = {"GET": ("401",), "POST": (*CHANGES["POST"], "429")}
    parser_classes = (LongJson,)

    @operation("list_imports")
    def get(self, request: Request) -> list[ImportShown]:
        """Your imports, the latest first."""
        return queries.imports_of(self.me)

    @operation("import_records", (HandInRecords, Unsent))
    def post(self, request: Request) -> Created[ImportShown]:
        command, _unsent = decoded(HandInRecords, Unsent, request.data)
        limits.IMPORTS.take(str(self.me))
        row = services.hand_in(command.text.encode(), by=self.me, name=command.name, access=command.access)
        return Created(queries.report(import_id=row.id, player=self.me))


class OneImport(Endpoint):
    permission_classes = (IsAuthenticated,)
    refusals = {"GET": ("400", "401", "404")}

    @operation("get_import")
    def get(self, request: Request, import_id: UUID) -> ImportShown:
        """An import of yours, with what became of each record: 200 from number `?after=` on."""
        return queries.report(import_id=import_id, player=self.me, after=number(request, "after") or 0)
