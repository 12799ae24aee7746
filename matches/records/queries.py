"""What became of an import, as the one who handed it in sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from django.db.models import Count

from elekt_core import messages
from web import languages
from web.encoding import component
from web.errors import NotFound

from ..models import Table
from ..play.queries import open_to
from .models import ImportItem, RecordImport
from .services import ACCESSES as ACCESSES

PER_PAGE = 200


@component("ImportedItem")
@dataclass(frozen=True, slots=True)
class ItemShown:
    """A record of the file and what became of it."""

    number: int
    line: Annotated[int, "Where it begins in the file."]
    status: Annotated[ImportItem.Status, "same: the match had been here before."]
    match: UUID | None
    code: str
    sentence: Annotated[str, "Why it was refused."]
    flaw_line: Annotated[int | None, "The line of the file that is wrong."]
    flaw_column: int | None


@component("RecordImport")
@dataclass(frozen=True, slots=True)
class ImportShown:
    id: UUID
    name: str
    at: datetime
    access: Table.Access
    records: int
    waiting: Annotated[int, "Not looked at yet."]
    stored: int
    same: int
    refused: int
    items: tuple[ItemShown, ...] = ()
    next: Annotated[int | None, "Send it as `after` for the next page of items."] = None

    @property
    def done(self) -> int:
        return self.records - self.waiting


def report(*, import_id: UUID, player: UUID, after: int = 0, refused: bool = False) -> ImportShown:
    """The import with a page of its records, by number. Raises NotFound, also for another one's."""
    row = RecordImport.objects.filter(id=import_id, by=player).first()
    if row is None:
        raise NotFound("unknown_record_import", id=str(import_id))
    rows = ImportItem.objects.filter(of=row, number__gt=after).defer("text").order_by("number")
    if refused:
        rows = rows.filter(status=ImportItem.Status.REFUSED)
    found = list(rows[: PER_PAGE + 1])
    matches = {item.match for item in found if item.match is not None}
    seen = set(Table.objects.filter(open_to(player), match__in=matches).values_list("match", flat=True))
    page = tuple(_item(item, seen) for item in found[:PER_PAGE])
    return _shown(row, _counts([row]), page, page[-1].number if len(found) > PER_PAGE else None)


def imports_of(player: UUID) -> list[ImportShown]:
    rows = list(RecordImport.objects.filter(by=player).order_by("-at"))
    counts = _counts(rows)
    return [_shown(row, counts) for row in rows]


def _counts(rows: list[RecordImport]) -> Mapping[tuple[UUID, str], int]:
    found = ImportItem.objects.filter(of__in=rows).order_by().values_list("of", "status").annotate(n=Count("id"))
    return {(of, status): number for of, status, number in found}


def _shown(
    row: RecordImport,
    counts: Mapping[tuple[UUID, str], int],
    items: tuple[ItemShown, ...] = (),
    after: int | None = None,
) -> ImportShown:
    stored, same, refused = (counts.get((row.id, status), 0) for status in ("stored", "same", "refused"))
    return ImportShown(
        row.id, row.name, row.at, Table.Access(row.access), row.items, row.waiting, stored, same, refused, items, after
    )


def _item(row: ImportItem, seen: set[UUID | None]) -> ItemShown:
    is_refused = row.status == ImportItem.Status.REFUSED
    data: Mapping[str, Any] = row.data if is_refused else {}
    sentence = messages.sentence(row.code, data, languages.current()) if is_refused else ""
    return ItemShown(
        number=row.number,
        line=row.line,
        status=ImportItem.Status(row.status),
        match=row.match if row.match in seen else None,
        code=row.code if is_refused else "",
        sentence=sentence,
        flaw_line=data.get("line"),
        flaw_column=data.get("column"),
    )
