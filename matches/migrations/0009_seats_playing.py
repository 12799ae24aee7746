"""Seats in matches that go on are found by an index of their own: every page asks whose turn it is."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def mark(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    seats, matches = apps.get_model("matches", "Seat"), apps.get_model("matches", "Match")
    running = matches.objects.filter(ended_at__isnull=True).values("table")
    seats.objects.filter(table__in=running, player__isnull=False).update(playing=True)


class Migration(migrations.Migration):
    dependencies = [("matches", "0008_rated_tables")]

    operations = [
        migrations.AddField("seat", "playing", models.BooleanField(default=False)),
        migrations.RunPython(mark, migrations.RunPython.noop),
        migrations.AddIndex(
            "seat",
            models.Index(fields=("player",), condition=models.Q(playing=True), name="seats_playing"),
        ),
    ]
