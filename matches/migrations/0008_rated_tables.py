from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0007_reserved_seats")]

    operations = [
        migrations.AddField("table", "rated", models.BooleanField(default=False)),
        migrations.AddField("table", "speed", models.CharField(blank=True, default="", max_length=20)),
    ]
