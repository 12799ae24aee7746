from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0008_rated_game_once"),
    ]

    operations = [
        migrations.CreateModel(
            name="PeriodEnd",
            fields=[
                (
                    "closing",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        serialize=False,
                        to="players.correction",
                    ),
                ),
                ("players", models.JSONField()),
            ],
        ),
    ]
