from django.apps import AppConfig


class PlayersConfig(AppConfig):
    name = "players"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from ledger import projections

        from .ratings.projection import Ratings

        projections.register(Ratings())
