"""The app of tournaments and leagues."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    hooks = "tournaments.hooks"
    verbose_name = _("Tournaments")
