"""Handing in records. They are split at once and looked at in slices, each record in a transaction of its own: a
worker that is killed has lost the record at hand, and whoever comes next takes it up again."""

from __future__ import annotations

import io
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import IO
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from ledger import store
from players import queries as players
from web.costly import DIRECTING
from web.errors import BadRequest, Conflict, NotAllowed, NotFound

from .. import after_commit
from ..archive import readmodels
from ..models import Table
from . import budget, packed
from .judged import BadItem
from .judging import NobodyWaits, judge
from .models import ImportItem, RecordImport, RecordLabels
from .split import Item, PackedFile, split
from .storing import Stored, store_record

MAX_ITEMS = 2_000
ZLIB = b"\x78"
"""How packed texts begin; no text of a record does."""
MAX_WAITING = 3
"""Imports of one person that are not done."""
KEPT = 20
"""Reports of one person; the oldest is forgotten first. What was imported stays."""
SLICE = 2.0
"""Seconds for which a task works before it asks for the next one."""
AT_ONCE = 0.8
"""Seconds for which the request itself works: a few records are done when the page comes."""
REST = timedelta(seconds=10)
"""An import that nobody has touched for so long is taken up again."""
HELD = timedelta(seconds=60)
"""A record is looked at by one worker, which says from time to time that it still does: else it has died."""
MAX_TRIES = 3
"""A record over which so many workers died is refused."""
TASK = "matches.tasks.import_records"
ACCESSES = (Table.Access.ANYONE, Table.Access.LINK)


def hand_in(text: bytes | IO[bytes], *, by: UUID, name: str = "", access: str = Table.Access.ANYONE) -> RecordImport:
    """Keep the records of a text, which may be packed with gzip, and begin to look at them.

    Raises BadRequest (nothing in it, packed otherwise, too long), NotAllowed (guests), Conflict (too many are waiting),
    Busy.
    """
    if access not in ACCESSES:
        raise BadRequest("bad_field", field="access")
    if players.guests([by]):
        raise NotAllowed("import_needs_account")
    if budget.is_spent(by):
        raise Conflict("imported_enough")
    if RecordImport.objects.filter(by=by, waiting__gt=0).count() >= MAX_WAITING:
        raise Conflict("too_many_imports", most=MAX_WAITING)
    now = timezone.now()
    row = RecordImport(id=store.new_stream(), by=by, at=now, name=_printable(name), access=access, touched_at=now)
    with DIRECTING.place(str(by)):
        items = [_kept(row, item) for item in _items(io.BytesIO(text) if isinstance(text, bytes) else text)]
    if not items:
        raise BadRequest("import_empty")
    row.items = row.waiting = len(items)
    with transaction.atomic():
        row.save(force_insert=True)
        ImportItem.objects.bulk_create(items, batch_size=200)
        _forget_older(by)
        transaction.on_commit(partial(after_commit.send, TASK, str(row.id)), robust=True)
    return row


def begin(import_id: UUID) -> None:
    """Within the request that handed it in. A record that takes longer is left to a worker."""
    advance(import_id, AT_ONCE, somebody_waits=True)


def advance(import_id: UUID, seconds: float = SLICE, *, somebody_waits: bool = False) -> bool:
    """Look at records for so long; the last one is looked at to its end, unless ``somebody_waits``. Whether any are
    left that nobody else is looking at."""
    end = time.monotonic() + seconds
    for item in _taken(import_id):
        if item.tries >= MAX_TRIES:
            _refuse(item, BadItem("record_fails", {"line": item.line, "column": 1}))
        elif budget.is_spent(item.of.by):
            _refuse(item, BadItem("imported_enough", {"line": item.line, "column": 1}))
        else:
            begun = time.thread_time()
            is_stored = _look_at(item, end if somebody_waits else None)
            budget.count(item.of.by, time.thread_time() - begun, stored=is_stored)
        if time.monotonic() > end:
            break
    return _free().filter(of=import_id).exists()


def left_lying() -> list[UUID]:
    """Imports that nobody is looking at any more."""
    found = RecordImport.objects.filter(waiting__gt=0, touched_at__lt=timezone.now() - REST)
    found = found.filter(Exists(_free().filter(of=OuterRef("id"))))
    return list(found.order_by("touched_at").values_list("id", flat=True)[:20])


def erase_labels(*, match_id: UUID, by: UUID, staff: bool = False) -> None:
    """Take the names out of a match that one has imported; staff can of any match. Raises NotFound."""
    rows = RecordLabels.objects.filter(table__match=match_id)
    with transaction.atomic():
        if not _erased(rows if staff else rows.filter(by=by)):
            raise NotFound("unknown_match", match=str(match_id))


