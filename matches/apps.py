"""The app of tables and matches."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MatchesConfig(AppConfig):
    name = "matches"
    hooks = "matches.hooks"
    verbose_name = _("Tables and matches")

    def ready(self) -> None:
        from django.core import checks

        from . import quarantine

        checks.register(quarantine.check)
