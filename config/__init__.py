"""The wiring: settings, addresses, servers. No product logic lives here."""

from .celery import app as celery_app

__all__ = ["celery_app"]
