"""The body of a request is waited for before a thread is taken: threads are few, and slow lines are many."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

Message = Any
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Any, Receive, Send], Awaitable[None]]

LONGEST = 1_000_000
"""Bytes. No page and no program of ours sends more than a few thousand."""


def whole(app: Application) -> Application:
    """``app`` gets each request when all of it has arrived, in one piece; what is too long, or broke off, never."""

    async def application(scope: Any, receive: Receive, send: Send) -> None:
        body, more = bytearray(), True
        while more:
            message = await receive()
            if message["type"] != "http.request":
                return
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > LONGEST:
                await _refuse(send)
                return
        await app(scope, _again({"type": "http.request", "body": bytes(body), "more_body": False}, receive), send)

    return application


def _again(request: Message, receive: Receive) -> Receive:
    """Hand out ``request``, then what comes behind it."""
    waiting = [request]

    async def next_message() -> Message:
        return waiting.pop() if waiting else await receive()

    return next_message


async def _refuse(send: Send) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": b"This request is too long."})
