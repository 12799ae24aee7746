"""The app of tables and matches."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MatchesConfig(AppConfig):
    name = "matches"
    verbose_name = _("Tables and matches")

    def ready(self) -> None:
        from ledger import projections

        from . import fragments
        from .projection import TablesAndMatches

        fragments.register()
        projections.register(TablesAndMatches())
