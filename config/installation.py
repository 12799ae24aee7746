"""A whole installation as lines of JSON, and back into an empty one, on either database: the ledger as it stands, then
the rows that are no read models. Read models are rebuilt, and compared by their digests with those that were exported.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.apps import apps
from django.core import serializers
from django.core.management.color import no_style
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, models, transaction

from ledger import dump, projections
from ledger.errors import LedgerError
from ledger.projections import Projection

MAGIC, FORMAT = "elekt-installation", 1
LEFT_OUT = {
    "ledger.Checkpoint",
    "ledger.Parked",
    "auth.Permission",
    "contenttypes.ContentType",
    "sessions.Session",
    "players.Delivery",
}
"""What every installation makes for itself; and what waits to be sent, which two would send twice."""


class BadDump(LedgerError):
    """The file is none of these, was cut, or does not come out equal."""


class Exact(DjangoJSONEncoder):
    """Times to the microsecond, so that they are written again as they were read."""

    def default(self, o: Any) -> Any:
        return o.isoformat() if isinstance(o, datetime) else super().default(o)


def export() -> Iterator[str]:
    """All of it, secrets and passwords' hashes too: show it to nobody. Reads one snapshot."""
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        yield from written()


def written() -> Iterator[str]:
    """The same in the caller's snapshot."""
    total = sha256()
    count = 0
    for line in _lines():
        text = json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"
        total.update(text.encode())
        count += 1
        yield text
    yield json.dumps({"end": MAGIC, "lines": count, "sha256": total.hexdigest()}) + "\n"


def restore(lines: Iterable[str]) -> dict[str, str]:
    """Write everything into this empty installation, or nothing; the digests of the read models, which came out equal.

    Raises BadDump, Flawed.
    """
    with transaction.atomic():
        return _restored(_checked(lines))


def digests() -> dict[str, str]:
    """By read model, a digest of its rows that is the same on every database."""
    return {one.name: _digest(one) for one in projections.all_projections()}


def _lines() -> Iterator[Any]:
    yield {"record": MAGIC, "format": FORMAT}
    yield from dump.rows()
    for model in kept_models():
        for text in _rows_of(model):
            yield {"row": json.loads(text)}
    yield {"digests": digests()}


def kept_models() -> list[type[models.Model]]:
    """Those that nothing could make again."""
    made = {model for projection in projections.all_projections() for model in projection.models}
    return [model for model in apps.get_models() if model not in made and model._meta.label not in LEFT_OUT]


def _rows_of(model: type[models.Model]) -> Iterator[str]:
    for row in model._default_manager.order_by("pk").iterator():
        yield serializers.serialize("jsonl", [row], use_natural_foreign_keys=True, cls=Exact)


def _checked(lines: Iterable[str]) -> Iterator[Any]:
    """The lines without the last, which says whether they are all there. Raises BadDump."""
    total = sha256()
    for count, text in enumerate(lines):
        line = json.loads(text)
        if isinstance(line, dict) and line.get("end") == MAGIC:
            if (line["lines"], line["sha256"]) != (count, total.hexdigest()):
                raise BadDump("the file was changed or cut")
            return
        if not count and (not isinstance(line, dict) or (line.get("record"), line.get("format")) != (MAGIC, FORMAT)):
            raise BadDump("this is no export of an installation that this program knows")
        total.update(text.encode())
        yield line
    raise BadDump("the file was cut")


def _restored(lines: Iterator[Any]) -> dict[str, str]:
    next(lines, None)
    behind: list[Any] = []

    def events() -> Iterator[Any]:
        for line in lines:
            if not isinstance(line, list):
                behind.append(line)
                return
            yield line

    for model in kept_models():
        if model._meta.label == "players.Player" and model._default_manager.exists():
            raise BadDump("there are players here: restore into an empty installation")
    dump.load(events())
    for model in reversed(kept_models()):
        model._default_manager.all().delete()  # what a new installation has shipped with
    said: dict[str, str] = {}
    for line in (*behind, *lines):
        if "digests" in line:
            said = line["digests"]
            continue
        for row in serializers.deserialize("python", [line["row"]], ignorenonexistent=True):
            row.save()
    _count_on()
    for projection in projections.all_projections():
        projections.rebuild(projection)
    found = digests()
    if different := sorted(name for name in said if said[name] != found.get(name)):
        raise BadDump(f"read models came out different: {', '.join(different)}")
    return found


def _count_on() -> None:
    """Numbers that the database gives out go on after those that came in."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), kept_models()):
            cursor.execute(statement)


def _digest(projection: Projection) -> str:
    total = 0
    for item in projection.snapshot():
        text = json.dumps(item, default=str, ensure_ascii=False, sort_keys=True)
        total += int.from_bytes(sha256(text.encode()).digest(), "big")
    return f"{total % (1 << 256):064x}"
