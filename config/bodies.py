"""Request bodies are read before a thread is taken: threads are few, and slow connections are many.

How long it may be depends on its address: whoever takes longer ones says so beside the view (``limits.takes``) or in
the endpoint (``max_body``).
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from django.urls import Resolver404, resolve

from . import server_errors
from .connections import address_of

Message = Any
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Any, Receive, Send], Awaitable[None]]

MAX_BODY = 1_000_000
"""Bytes, where nothing else is said. No other page and no program of ours sends more than a few thousand."""
MAX_LONG = 2
"""Longer ones that are held in memory at the same time, one for each address."""
LONG_SECONDS = 10
"""When to come again where that many are held."""
MAX_UNREAD, UNREAD_SECONDS = 64_000_000, 10
"""Of what is refused, so much is thrown away before the connection ends: a browser that sends reads no answer."""


class _Long:
    """Requests with long bodies, from when they are known to be long until they are answered."""

    def __init__(self) -> None:
        self._of: Counter[str] = Counter()

    def take(self, client: str) -> bool:
        if self._of[client] or self._of.total() >= MAX_LONG:
            return False
        self._of[client] += 1
        return True

    def give(self, client: str) -> None:
        del self._of[client]


def whole(app: Application) -> Application:
    """Pass each request to ``app`` once it has arrived in full; never one that is too long or was cut off."""
    long = _Long()

    async def application(scope: Any, receive: Receive, send: Send) -> None:
        size, most, more, body = _announced(scope), MAX_BODY, True, bytearray()
        client, is_held = address_of(scope.get("client")), False
        try:
            while True:
                if size > MAX_BODY and not is_held:
                    most = max_body(scope["path"])
                    is_held = size <= most and long.take(client)
                    if size <= most and not is_held:
                        return await refuse(scope, receive, send, 503, "server_busy", seconds=LONG_SECONDS)
                if size > most:
                    return await refuse(scope, receive, send, 413, "too_long", most=most)
                if not more:
                    break
                message = await receive()
                if message["type"] != "http.request":
                    return None
                body += message.get("body", b"")
                more = message.get("more_body", False)
                size = max(size, len(body))
            request = {"type": "http.request", "body": bytes(body), "more_body": False}
            del body
            return await app(scope, _again(request, receive), send)
        finally:
            if is_held:
                long.give(client)

    return application


def max_body(path: str) -> int:
    """How many bytes may be sent to this address."""
    try:
        view: Any = resolve(path).func
    except Resolver404:
        return MAX_BODY
    said: int = getattr(view, "max_body", 0) or getattr(getattr(view, "cls", None), "max_body", 0)
    return max(said, MAX_BODY)


async def refuse(scope: Any, receive: Receive, send: Send, status: int, code: str, **data: int) -> None:
    """Answer what the server itself refuses, then discard what is still being sent, within limits."""
    head, body = server_errors.answer(status, code, data, scope["path"], dict(scope["headers"]))
    await send({"type": "http.response.start", "status": status, "headers": head})
    await send({"type": "http.response.body", "body": body, "more_body": True})
    with suppress(TimeoutError):
        await asyncio.wait_for(_throw_away(receive), UNREAD_SECONDS)
    await send({"type": "http.response.body", "body": b""})


async def _throw_away(receive: Receive) -> None:
    thrown, more = 0, True
    while more and thrown < MAX_UNREAD:
        message = await receive()
        thrown += len(message.get("body", b""))
        more = message["type"] == "http.request" and message.get("more_body", False)


def _announced(scope: Any) -> int:
    told = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
    return int(told) if told.isdigit() else 0


def _again(request: Message, receive: Receive) -> Receive:
    """Replay ``request``, then whatever follows it."""
    waiting = [request]

    async def next_message() -> Message:
        return waiting.pop() if waiting else await receive()

    return next_message
