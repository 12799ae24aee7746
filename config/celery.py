"""Work in the background: bots that think, deadlines that pass. Tasks carry ids only."""

from __future__ import annotations

import os
import warnings

from celery import Celery
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
TRANSPORT_ALIASES["safefs"] = "config.fsbroker:Transport"

# Messages are JSON and hold ids: a worker that runs as root can be made to do no more than any other.
warnings.filterwarnings("ignore", message="You're running the worker with superuser privileges")

app = Celery("elekt")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
