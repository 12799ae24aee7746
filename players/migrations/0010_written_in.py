"""Where organisers wrote names down. Of those who are there already it is the first event that names them."""

from __future__ import annotations

import json
from uuid import UUID

from django.db import migrations, models

KINDS = ("entrant_entered", "entrant_replaced", "member_joined")


def fill(apps, schema_editor):
    """Read from the table of events itself, in its order: what the program makes of it may change, this does not."""
    Player = apps.get_model("players", "Player")
    names = Player.objects.filter(username=None, last_login=None, erased_at=None, merged_into=None)
    wanted = set(names.values_list("id", flat=True))
    order = "position" if schema_editor.connection.vendor == "sqlite" else "tx, position"
    first: dict[UUID, UUID] = {}
    with schema_editor.connection.cursor() as cursor:
        if wanted:
            cursor.execute(
                f"SELECT stream_id, payload FROM ledger_event WHERE kind IN (%s, %s, %s) ORDER BY {order}", KINDS
            )
        while wanted and (row := cursor.fetchone()):
            stream, payload = row
            told = json.loads(payload) if isinstance(payload, str) else payload
            player = UUID(told["player"]) if told.get("player") else None
            if player in wanted:
                wanted.remove(player)
                first[player] = stream if isinstance(stream, UUID) else UUID(bytes=bytes(stream))
    for player, stream in first.items():
        Player.objects.filter(id=player).update(written_in=stream)


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0001_initial"),
        ("players", "0009_period_ends"),
    ]

    operations = [
        migrations.AddField("player", "written_in", models.UUIDField(editable=False, null=True)),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
