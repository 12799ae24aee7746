from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0014_presence")]

    operations = [migrations.AddField("company", "opened", models.PositiveIntegerField(default=0))]
