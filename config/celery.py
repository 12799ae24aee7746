"""Work in the background: bots that think, deadlines that pass. Tasks carry ids only."""

from __future__ import annotations

import os

from celery import Celery
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
TRANSPORT_ALIASES["safefs"] = "config.fsbroker:Transport"

app = Celery("elekt")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
