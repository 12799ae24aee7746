"""Requests arrive whole before anybody works on them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from config import bodies

GONE = {"type": "http.disconnect"}


def part(body: bytes, more: bool) -> dict[str, Any]:
    return {"type": "http.request", "body": body, "more_body": more}


def answered(*messages: dict[str, Any]) -> tuple[list[list[Any]], list[int]]:
    """What the application received, once for each call of it, and the statuses that were sent without it."""
    arriving, calls, statuses = list(messages), [], []

    async def receive() -> Any:
        return arriving.pop(0) if arriving else GONE

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    async def app(scope: Any, receive: bodies.Receive, send: bodies.Send) -> None:
        assert not arriving, "the application was called before the whole request had arrived"
        calls.append([await receive(), await receive()])

    async def run() -> None:
        await bodies.whole(app)({"type": "http"}, receive, send)

    asyncio.run(run())
    return calls, statuses


def test_a_request_in_pieces_is_handed_on_in_one() -> None:
    calls, statuses = answered(part(b"seats", True), part(b"=", True), part(b"2", False))
    assert calls == [[part(b"seats=2", False), GONE]]
    assert statuses == []


def test_a_request_without_a_body_is_handed_on() -> None:
    assert answered({"type": "http.request"})[0] == [[part(b"", False), GONE]]


@pytest.mark.parametrize("first", [[], [part(b"se", True)]])
def test_a_request_that_breaks_off_takes_no_thread(first: list[dict[str, Any]]) -> None:
    assert answered(*first, GONE) == ([], [])


def test_a_request_that_is_too_long_is_refused_unread() -> None:
    half = b"x" * (bodies.LONGEST // 2)
    assert answered(part(half, True), part(half, False))[0][0][0] == part(half + half, False)
    assert answered(part(half, True), part(half, True), part(b"x", True)) == ([], [413])
