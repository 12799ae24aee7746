"""Requests arrive whole before anybody works on them, and are as long as their address takes."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from config import bodies
from players.ratings import importing
from players.ratings.commands import MAX_IMPORT
from tournaments.exchange import document, trf
from web.api.endpoint import as_json

GONE = {"type": "http.disconnect"}
IMPORT = "/tournaments/import/"
HALF = b"x" * (bodies.MAX_BODY // 2)


def part(body: bytes, more: bool) -> dict[str, Any]:
    return {"type": "http.request", "body": body, "more_body": more}


def answered(
    *messages: dict[str, Any], path: str = "/login/", length: int | None = None
) -> tuple[list[list[Any]], list[int]]:
    """What the application received, once for each call of it, and the statuses that were sent without it."""
    return asyncio.run(answer(messages, path, length))


async def answer(
    messages: Sequence[dict[str, Any]], path: str, length: int | None = None, app: bodies.Application | None = None
) -> tuple[list[list[Any]], list[int]]:
    arriving, calls, statuses = list(messages), [], []

    async def receive() -> Any:
        return arriving.pop(0) if arriving else GONE

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    async def ours(scope: Any, receive: bodies.Receive, send: bodies.Send) -> None:
        assert not arriving, "the application was called before the whole request had arrived"
        calls.append([await receive(), await receive()])

    headers = [] if length is None else [(b"content-length", str(length).encode())]
    scope = {"type": "http", "path": path, "headers": headers, "client": ("192.0.2.1", 1)}
    await (app or bodies.whole(ours))(scope, receive, send)
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


@pytest.mark.parametrize("path", ["/login/", "/there/is/no/such/page/", "/api/v1/tables/"])
def test_a_request_that_is_too_long_is_refused_unread(path: str) -> None:
    assert answered(part(HALF, True), part(HALF, False), path=path)[0][0][0] == part(HALF + HALF, False)
    assert answered(part(HALF, True), part(HALF, True), part(b"x", True), path=path) == ([], [413])
    assert answered(length=2 * len(HALF) + 1, path=path) == ([], [413])


@pytest.mark.parametrize(
    ("path", "promised"),
    [
        (IMPORT, document.MAX_LENGTH + trf.MAX_LENGTH),
        ("/api/v1/tournaments/import/", as_json(document.MAX_LENGTH)),
        ("/ratings/import/", 3 * importing.MAX_LENGTH),
        ("/api/v1/ratings/imports/", as_json(MAX_IMPORT)),
    ],
)
def test_where_a_file_may_be_brought_in_it_may_be_as_long_as_is_promised(path: str, promised: int) -> None:
    assert bodies.max_body(path) >= promised
    assert bodies.max_body(path) > bodies.MAX_BODY
    sent = [part(HALF, True), part(HALF, True), part(b"x", False)]
    assert answered(*sent, path=path)[0][0][0] == part(HALF + HALF + b"x", False)
    assert answered(length=bodies.max_body(path) + 1, path=path) == ([], [413])


def test_only_a_few_long_requests_are_held_at_once_and_one_of_an_address() -> None:
    async def run() -> None:
        first_may_go_on = asyncio.Event()
        app = bodies.whole(lambda *_: asyncio.sleep(0))

        async def slow() -> Any:
            await first_may_go_on.wait()
            return GONE

        async def never(message: Any) -> None:
            raise AssertionError(message)

        scope = {
            "type": "http",
            "path": IMPORT,
            "headers": [(b"content-length", b"4300000")],
            "client": ("192.0.2.1", 1),
        }
        first = asyncio.ensure_future(app(scope, slow, never))
        await asyncio.sleep(0)
        assert (await answer([], IMPORT, 4_300_000, app))[1] == [503]
        assert (await answer([], "/login/", 100, app))[1] == []
        first_may_go_on.set()
        await first
        assert (await answer([], IMPORT, 4_300_000, app))[1] == []

    asyncio.run(run())
