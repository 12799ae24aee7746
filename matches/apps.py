"""The app of tables and matches."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MatchesConfig(AppConfig):
    name = "matches"
    hooks = "matches.hooks"
    verbose_name = _("Tables and matches")

    def ready(self) -> None:
        from django.core import checks

        from ledger import projections
        from players.merging import joining
        from players.ratings.pages import sources

        from . import profiles, quarantine
        from .cardlists.brought import BroughtCards
        from .cardlists.projection import CardLists
        from .positions.projection import KeptPositions
        from .projection import TablesAndMatches
        from .queries import replays
        from .solo.projection import SoloLadder

        checks.register(quarantine.check)
        sources.register("match", replays)
        joining.register(obstacle=profiles.obstacle)
        projections.register(CardLists())  # before the matches: these are read with their cards
        projections.register(TablesAndMatches())
        projections.register(BroughtCards())
        projections.register(SoloLadder())
        projections.register(KeptPositions())
