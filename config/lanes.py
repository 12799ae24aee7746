"""Lanes of threads that answer requests: whatever happens in one lane, the others keep their own threads.

Decisions of people at a table and the question whether the product is alive have lanes of their own, so that no page
however slow makes them wait. In each lane one address works in at most half of the threads, and so many may wait;
who comes beyond that is told when to come again. Work that is known to be costly has narrower bounds inside the pages'
lane: ``web.costly``.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter, deque
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass, field
from typing import Any

from . import long_answers
from .bodies import Application, Receive, Send, refuse
from .connections import MAX_UNFETCHED, Limits, address_of
from .middleware import HEALTH
from .wsgi_calls import Answer, Wsgi, answered

PAGES, DECISIONS, HEALTH_CHECKS = 16, 4, 1
"""Threads."""
MAX_WAITING = 200
RETRY_SECONDS = 5
DECISION = re.compile(r"/matches/[^/]+/(decide|choose)/|/api/v1/matches/[^/]+/decisions/")


@dataclass(eq=False)
class Lane:
    threads: int
    may_wait: int
    """Of everybody; of one address half as many."""
    working: Counter[str] = field(default_factory=Counter)
    waiting: deque[tuple[str, asyncio.Future[None]]] = field(default_factory=deque)

    @property
    def of_one(self) -> int:
        """The most threads that may work for one address."""
        return max(1, -(-self.threads // 2))

    def is_free_for(self, client: str) -> bool:
        return self.working.total() < self.threads and self.working[client] < self.of_one

    def is_full_for(self, client: str) -> bool:
        own = sum(one == client for one, _ in self.waiting)
        return len(self.waiting) >= self.may_wait or own >= -(-self.may_wait // 2)

    async def enter(self, client: str) -> bool:
        """Wait for a thread; False if too many are waiting already."""
        if self.is_free_for(client):
            self.working[client] += 1
            return True
        if self.is_full_for(client):
            return False
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.append((client, turn))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.leave(client)
            else:
                self.waiting.remove((client, turn))
            raise
        return True

    def leave(self, client: str) -> None:
        self.working[client] -= 1
        if not self.working[client]:
            del self.working[client]
        for waits in list(self.waiting):
            one, turn = waits
            if self.is_free_for(one):
                self.waiting.remove(waits)
                self.working[one] += 1
                turn.set_result(None)
                return


class Streams:
    """Live streams. They last, so they leave a quarter of all connections to page requests, and one address
    has at most half of them. A page whose stream is refused tries again by itself."""

    def __init__(self, app: Application, limits: Limits) -> None:
        self.app = app
        self.most = max(1, limits.connections * 3 // 4)
        self.of_one = max(1, min(self.most // 2, limits.per_address))
        self.open: Counter[str] = Counter()

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        client = address_of(scope.get("client"))
        if self.open.total() >= self.most or self.open[client] >= self.of_one:
            await refuse(scope, receive, send, 503, "server_full", seconds=RETRY_SECONDS)
            return
        self.open[client] += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self.open[client] -= 1
            if not self.open[client]:
                del self.open[client]


class Lanes:
    """The ASGI application: each request goes to its lane."""

    def __init__(self, wsgi: Wsgi, *, pages: Lane, decisions: Lane, health: Lane) -> None:
        self.wsgi = wsgi
        self.pages, self.decisions, self.health = pages, decisions, health
        self.unsent = 0
        """Bytes of answers on connections whose answer before is still being fetched."""
        self._long = long_answers.LongAnswers()
        self._threads = {
            lane: ThreadPoolExecutor(lane.threads, thread_name_prefix="wsgi") for lane in (pages, decisions, health)
        }

    def lane_of(self, path: str) -> Lane:
        if path == HEALTH:
            return self.health
        return self.decisions if DECISION.fullmatch(path) else self.pages

    async def _answer(self, scope: Any, receive: Receive) -> Answer | None:
        """An answer, made in a thread of its lane; None where too many wait for one."""
        lane, client = self.lane_of(scope["path"]), address_of(scope.get("client"))
        if not await lane.enter(client):
            return None
        try:
            asked = (await receive()).get("body", b"")
            call = copy_context().run  # what a request sets, such as a language, ends with it
            return await asyncio.get_running_loop().run_in_executor(
                self._threads[lane], call, answered, self.wsgi, scope, asked
            )
        finally:
            lane.leave(client)

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        answer = await self._answer(long_answers.alone(scope), receive)
        if answer is None:
            await refuse(scope, receive, send, 503, "server_busy", seconds=RETRY_SECONDS)
            return
        if long_answers.goes_on(answer):
            await self._long.send(scope, answer, receive, send, self._answer)
            return
        status, headers, body = answer
        if self.unsent + len(body) > MAX_UNFETCHED:
            await refuse(scope, receive, send, 503, "server_busy", seconds=RETRY_SECONDS)
            return
        self.unsent += len(body)
        try:  # however slowly somebody reads, no thread waits for it; all of it is the connection's at once
            await send({"type": "http.response.start", "status": status, "headers": headers})
            await send({"type": "http.response.body", "body": body})
        finally:
            self.unsent -= len(body)
