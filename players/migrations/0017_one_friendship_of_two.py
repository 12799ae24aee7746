"""Two who had asked each other at once had two open requests: they are friends."""

from __future__ import annotations

from django.db import migrations, models
from django.db.models.functions import Greatest, Least


def make_one(apps, schema_editor):
    Friendship = apps.get_model("players", "Friendship")
    mirrored = Friendship.objects.filter(asker=models.OuterRef("asked"), asked=models.OuterRef("asker"))
    twice = Friendship.objects.filter(models.Exists(mirrored), asker__lt=models.F("asked"))
    for row in list(twice):
        other = Friendship.objects.get(asker=row.asked, asked=row.asker)
        row.accepted_at = row.accepted_at or other.accepted_at or max(row.asked_at, other.asked_at)
        row.save()
        other.delete()


class Migration(migrations.Migration):
    dependencies = [("players", "0016_friends")]

    operations = [
        migrations.RunPython(make_one, migrations.RunPython.noop),
        migrations.AddConstraint(
            "friendship",
            models.UniqueConstraint(Least("asker", "asked"), Greatest("asker", "asked"), name="one_row_of_two"),
        ),
    ]
