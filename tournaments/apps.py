"""The app of tournaments and leagues."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    hooks = "tournaments.hooks"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        from ledger import projections
        from matches import after as matches_after
        from players import taking_part
        from players.clubs import holding
        from players.merging import joining
        from players.ratings.pages import sources

        from . import after
        from .claims import profiles
        from .leagues.projection import Leagues
        from .leagues.queries import of_club as leagues_of_club
        from .leagues.queries import taken_part as leagues_of
        from .projection import Tournaments
        from .queries import of_club, pages, taken_part

        sources.register("tournament", pages)
        joining.register(obstacle=profiles.obstacle, follow=profiles.follow)
        taking_part.register("tournaments", taken_part)
        taking_part.register("leagues", leagues_of)
        holding.register("tournaments", of_club)
        holding.register("leagues", leagues_of_club)
        projections.register(Tournaments())
        projections.register(Leagues())
        matches_after.on_end(after.match_ended)
