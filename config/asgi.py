"""One server, two ways in: pages through a fixed pool of threads, live streams as plain ASGI without a thread each."""

from __future__ import annotations

import os
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from a2wsgi import WSGIMiddleware
from django.core.wsgi import get_wsgi_application

from . import bodies

wsgi = get_wsgi_application()
pages = bodies.whole(WSGIMiddleware(wsgi, workers=8))  # type: ignore[arg-type]  # a response is iterable

from matches import live  # noqa: E402 - Django must be set up


async def application(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] != "http":
        return  # uvicorn runs with --lifespan off; there are no websockets
    app = live.sse if scope["path"].startswith("/live/") else pages
    await app(scope, receive, send)
