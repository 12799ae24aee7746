"""Work in the background: bots that think, deadlines that pass. Tasks carry ids only."""

from __future__ import annotations

import os
import warnings

from celery import Celery
from celery.signals import beat_embedded_init, worker_process_init
from kombu.transport import TRANSPORT_ALIASES

from .supervisor import end_with_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
TRANSPORT_ALIASES["safefs"] = "config.fsbroker:Transport"

# Messages are JSON and hold ids: a worker that runs as root can be made to do no more than any other.
warnings.filterwarnings("ignore", message="You're running the worker with superuser privileges")

app = Celery("elekt")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_process_init.connect
@beat_embedded_init.connect
def end_with_worker(**named: object) -> None:
    """A killed worker's own children would go on without it: a beat for ever."""
    end_with_parent()
