from django.apps import AppConfig


class HouseConfig(AppConfig):
    name = "config"
    label = "house"
    verbose_name = "The house"
