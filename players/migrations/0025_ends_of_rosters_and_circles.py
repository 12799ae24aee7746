"""How far each roster and each circle has come, also of those that are there already: with that ``verify`` misses one
that is removed."""

from __future__ import annotations

from uuid import UUID

from django.db import migrations, models

BEGUN = {"ClubRoster": "roster_begun", "ClubCircle": "circle_begun"}


def fill(apps, schema_editor):
    """Read from the table of events itself: what the program makes of it may change, this does not."""
    for name, kind in BEGUN.items():
        with schema_editor.connection.cursor() as cursor:
            cursor.execute(
                "SELECT stream_id, max(seq) FROM ledger_event WHERE stream_id IN"
                " (SELECT stream_id FROM ledger_event WHERE kind = %s AND seq = 1) GROUP BY stream_id",
                [kind],
            )
            found = cursor.fetchall()
        model = apps.get_model("players", name)
        streams = [(one if isinstance(one, UUID) else UUID(bytes=bytes(one)), version) for one, version in found]
        model.objects.bulk_create([model(id=stream, version=version) for stream, version in streams], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0001_initial"),
        ("players", "0024_notices_browsers"),
    ]

    operations = [
        migrations.CreateModel(
            name=name,
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("version", models.PositiveIntegerField()),
            ],
        )
        for name in BEGUN
    ] + [migrations.RunPython(fill, migrations.RunPython.noop)]
