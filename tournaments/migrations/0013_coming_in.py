from django.db import migrations, models

from web.short_codes import code_of


def fill(apps, _schema):
    rows = apps.get_model("tournaments", "Tournament").objects.only("id")
    for row in rows.iterator(chunk_size=500):
        row.code = code_of(row.id)
        row.save(update_fields=["code"])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0012_places_of_evenings")]

    operations = [
        migrations.AddField("tournament", "code", models.CharField(db_index=True, default="", max_length=8)),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
        migrations.CreateModel(
            "Arrival",
            [
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("tournament", models.UUIDField()),
                ("name", models.CharField(blank=True, max_length=32)),
                ("player", models.UUIDField(null=True)),
                ("no", models.PositiveIntegerField(null=True)),
                (
                    "status",
                    models.CharField(
                        choices=[("waiting", "Waiting"), ("here", "Here"), ("declined", "Declined")],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("looked", models.BooleanField(default=False)),
                ("changed_at", models.DateTimeField()),
            ],
            options={
                "indexes": [
                    models.Index(fields=["tournament", "status", "changed_at"], name="arrivals_of_event"),
                    models.Index(fields=["changed_at"], name="arrivals_by_age"),
                ]
            },
        ),
    ]
