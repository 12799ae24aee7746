"""Lanes: decisions and the question for health never wait for pages, and no address fills a lane."""

from __future__ import annotations

import asyncio
from typing import Any
from uuid import UUID

import pytest
from django.urls import reverse

from config import lanes
from config.connections import Limits, address_of
from config.lanes import DECISION, Lane, Lanes, Streams

MATCH = UUID(int=7)


def test_decisions_have_a_lane_of_their_own_wherever_they_are_made() -> None:
    """The lane is chosen before Django knows the view: the patterns must be those of its addresses."""
    for name in ("matches:decide", "matches:choose", "api:decisions"):
        assert DECISION.fullmatch(reverse(name, args=[MATCH])), name
    assert not DECISION.fullmatch(reverse("matches:match", args=[MATCH]))


def test_the_question_for_health_has_one_too() -> None:
    lanes = Lanes(lambda environ, start_response: [], pages=Lane(1, 1), decisions=Lane(1, 1), health=Lane(1, 1))
    assert lanes.lane_of("/health/") is lanes.health
    assert lanes.lane_of(reverse("api:decisions", args=[MATCH])) is lanes.decisions
    assert lanes.lane_of("/") is lanes.pages


def test_one_address_works_in_half_of_the_threads_and_the_others_need_not_wait() -> None:
    async def run() -> None:
        lane = Lane(threads=4, may_wait=10)
        assert [await lane.enter("alice") for _ in range(2)] == [True, True]
        third = asyncio.ensure_future(lane.enter("alice"))
        await asyncio.sleep(0)
        assert not third.done()
        assert [await lane.enter("bob") for _ in range(2)] == [True, True]
        charlie = asyncio.ensure_future(lane.enter("charlie"))
        await asyncio.sleep(0)
        lane.leave("bob")
        await asyncio.sleep(0)
        assert charlie.done(), "who has threads already comes after who has none"
        assert not third.done()
        lane.leave("alice")
        assert await third
        assert lane.working.total() == 4

    asyncio.run(run())


def test_who_comes_when_too_many_wait_is_told_so() -> None:
    async def run() -> None:
        lane = Lane(threads=1, may_wait=4)
        assert await lane.enter("alice")
        waiting = [asyncio.ensure_future(lane.enter(name)) for name in ("alice", "alice", "bob", "charlie")]
        await asyncio.sleep(0)
        assert not await lane.enter("dora")
        lane.leave("alice")
        await asyncio.sleep(0)
        assert [one.done() for one in waiting] == [True, False, False, False]
        for one in waiting:
            one.cancel()

    asyncio.run(run())


def test_an_address_fills_only_half_of_those_who_wait() -> None:
    async def run() -> None:
        lane = Lane(threads=1, may_wait=4)
        assert await lane.enter("alice")
        waiting = [asyncio.ensure_future(lane.enter("alice")) for _ in range(2)]
        await asyncio.sleep(0)
        assert not await lane.enter("alice")
        waiting.append(asyncio.ensure_future(lane.enter("bob")))
        await asyncio.sleep(0)
        assert len(lane.waiting) == 3
        for one in waiting:
            one.cancel()

    asyncio.run(run())


@pytest.mark.parametrize("leaves_first", [True, False])
def test_who_gives_up_waiting_keeps_nobody_out(leaves_first: bool) -> None:
    async def run() -> None:
        lane = Lane(threads=1, may_wait=4)
        assert await lane.enter("alice")
        waits = asyncio.ensure_future(lane.enter("bob"))
        await asyncio.sleep(0)
        if leaves_first:
            lane.leave("alice")
        waits.cancel()
        await asyncio.sleep(0)
        if not leaves_first:
            lane.leave("alice")
        assert not lane.waiting
        assert await lane.enter("charlie")

    asyncio.run(run())


def test_live_streams_leave_connections_to_pages_and_to_each_other() -> None:
    """Of 8 connections 6 may be streams, 3 of one address."""

    async def run() -> None:
        over = asyncio.Event()
        refused: list[int] = []

        async def app(scope: Any, receive: Any, send: Any) -> None:
            await over.wait()

        async def gone() -> Any:
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                refused.append(message["status"])

        streams = Streams(app, Limits(request_seconds=15, connections=8, per_address=4))

        async def opened(client: str) -> asyncio.Future[None]:
            scope = {"type": "http", "path": "/live/x", "headers": [], "client": (client, 1)}
            stream = asyncio.ensure_future(streams(scope, gone, send))
            for _ in range(5):
                await asyncio.sleep(0)
            return stream

        first = [await opened("192.0.2.1") for _ in range(3)]
        assert refused == []
        assert (await opened("192.0.2.1")).done()
        second = [await opened("192.0.2.2") for _ in range(3)]
        assert refused == [503]
        assert (await opened("192.0.2.3")).done()
        assert refused == [503, 503]
        over.set()
        await asyncio.gather(*first, *second)
        assert streams.open.total() == 0

    asyncio.run(run())


@pytest.mark.parametrize("host", ["2001:db8:7::1", "2001:db8:7::2"])
def test_whoever_has_an_ipv6_network_of_their_own_is_one(host: str) -> None:
    assert address_of((host, 80)) == "2001:db8:7::/64"
    assert address_of(None) == ""


def test_an_answer_is_the_connections_at_once_and_what_waits_for_another_is_bounded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Behind an answer that nobody fetches, the next one waits in memory: so much of all connections, and no more."""
    monkeypatch.setattr(lanes, "MAX_UNFETCHED", 1000)
    whole = b"x" * 501

    def wsgi(environ: Any, start_response: Any) -> list[bytes]:
        start_response("200 OK", [])
        return [whole[:10], whole[10:]]

    async def run() -> None:
        ours = Lanes(wsgi, pages=Lane(1, 9), decisions=Lane(1, 1), health=Lane(1, 1))
        fetched, said = asyncio.Event(), list[Any]()

        async def gone() -> Any:
            return {"type": "http.disconnect"}

        async def waits(message: Any) -> None:
            await fetched.wait()
            said.append(message)

        async def told(message: Any) -> None:
            said.append(message)

        scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "http_version": "1.1"}
        scope |= {"headers": [], "client": ("192.0.2.1", 1)}
        first = asyncio.ensure_future(ours(scope, gone, waits))
        while not ours.unsent:
            await asyncio.sleep(0.01)
        await ours(scope, gone, told)
        assert [message.get("status") for message in said] == [503, None, None]
        fetched.set()
        await first
        assert said[3]["status"] == 200
        assert said[4:] == [{"type": "http.response.body", "body": whole}]
        assert ours.unsent == 0

    asyncio.run(run())
