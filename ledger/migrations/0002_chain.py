"""Which version of the hash chain a batch was stored under: NULL is 1, which does not cover the time."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("ledger", "0001_initial")]
    operations = [
        migrations.RunSQL(
            "ALTER TABLE ledger_event ADD COLUMN chain smallint",
            "ALTER TABLE ledger_event DROP COLUMN chain",
        )
    ]
