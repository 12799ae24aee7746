"""Live updates: ``/live/<stream>?token=...&after=N`` is a stream of server-sent events (SSE), for pages and programs.

A page gets its fragments as HTML, ready to swap in: one SSE event per fragment, named as the page names it, and then an
event ``version`` with the number of the match's (or table's) last event, which is also the ``id`` that a browser
comes back with. A page that holds what it was sent last (``have=N``) gets an event ``patch`` instead of the fragments
that have changed, and nothing of the others (``patches``); one that reads gzip gets each frame compressed by itself
(``frames``). What can be looked at the apps say by the hook ``live_streams`` (``audience.Kind``).

An ``address`` says who asked for it; whether they may see what it shows is checked when it is opened and while it is
open (``admission``). A page whose right has ended hears ``access_ended``, and loads itself anew.

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

from . import presence
from .admission import NOBODY, Listener, with_session
from .audience import Audience
from .breach import masked, unmasked
from .frames import GZIP_HEAD, squeezed
from .hub import ACCESS_ENDED, Hub, Subscription

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

PREFIX = "/live/"
SALT = "matches.live"
MAX_AGE = 24 * 3600
"""Seconds, of a program's address: it comes without a session."""
RETRY = b"retry: 1000\n\n"
RETRY_PACKED = GZIP_HEAD + squeezed(RETRY)
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-cache, no-transform"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]
"""No proxy may keep or compress a stream, or nothing arrives."""
PACKED_HEADERS = [*HEADERS, (b"content-encoding", b"gzip")]

_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}


def address(audience: Audience, after: int, listener: Listener = NOBODY) -> str:
    """A stream's address. Whether the listener may listen is checked when it is opened, and again while it is open."""
    kind, stream, viewer, language, form = audience
    who = [str(listener.player or ""), str(listener.token or "")]
    token = masked(signing.dumps([kind, str(stream), viewer, language, form, *who], salt=SALT))
    return f"{PREFIX}{stream}?{urlencode({'token': token, 'after': after})}"


async def sse(scope: Scope, receive: Receive, send: Send) -> None:
    """The ASGI application behind ``/live/``."""
    if scope["method"] != "GET":
        await _refuse(send, 405, b"Only GET.")
        return
    query = parse_qs(scope["query_string"].decode("latin-1"))
    asked = _asked(scope["path"], query.get("token", [""])[-1])
    after = _after(scope["headers"], query.get("after", ["0"])[-1])
    if asked is None:
        await _refuse(send, 403, b"This address is not, or no longer, valid. Load the page anew.")
    elif after is None:
        await _refuse(send, 400, b"after and Last-Event-ID are numbers of events.")
    else:
        audience, who = asked
        listener = with_session(who, _cookies(scope["headers"]))
        if await _hub().admits(audience, listener):
            holds = _after([], query.get("have", ["0"])[-1]) or 0
            packed = audience.form == "html" and _reads_gzip(scope["headers"])
            await _stream(await _opened(audience, listener, after, holds, packed, send), receive, send)
        elif audience.form == "json":
            await _refuse(send, 403, b"You may not, or no longer, listen here.")
        else:
            await _say_ended(send)


async def _say_ended(send: Send) -> None:
    """Browsers tell a page nothing about an answer that is not a stream, so say so in a stream."""
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    await send({"type": "http.response.body", "body": ACCESS_ENDED})


async def _opened(
    audience: Audience, listener: Listener, after: int, holds: int, packed: bool, send: Send
) -> Subscription:
    await send({"type": "http.response.start", "status": 200, "headers": PACKED_HEADERS if packed else HEADERS})
    await send(_body(RETRY_PACKED if packed else RETRY))
    return await _hub().subscribe(audience, after, listener, holds, packed)


async def _stream(subscription: Subscription, receive: Receive, send: Send) -> None:
    gone = asyncio.ensure_future(_disconnected(receive, subscription))
    presence.enter(subscription.audience, subscription.listener)
    try:
        while (frame := await subscription.queue.get()) is not None:
            await send(_body(subscription.form(frame)))
        if not gone.done():
            await send({"type": "http.response.body", "body": b""})
    finally:
        gone.cancel()
        presence.leave(subscription.audience, subscription.listener)
        _hub().unsubscribe(subscription)


async def _disconnected(receive: Receive, subscription: Subscription) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    subscription.leave()


def _hub() -> Hub:
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        for old in [loop for loop in _hubs if loop.is_closed()]:
            del _hubs[old]
        _hubs[loop] = Hub()
    return _hubs[loop]


def _asked(path: str, token: str) -> tuple[Audience, Listener] | None:
    """What an address asks for, and who was given it. A page's own lives as long as the right: it brings a session."""
    try:
        signed = unmasked(token)
        kind, stream, viewer, language, form, player, by = signing.loads(signed, salt=SALT)
        if path != f"{PREFIX}{stream}":
            return None
        if form == "json":
            signing.loads(signed, salt=SALT, max_age=MAX_AGE)
        who = Listener(UUID(player) if player else None, token=UUID(by) if by else None)
        return Audience(kind, UUID(stream), viewer, language, form), who
    except (signing.BadSignature, ValueError, TypeError):
        return None


def _reads_gzip(headers: list[tuple[bytes, bytes]]) -> bool:
    return any(name == b"accept-encoding" and b"gzip" in value for name, value in headers)


def _cookies(headers: list[tuple[bytes, bytes]]) -> str:
    return "; ".join(value.decode("latin-1") for name, value in headers if name == b"cookie")


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
