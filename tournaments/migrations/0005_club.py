from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0004_arena_ends'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='club',
            field=models.UUIDField(db_index=True, null=True),
        ),
    ]
