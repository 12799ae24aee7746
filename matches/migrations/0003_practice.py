from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0002_card_lists'),
    ]

    operations = [
        migrations.AlterField(
            model_name='table',
            name='access',
            field=models.CharField(choices=[('anyone', 'Anyone'), ('link', 'Link'), ('named', 'Named'), ('practice', 'Practice')], max_length=10),
        ),
    ]
