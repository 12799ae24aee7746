from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("players", "0002_ratings")]

    operations = [
        migrations.AddField(
            model_name="ratedgame",
            name="source",
            field=models.CharField(blank=True, default="", max_length=60),
        ),
    ]
