from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0005_club'),
    ]

    operations = [
        migrations.AddField(
            model_name='league',
            name='club',
            field=models.UUIDField(db_index=True, null=True),
        ),
    ]
