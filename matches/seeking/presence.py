"""Who still has the page open on which they wait: each web process notes its own, every few seconds."""

from __future__ import annotations

from web.live import presence as streams

from . import services

KIND = "seek"


def note() -> None:
    here = {stream for stream, _viewer in streams.viewers(KIND)}
    if here:
        services.is_there(here)
