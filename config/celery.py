"""Background work: bots that think, deadlines that pass. Tasks carry ids only."""

from __future__ import annotations

import os
import warnings
from typing import Any

from celery import Celery
from celery.bootsteps import StartStopStep
from celery.signals import beat_embedded_init, task_postrun, task_prerun, worker_init, worker_process_init
from django.conf import settings
from django.db import close_old_connections
from kombu.transport import TRANSPORT_ALIASES

from . import beats
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
    """Without this, a killed worker's children would go on without it, and beat for ever."""
    end_with_parent()


@worker_init.connect
def clear_places(**named: object) -> None:
    from matches.thinking import places

    places.clear()


@worker_init.connect
def report_quarantine(**named: object) -> None:
    """A worker reports once which games it cannot play."""
    from matches import quarantine

    quarantine.report()


# --- connections --------------------------------------------------------------------------------------------------


@task_prerun.connect
@task_postrun.connect
def keep_connection(**named: object) -> None:
    """Close a connection to the database that is too old or broken, as between requests, and keep it otherwise: Celery
    by itself (``CELERY_DB_REUSE_MAX``) connects anew for each of several tasks a second."""
    close_old_connections()


# --- signs of life ------------------------------------------------------------------------------------------------


@task_prerun.connect
def begin_task(**named: object) -> None:
    """A process working on a task is not hung, however long it thinks, until its time is up and it is killed."""
    beats.beat("tasks", settings.CELERY_TASK_TIME_LIMIT + settings.HUNG_AFTER)


@task_postrun.connect
def end_task(**named: object) -> None:
    """The next task comes soon: the scheduler sends one every second."""
    beats.beat("tasks", settings.HUNG_AFTER)


class Beating(StartStopStep):
    """The worker's main process, which hands the tasks out."""

    requires = ("celery.worker.components:Timer",)

    def start(self, worker: Any) -> None:
        self.beat()
        worker.timer.call_repeatedly(beats.EVERY, self.beat)

    def beat(self) -> None:
        beats.beat("worker", settings.HUNG_AFTER)


app.steps["worker"].add(Beating)
