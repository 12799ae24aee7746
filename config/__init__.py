"""The wiring: settings, addresses, servers. No product logic lives here."""

import gc

# What a process imports are some 200,000 objects that stay: to search them for cycles again and again while they come
# takes a sixth of its start.
gc.set_threshold(50_000, 20, 50)

from .celery import app as celery_app  # noqa: E402 - the limit first

__all__ = ["celery_app"]
