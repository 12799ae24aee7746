from django.apps import AppConfig


class PlayersConfig(AppConfig):
    name = "players"
    hooks = "players.hooks"
    default_auto_field = "django.db.models.BigAutoField"
