"""Open objections learn which objection they are, so that those to several results are known as one."""

from __future__ import annotations

import json
from uuid import UUID

from django.db import migrations, models


def fill(apps, schema_editor):
    """Read from the table of events itself: what the program makes of it may change, this does not."""
    rows = apps.get_model("tournaments", "Objection").objects.filter(remark=None)
    if not rows.exists():
        return
    found = {}
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SELECT stream_id, payload FROM ledger_event WHERE kind = 'rating_objected' ORDER BY stream_id, seq")
        for stream, payload in cursor:
            told = json.loads(payload) if isinstance(payload, str) else payload
            stream = stream if isinstance(stream, UUID) else UUID(bytes=bytes(stream))
            found[stream, told["stage"], told["round"], told["table"], told["seat"]] = UUID(told["remark"])
    for row in rows:
        row.remark = found.get((row.tournament_id, row.stage, row.round, row.number, row.seat))
        row.save(update_fields=["remark"])


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0001_initial"),
        ("tournaments", "0014_circuits"),
    ]

    operations = [
        migrations.AddField("objection", "remark", models.UUIDField(null=True)),
        migrations.AddField("objection", "typed_by", models.UUIDField(null=True)),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
