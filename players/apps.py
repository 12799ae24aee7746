from django.apps import AppConfig


class PlayersConfig(AppConfig):
    name = "players"
    hooks = "players.hooks"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from ledger import projections

        from .calibration.projection import Calibration
        from .clubs.projection import Clubs
        from .merging.projection import Mergers
        from .ratings.projection import Ratings

        projections.register(Ratings())
        projections.register(Calibration())  # behind the ratings, whose rows it reads
        projections.register(Clubs())
        projections.register(Mergers())
