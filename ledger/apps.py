from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class LedgerConfig(AppConfig):
    name = "ledger"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        post_migrate.connect(_check_restored, sender=self)


def _check_restored(**kwargs: Any) -> None:
    """Every start of the product migrates first, so a database that was restored elsewhere is noticed here."""
    from .database import check_restored

    check_restored()
