from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0011_announcements")]

    operations = [
        migrations.AddField("plannedevening", "limit", models.PositiveIntegerField(default=0)),
        migrations.AddField("plannedevening", "waiting", models.PositiveIntegerField(default=0)),
        migrations.AddIndex(
            "plannedevening", models.Index(fields=["club", "to_come", "starts"], name="evenings_to_come")
        ),
        migrations.AddIndex("plannedevening", models.Index(fields=["to_come", "starts"], name="evenings_by_time")),
    ]
