"""Live updates: ``/live/<stream>?token=...&after=N`` is a stream of server-sent events (SSE), for pages and programs.

A page gets its fragments as HTML, ready to swap in: one SSE event per fragment, named as the page names it, and then an
event ``version`` with the number of the match's (or table's) last event, which is also the ``id`` that a browser
comes back with. Who renders registers here, in the app's ``ready``::

    live.renderers["match"] = render   # (match_id, "0" or "spectator", after, version) -> {"board": "<...>", ...}
    live.renderers["table"] = render   # (table_id, player id or "", after, version) -> {"seats": "<...>"}

Who gives out an ``address`` has checked that the asker may see what it shows.

A program gets each fact as JSON, named by its kind and numbered by its place in the stream. What an audience
may not see was cut before anything is encoded, and each audience's frames are made once, however many look on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import parse_qs, urlencode
from uuid import UUID

from django.core import signing

from .audience import Audience, Frame, renderers
from .hub import Hub, Subscription
from .narration import language as _language
from .shapes import MatchShown

__all__ = ["Audience", "address", "facts_url", "renderers", "sse"]

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

PREFIX = "/live/"
SALT = "matches.live"
MAX_AGE = 24 * 3600
RETRY = b"retry: 1000\n\n"
PING = b": ping\n\n"
PING_EVERY = 15.0
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-cache, no-transform"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]
"""No proxy may keep or compress a stream, or nothing arrives."""

_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}


def facts_url(match: MatchShown, after: int) -> str:
    """Where a program hears the facts behind event ``after``, as the asker may know them."""
    seat = "spectator" if match.my_seat is None else str(match.my_seat)
    viewer = "open" if match.practice else seat
    return address(Audience("match", match.id, viewer, _language(), "json"), after)


def address(audience: Audience, after: int) -> str:
    """Where to look on, for whoever is handed this address. The asker's right to this audience was checked before."""
    kind, stream, viewer, language, form = audience
    token = signing.dumps([kind, str(stream), viewer, language, form], salt=SALT)
    return f"{PREFIX}{stream}?{urlencode({'token': token, 'after': after})}"


async def sse(scope: Scope, receive: Receive, send: Send) -> None:
    """The ASGI application behind ``/live/``."""
    if scope["method"] != "GET":
        await _refuse(send, 405, b"Only GET.")
        return
    query = parse_qs(scope["query_string"].decode("latin-1"))
    audience = _admitted(scope["path"], query.get("token", [""])[-1])
    after = _after(scope["headers"], query.get("after", ["0"])[-1])
    if audience is None:
        await _refuse(send, 403, b"This address is not, or no longer, valid. Load the page anew.")
    elif after is None:
        await _refuse(send, 400, b"after and Last-Event-ID are numbers of events.")
    else:
        await _stream(audience, after, receive, send)


async def _stream(audience: Audience, after: int, receive: Receive, send: Send) -> None:
    hub = _hub()
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    await send(_body(RETRY))
    subscription, missed = await hub.subscribe(audience, after)
    gone = asyncio.ensure_future(_disconnected(receive))
    try:
        sent = after
        for frame in missed:
            await send(_body(frame.data))
            sent = frame.version
        while (given := await _next(subscription, gone)) is not None:
            if isinstance(given, bytes):
                await send(_body(given))
            elif given.version > sent:
                if given.after != sent:
                    break  # made for those who stand elsewhere: the client comes back and gets what it needs
                await send(_body(given.data))
                sent = given.version
        if not gone.done():
            await send({"type": "http.response.body", "body": b""})
    finally:
        gone.cancel()
        hub.unsubscribe(subscription)


async def _next(subscription: Subscription, gone: asyncio.Future[None]) -> Frame | bytes | None:
    """The next thing to send: a frame, a ping after a silence; None where the stream is over."""
    waiting = asyncio.ensure_future(subscription.queue.get())
    first: set[asyncio.Future[Any]] = {waiting, gone}
    try:
        await asyncio.wait(first, timeout=PING_EVERY, return_when=asyncio.FIRST_COMPLETED)
        if gone.done():
            return None
        return waiting.result() if waiting.done() else PING
    finally:
        waiting.cancel()


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _hub() -> Hub:
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        for old in [loop for loop in _hubs if loop.is_closed()]:
            del _hubs[old]
        _hubs[loop] = Hub()
    return _hubs[loop]


def _admitted(path: str, token: str) -> Audience | None:
    try:
        kind, stream, viewer, language, form = signing.loads(token, salt=SALT, max_age=MAX_AGE)
        if path != f"{PREFIX}{stream}":
            return None
        return Audience(kind, UUID(stream), viewer, language, form)
    except (signing.BadSignature, ValueError, TypeError):
        return None


def _after(headers: list[tuple[bytes, bytes]], after: str) -> int | None:
    """The greater of what the browser saw last and what the address says."""
    texts = [after, *(value.decode("latin-1") for name, value in headers if name == b"last-event-id")]
    numbers = [int(text) for text in texts if text.isascii() and text.isdigit() and len(text) < 10]
    return max(numbers) if len(numbers) == len(texts) else None


def _body(data: bytes) -> Message:
    return {"type": "http.response.body", "body": data, "more_body": True}


async def _refuse(send: Send, status: int, text: bytes) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text})
