"""A device knows its browser by a number that outlives sessions; a notice is taken back by its topic."""

from django.db import migrations, models
from django.db.models import Q


def fill_topics(apps, _schema):
    deliveries = apps.get_model("players", "Delivery").objects.filter(state="waiting")
    for pk, key in deliveries.values_list("pk", "key").iterator():
        deliveries.filter(pk=pk).update(topic=key[: key.rfind(":") + 1])


class Migration(migrations.Migration):

    dependencies = [
        ('players', '0023_session_number'),
    ]

    operations = [
        migrations.RemoveField(
            model_name='device',
            name='session',
        ),
        migrations.AddField(
            model_name='device',
            name='browser',
            field=models.CharField(blank=True, db_index=True, default='', max_length=64),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='device',
            name='came_from',
            field=models.UUIDField(null=True),
        ),
        migrations.AddField(
            model_name='delivery',
            name='topic',
            field=models.CharField(default='', max_length=120),
        ),
        migrations.RunPython(fill_topics, migrations.RunPython.noop),
        migrations.RemoveIndex(
            model_name='delivery',
            name='deliveries_by_key',
        ),
        migrations.AddIndex(
            model_name='delivery',
            index=models.Index(condition=Q(('state', 'waiting')), fields=['topic'], name='deliveries_by_topic'),
        ),
    ]
