from django.db import migrations

from elekt_core.errors import CoreError
from elekt_core.registry import get_game

AT_ONCE = 500


def forget(apps, schema_editor):
    """Of matches that do not say all their options: `prepare` gives them another one, as they say it now."""
    games, tables = (apps.get_model("matches", name)._default_manager for name in ("ArchivedGame", "Table"))
    for name, ruleset in list(games.order_by().values_list("game", "ruleset").distinct()):
        try:
            usual = {option.name for option in get_game(name).ruleset(ruleset).options}
        except CoreError:
            continue
        told = tables.filter(game=name, ruleset=ruleset, match__isnull=False).values_list("id", "options").iterator()
        silent = [id_ for id_, options in told if not usual <= options.keys()]
        for start in range(0, len(silent), AT_ONCE):
            games.filter(table__in=silent[start : start + AT_ONCE]).update(essence="", seen_by_all="")


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0041_archive_typed_names'),
    ]

    operations = [
        migrations.RunPython(forget, migrations.RunPython.noop),
    ]
