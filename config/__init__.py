"""The wiring: settings, addresses, servers. No logic of the product lives here."""

from .celery import app as celery_app

__all__ = ["celery_app"]
