from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0007_merging"),
    ]

    operations = [
        migrations.AlterField(
            model_name="ratedgame",
            name="game",
            field=models.UUIDField(db_index=True),
        ),
    ]
