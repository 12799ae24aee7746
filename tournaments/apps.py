"""The app of tournaments and leagues."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        from ledger import projections
        from matches import after as matches_after
        from matches import explain
        from players.ratings.pages import sources

        from . import after, live
        from .exchange.sentences import SENTENCES as EXCHANGED
        from .leagues.projection import Leagues
        from .leagues.sentences import SENTENCES as LEAGUES
        from .projection import Tournaments
        from .queries import pages
        from .sentences import SENTENCES

        explain.learn({**SENTENCES, **EXCHANGED, **LEAGUES})
        live.register()
        sources.register("tournament", pages)
        projections.register(Tournaments())
        projections.register(Leagues())
        matches_after.on_end(after.match_ended)
