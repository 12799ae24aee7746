"""The streams of the corrections that are there already: with them ``verify`` misses one that is removed."""

from __future__ import annotations

import json
from uuid import UUID

from django.db import migrations

NUMBER_BITS = 32
"""As in ``players.ratings.models``: the key of a fact is that of its ladder, then its number there."""
LADDER = {"game": "", "ruleset": "", "speed": "", "mode": "club"}
"""The fields of a ladder's key, with what they are where an event does not name them."""


def fill(apps, schema_editor):
    """Read from the table of events itself: what the program makes of it may change, this does not."""
    Correction = apps.get_model("players", "Correction")
    rows = Correction.objects.filter(stream=None)
    kinds = sorted(set(rows.values_list("kind", flat=True)))
    if not kinds:
        return
    ladder_rows = apps.get_model("players", "Ladder").objects.values_list("id", *LADDER)
    ladders = {tuple(key): number for number, *key in ladder_rows}
    found = {}
    with schema_editor.connection.cursor() as cursor:
        marks = ", ".join(["%s"] * len(kinds))
        cursor.execute(f"SELECT stream_id, payload FROM ledger_event WHERE kind IN ({marks})", kinds)
        for stream, payload in cursor:
            told = json.loads(payload) if isinstance(payload, str) else payload
            ladder = ladders.get(tuple({**LADDER, **told["ladder"]}[name] for name in LADDER))
            if ladder is not None:
                key = ladder << NUMBER_BITS | told["number"]
                found[key] = stream if isinstance(stream, UUID) else UUID(bytes=bytes(stream))
    for row in rows:
        row.stream = found.get(row.pk)
        row.save(update_fields=["stream"])


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0001_initial"),
        ("players", "0012_suspended_games"),
    ]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
