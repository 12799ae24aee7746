from django.db import migrations, models

from web.short_codes import code_of


def fill(apps, _schema):
    rows = apps.get_model("players", "Club").objects.only("id")
    for row in rows.iterator(chunk_size=500):
        row.code = code_of(row.id)
        row.save(update_fields=["code"])


class Migration(migrations.Migration):
    dependencies = [("players", "0020_notices")]

    operations = [
        migrations.AddField("club", "code", models.CharField(db_index=True, default="", max_length=8)),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]