def forget(player: UUID) -> None:
    """Somebody was erased: what they said of others goes too."""
    RecordImport.objects.filter(by=player).delete()
    budget.forget(player)
    rows = RecordLabels.objects.filter(by=player)
    with transaction.atomic():
        _erased(rows)
        rows.update(by=None)


def _erased(rows: QuerySet[RecordLabels]) -> int:
    erased = rows.update(names=[], event="", site="")
    readmodels.forget_names(rows)
    return erased


def merged(keeps: UUID, goes: UUID) -> None:
    """Two profiles were one person's."""
    RecordImport.objects.filter(by=goes).update(by=keeps)
    RecordLabels.objects.filter(by=goes).update(by=keeps)


def _items(file: IO[bytes]) -> Iterator[Item]:
    try:
        for item in split(packed.lines(file)):
            if item.number > MAX_ITEMS:
                raise BadRequest("too_many_records", most=MAX_ITEMS)
            yield item
    except PackedFile:
        raise BadRequest("import_packed") from None


def _kept(row: RecordImport, item: Item) -> ImportItem:
    """The text is packed: a thousand records are some hundred MB."""
    code, data = item.flaw or ("", {})
    text = zlib.compress(item.text, 1) if item.text else b""
    return ImportItem(of=row, number=item.number, line=item.line, kind=item.kind, text=text, code=code, data=dict(data))


def _text(row: ImportItem) -> bytes:
    text = bytes(row.text)
    return zlib.decompress(text) if text.startswith(ZLIB) else text  # it was handed in before texts were packed


def _printable(name: str) -> str:
    return "".join(sign for sign in name if sign.isprintable())[:100]


def _forget_older(by: UUID) -> None:
    kept = RecordImport.objects.filter(by=by).order_by("-at").values_list("id", flat=True)[:KEPT]
    RecordImport.objects.filter(by=by, waiting=0).exclude(id__in=list(kept)).delete()


def _free() -> QuerySet[ImportItem]:
    """Records that wait, and that nobody holds."""
    waiting = ImportItem.objects.filter(status=ImportItem.Status.WAITING)
    return waiting.filter(Q(held_until=None) | Q(held_until__lt=timezone.now()))


def _taken(import_id: UUID) -> Iterator[ImportItem]:
    """One after another, each held while it is looked at; ``tries`` is how often it was taken before."""
    while True:
        row = _free().filter(of=import_id).select_related("of").order_by("number").first()
        if row is None:
            return
        until = timezone.now() + HELD
        if _free().filter(id=row.id, tries=row.tries).update(tries=F("tries") + 1, held_until=until):
            yield row


def _holding(row: ImportItem) -> Callable[[], None]:
    """Called now and then by whoever looks at a record: a machine that has much else to do may take long."""
    last = time.monotonic()

    def hold() -> None:
        nonlocal last
        if time.monotonic() - last > HELD.total_seconds() / 4:
            last = time.monotonic()
            _waiting(row).update(held_until=timezone.now() + HELD)

    return hold


def _look_at(row: ImportItem, waits_until: float | None) -> bool:
    """Whether a match was stored."""
    item = Item(row.number, row.line, row.kind, _text(row), (row.code, row.data) if row.code else None)  # type: ignore[arg-type]
    now = timezone.now()
    try:
        judged = judge(item, now, waits_until=waits_until, alive=_holding(row))
    except NobodyWaits:
        _waiting(row).update(tries=row.tries, held_until=None)
        return False
    except BadItem as bad:
        _refuse(row, bad)
        return False

    def also(stored: Stored) -> None:
        status = ImportItem.Status.SAME if stored.same else ImportItem.Status.STORED
        if not _settle(row, status=status, match=stored.match):
            raise _Gone

    with suppress(_Gone):
        return not store_record(judged, by=row.of.by, access=row.of.access, now=now, also=also).same
    return False


class _Gone(Exception):
    """The import was forgotten while its record was judged, so nothing of it is kept; or somebody else was faster."""


def _refuse(row: ImportItem, bad: BadItem) -> None:
    with transaction.atomic():
        _settle(row, status=ImportItem.Status.REFUSED, code=bad.code, data=dict(bad.data))


def _waiting(row: ImportItem) -> QuerySet[ImportItem]:
    """The record, while nobody has said what becomes of it."""
    return ImportItem.objects.filter(id=row.id, status=ImportItem.Status.WAITING)


def _settle(row: ImportItem, **said: object) -> bool:
    """Whether the record still waited for what was found."""
    is_settled = bool(_waiting(row).update(text=b"", **said))
    if is_settled:
        RecordImport.objects.filter(id=row.of_id).update(waiting=F("waiting") - 1, touched_at=timezone.now())
    return is_settled
