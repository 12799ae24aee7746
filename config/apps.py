from django.apps import AppConfig
from django.contrib.staticfiles.apps import StaticFilesConfig


class HouseConfig(AppConfig):
    name = "config"
    label = "house"
    verbose_name = "The house"


class FilesConfig(StaticFilesConfig):
    """What libraries bring and no page of ours asks for is not collected: it would be compressed at each start."""

    ignore_patterns = (*StaticFilesConfig.ignore_patterns, "rest_framework", "htmx-2.js", "htm*-4*.js", "ext")
