"""Live updates: ``/live/<stream>?token=...&after=N`` is a stream of server-sent events (SSE), for pages and programs.

A page gets its fragments as HTML, ready to swap in: one SSE event per fragment, named as the page names it, and then an
event ``version`` with the number of the match's (or table's) last event, which is also the ``id`` that a browser
comes back with. A page that holds what it was sent last (``have=N``) gets an event ``patch`` instead of the fragments
that have changed, and nothing of the others (``patches``); one that reads gzip gets each frame compressed by itself
(``frames``). What can be looked at the apps say by the hook ``live_streams`` (``audience.Kind``).

An ``address`` says who asked for it; whether they may see what it shows is checked when it is opened and while it is
open (``admission``). A page whose right has ended, or that was loaded before the product was updated and would not
understand what it is sent, hears ``access_ended``, and loads itself anew.

``/live/several?token=...&after=N&token=...&after=N`` brings what a page shows of up to four streams together (form
``small``), as browsers open few connections. Each has its own address, right and frames; a frame says by what it
brings which of them it is of, and where one stands the page alone says.

A program gets each fact as JSON, named by its kind and numbered by its place in the stream. What an audience
may not see was cut before anything is encoded, and each audience's frames are made once, however many look on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, MutableMapping, Sequence
from typing import Any
from urllib.parse import parse_qs, urlencode
from uuid import UUID

from django.core import signing

from . import presence
from .admission import NOBODY, Listener, with_session
from .audience import Audience
from .breach import masked, unmasked
from .frames import GZIP_HEAD, squeezed
from .hub import ACCESS_ENDED, FrameQueue, Hub, Subscription, frame_queue

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

PREFIX = "/live/"
SEVERAL = "/live/several"
MAX_SEVERAL = 4
SALT = "matches.live"
PROTOCOL = 2
"""Another number whenever a page that was loaded before would not understand what it is sent (``patches``)."""
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


class Outdated(Exception):
    """An address that was given out before what is sent has changed."""


_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}


def address(audience: Audience, after: int, listener: Listener = NOBODY) -> str:
    """A stream's address. Whether the listener may listen is checked when it is opened, and again while it is open."""
    kind, stream, viewer, language, form, zone = audience
    who = [str(listener.player or ""), str(listener.token or "")]
    token = masked(signing.dumps([PROTOCOL, kind, str(stream), viewer, language, form, *who, zone], salt=SALT))
    return f"{PREFIX}{stream}?{urlencode({'token': token, 'after': after})}"


async def sse(scope: Scope, receive: Receive, send: Send) -> None:
    """The ASGI application behind ``/live/``."""
    if scope["method"] != "GET":
        await _refuse(send, 405, b"Only GET.")
        return
    query = parse_qs(scope["query_string"].decode("latin-1"))
    try:
        await (_several if scope["path"] == SEVERAL else _one)(query, scope, receive, send)
    except Outdated:
        await _say_ended(send)


async def _one(query: Mapping[str, list[str]], scope: Scope, receive: Receive, send: Send) -> None:
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
            packed = audience.form != "json" and _reads_gzip(scope["headers"])
            await _begin(packed, send)
            subscription = await _hub().subscribe(audience, after, listener, holds, packed)
            await _stream([subscription], receive, send)
        elif audience.form == "json":
            await _refuse(send, 403, b"You may not, or no longer, listen here.")
        else:
            await _say_ended(send)


async def _say_ended(send: Send) -> None:
    """Browsers tell a page nothing about an answer that is not a stream, so say so in a stream."""
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    await send({"type": "http.response.body", "body": ACCESS_ENDED})


async def _several(query: Mapping[str, list[str]], scope: Scope, receive: Receive, send: Send) -> None:
    tokens, places = query.get("token", []), [_after([], after) for after in query.get("after", [])]
    found = [_signed(token) for token in tokens[:MAX_SEVERAL]]
    asked = [one for one in found if one is not None and one[0].form == "small"]
    after = [place for place in places if place is not None]
    if not 0 < len(tokens) <= MAX_SEVERAL or len(after) != len(tokens):
        await _refuse(send, 400, b"One to four tokens, each with after, the number of an event.")
        return
    if len(asked) != len(tokens) or len({audience for audience, _who in asked}) != len(tokens):
        await _refuse(send, 403, b"This address is not, or no longer, valid. Load the page anew.")
        return
    listening = [(audience, with_session(who, _cookies(scope["headers"]))) for audience, who in asked]
    if not all([await _hub().admits(audience, listener) for audience, listener in listening]):
        await _say_ended(send)
        return
    packed = _reads_gzip(scope["headers"])
    await _begin(packed, send)
    queue: FrameQueue = frame_queue()
    subscriptions: list[Subscription] = []
    try:
        for (audience, listener), place in zip(listening, after, strict=True):
            subscriptions.append(await _hub().subscribe(audience, place, listener, packed=packed, queue=queue))
    except BaseException:
        for subscription in subscriptions:
            _hub().unsubscribe(subscription)
        raise
    await _stream(subscriptions, receive, send)


async def _begin(packed: bool, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": PACKED_HEADERS if packed else HEADERS})
    await send(_body(RETRY_PACKED if packed else RETRY))


async def _stream(subscriptions: Sequence[Subscription], receive: Receive, send: Send) -> None:
    """Several share a queue: small frames have one form for all, and where one of them ends, all do."""
    first = subscriptions[0]
    gone = asyncio.ensure_future(_disconnected(receive, first))
    for one in subscriptions:
        presence.enter(one.audience, one.listener)
    try:
        while (frame := await first.queue.get()) is not None:
            await send(_body(first.form(frame)))
        if not gone.done():
            await send({"type": "http.response.body", "body": b""})
    finally:
        gone.cancel()
        for one in subscriptions:
            presence.leave(one.audience, one.listener)
            _hub().unsubscribe(one)


async def _disconnected(receive: Receive, subscription: Subscription) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    subscription.leave()


def end_all() -> None:
    """The server stops: end every stream of this event loop, and whatever comes yet. Browsers come back to the next
    one."""
    hub = _hubs.get(asyncio.get_running_loop())
    if hub is not None:
        hub.end()


def _hub() -> Hub:
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        for old in [loop for loop in _hubs if loop.is_closed()]:
            del _hubs[old]
        _hubs[loop] = Hub()
    return _hubs[loop]


def _asked(path: str, token: str) -> tuple[Audience, Listener] | None:
    found = _signed(token)
    return found if found is not None and path == f"{PREFIX}{found[0].stream}" else None


def _signed(token: str) -> tuple[Audience, Listener] | None:
    """What an address asks for, and who was given it. A page's own lives as long as the right: it brings a session.
    Raises Outdated."""
    try:
        signed = unmasked(token)
        number, *told = signing.loads(signed, salt=SALT)
        if number != PROTOCOL:
            raise Outdated
        kind, stream, viewer, language, form, player, by, zone = told
        if form == "json":
            signing.loads(signed, salt=SALT, max_age=MAX_AGE)
        who = Listener(UUID(player) if player else None, token=UUID(by) if by else None)
        return Audience(kind, UUID(stream), viewer, language, form, zone), who
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
