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

        from . import after, live
        from .exchange.sentences import SENTENCES as EXCHANGED
        from .projection import Tournaments
        from .sentences import SENTENCES

        explain.learn({**SENTENCES, **EXCHANGED})
        live.register()
        projections.register(Tournaments())
        matches_after.on_end(after.match_ended)
