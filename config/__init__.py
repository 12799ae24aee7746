"""The wiring: settings, addresses, servers. No product logic lives here."""

import gc

# A search for cycles takes a microsecond an object, and everything waits for it. Those that have just been made are
# searched a few at a time; those that have stayed, imported or kept warm, hardly ever: to search them again and again
# took a sixth of a start, and 50 to 200 ms every few seconds of a process that serves 200 tables.
gc.set_threshold(5_000, 500, 50)

from .celery import app as celery_app  # noqa: E402 - the limit first

__all__ = ["celery_app"]
