"""One server, two ways in: pages through lanes of threads, live streams as plain ASGI without a thread each."""

from __future__ import annotations

import asyncio
import os
import sys
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from . import beats, bodies, connections
from .lanes import DECISIONS, HEALTH_CHECKS, MAX_WAITING, PAGES, Lane, Lanes, Streams

wsgi = get_wsgi_application()
pages = bodies.whole(
    Lanes(
        wsgi,
        pages=Lane(PAGES, MAX_WAITING),
        decisions=Lane(DECISIONS, MAX_WAITING),
        health=Lane(HEALTH_CHECKS, MAX_WAITING),
    )
)

from matches import quarantine  # noqa: E402 - Django must be set up
from matches.clocks import beating  # noqa: E402
from web.live import sse  # noqa: E402

SWITCH_EVERY = 0.0005
"""Seconds. A thread that has heard from the database waits so long for one that is rendering: ten times in a decision,
and 5 ms each as Python has it would be felt."""

sys.setswitchinterval(SWITCH_EVERY)
quarantine.report()
streams = Streams(sse.sse, connections.limits())
connections.on_stop.append(sse.end_all)


async def application(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "lifespan":
        return await live_and_beat(receive, send)
    if scope["type"] != "http":
        return None  # there are no websockets
    app = streams if scope["path"].startswith("/live/") else pages
    return await app(scope, receive, send)


async def live_and_beat(receive: Any, send: Any) -> None:
    """From the server's start to its end, the event loop that accepts all requests beats for its supervisor."""
    await receive()
    tasks = (
        asyncio.create_task(beats.keep_beating("web", settings.HUNG_AFTER)),
        asyncio.create_task(beating.keep_beating()),
    )
    await send({"type": "lifespan.startup.complete"})
    await receive()
    for task in tasks:
        task.cancel()
    await send({"type": "lifespan.shutdown.complete"})
