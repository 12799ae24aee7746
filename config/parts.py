"""The processes of the product, each forked from one that has read the whole program (``config.supervisor``).

To read it takes seconds of a core. So the supervisor reads it once, connects to nothing and starts no thread; its
children share what it has read, and one that died is back at once.
"""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import Any

import uvicorn
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import DEFAULT_DB_ALIAS, connections
from django.urls import get_resolver
from django.utils.module_loading import import_string

from . import env
from .celery import app
from .supervisor import FORK, Child, end_with_parent

SERVER: Mapping[str, Any] = {
    "http": "config.connections:Connection",
    "loop": "config.connections:loop",
    "ws": "none",
    "lifespan": "on",
    "timeout_graceful_shutdown": 3,  # open streams would hold the shutdown for ever
    "timeout_keep_alive": 30,
    "access_log": False,  # it would hold the tokens of streams
    "server_header": False,
    "log_level": "warning",
}
READ_LATE = (
    *("uvicorn.lifespan.on", "uvicorn.loops.auto", "config.connections", "config.lanes", "web.live.sse"),
    *("celery.bin.worker", "celery.bin.beat", "celery.apps.worker", "celery.concurrency.prefork", "config.scheduler"),
)
"""What web and worker import only as they start."""


def prepare(*, demo: bool) -> int:
    """Run the command ``prepare`` in a process of its own, and read the program meanwhile. Returns the exit code."""
    preparing = FORK.Process(target=_prepare, kwargs={"demo": demo})
    preparing.start()
    read()
    preparing.join()
    return preparing.exitcode or 0


def _prepare(*, demo: bool) -> None:
    end_with_parent()
    try:
        call_command("prepare", demo=demo)
    except CommandError as error:
        sys.exit(str(error))


def read() -> None:
    """Import whatever a child will need."""
    for path in settings.MIDDLEWARE:
        import_string(path)
    for name in READ_LATE:
        import_module(name)
    app.loader.import_default_modules()
    app.finalize()
    assert get_resolver().url_patterns
    assert threading.active_count() == 1, "a child would have none of the other threads, and their locks for ever"
    assert all(one.connection is None for one in connections.all(initialized_only=True)), "it would be shared"
    gc.collect()
    gc.freeze()  # a search for cycles writes to each object, and what is written to is no longer shared


def web(host: str, port: int, names: Sequence[str], tls: tuple[str, str] | None = None) -> Child:
    """``names`` are the hosts that requests may ask for; ``tls`` are the paths of a certificate and its key."""
    return Child("web", partial(_serve, host, port, names, tls), beats=("web",))


def _serve(host: str, port: int, names: Sequence[str], tls: tuple[str, str] | None) -> None:
    settings.ALLOWED_HOSTS = list(names)
    certificate, key = tls or (None, None)
    if tls is not None:
        settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = settings.LANGUAGE_COOKIE_SECURE = True
    application = "config.asgi:application"
    uvicorn.run(application, host=host, port=port, ssl_certfile=certificate, ssl_keyfile=key, **SERVER)


def worker(processes: int = 1, *, with_beat: bool = True) -> Child:
    # Prefork, for its time limits act on a bot that thinks for ever.
    at_once = processes + settings.THINKERS
    how = f"-q worker -P prefork -c {at_once} --loglevel WARNING --without-gossip --without-mingle --without-heartbeat"
    # Tasks come every second, if a beat sends them: where it is a process of its own, it may be away.
    beats = ("worker", "tasks", "clock") if with_beat else ("worker",)
    return Child("worker", partial(_celery, [*how.split(), *(["-B"] if with_beat else [])]), beats)


def beat() -> Child:
    return Child("beat", partial(_celery, ["-q", "beat", "--loglevel", "WARNING"]), ("clock",))


def _celery(how: list[str]) -> None:
    database = connections.settings[DEFAULT_DB_ALIAS]
    if database["OPTIONS"].pop("pool", None):  # it would be shared with the processes that a worker forks
        database |= env.WITHOUT_POOL
    sys.exit(app.start(how))
