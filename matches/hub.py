"""The hub of live streams, one per process: it hears that something was stored, and hands out what follows from it."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar
from uuid import UUID

import structlog
from django.db import connection

from . import audience as audiences
from .audience import Audience, Frame
from .tail import Tail, tail_for

QUEUED = 100
WORKERS = 4
RESTART_AFTER = 1.0

log = structlog.get_logger()
T = TypeVar("T")


class Subscription:
    """One open stream: the frames it has to send. ``None`` in the queue ends it."""

    def __init__(self, audience: Audience) -> None:
        self.audience = audience
        self.queue: asyncio.Queue[Frame | None] = asyncio.Queue(QUEUED)
        self.over = False

    def put(self, frame: Frame) -> None:
        if self.queue.full():
            self.end()
        else:
            self.queue.put_nowait(frame)

    def end(self) -> None:
        """A reader that is too slow, or a lost tail: the client comes back and catches up from the ledger."""
        self.over = True
        if self.queue.full():
            self.queue.get_nowait()
        self.queue.put_nowait(None)


class Group:
    """All subscriptions of one audience. Frames are made once for all of them."""

    def __init__(self) -> None:
        self.members: set[Subscription] = set()
        self.version: int | None = None
        """Up to where frames were handed out; None before the first member has caught up."""
        self.busy = False
        self.dirty = False


class Hub:
    """Lives in one event loop. Everything that reads the database runs in a few threads of its own."""

    def __init__(self, tail: Callable[[], Tail] = tail_for) -> None:
        self.ready = asyncio.Event()
        self._tail = tail
        self._groups: dict[Audience, Group] = {}
        self._threads = ThreadPoolExecutor(WORKERS, thread_name_prefix="live")
        self._tasks: set[asyncio.Task[None]] = set()
        self._spawn(self._listen())

    async def subscribe(self, audience: Audience, after: int) -> tuple[Subscription, list[Frame]]:
        """A subscription, and what the client has missed since ``after``. Nothing falls between the two:
        the subscription hears before the past is read. Frames may come twice; their versions tell."""
        subscription = Subscription(audience)
        group = self._groups.setdefault(audience, Group())
        group.members.add(subscription)
        try:
            await self.ready.wait()
            version, missed = await self._in_thread(lambda: audiences.frames(audience, after))
        except BaseException:
            self.unsubscribe(subscription)
            raise
        if group.version is None:
            group.version = version
        if group.dirty:
            self._publish(audience)
        return subscription, missed

    def unsubscribe(self, subscription: Subscription) -> None:
        group = self._groups.get(subscription.audience)
        if group is None:
            return
        group.members.discard(subscription)
        if not group.members:
            del self._groups[subscription.audience]

    # --- what the tail calls

    def woken(self, stream: UUID, version: int) -> None:
        """``stream`` has come to ``version``."""
        for audience, group in list(self._groups.items()):
            if audience.stream == stream and (group.version is None or group.version < version):
                group.dirty = True
                self._publish(audience)

    async def look(self) -> None:
        """Ask where the streams that somebody looks at stand: a notification may have been lost."""
        streams = {audience.stream: audience.kind for audience in self._groups}
        if streams:
            for stream, version in (await self._in_thread(lambda: audiences.versions(streams))).items():
                self.woken(stream, version)

    # --- inside

    def _publish(self, audience: Audience) -> None:
        group = self._groups.get(audience)
        if group is not None and group.version is not None and not group.busy:
            group.busy = True
            self._spawn(self._hand_out(audience, group))

    async def _hand_out(self, audience: Audience, group: Group) -> None:
        try:
            while group.dirty and group.version is not None:
                group.dirty = False
                group.version, frames = await self._in_thread(partial(audiences.frames, audience, group.version))
                for frame in frames:
                    for member in list(group.members):
                        member.put(frame)
        except Exception:
            log.exception("live frames failed", stream=str(audience.stream), viewer=audience.viewer)
            for member in list(group.members):
                member.end()
        finally:
            group.busy = False

    async def _listen(self) -> None:
        while True:
            try:
                await self._tail()(self)
            except Exception:
                log.exception("live tail lost")
            self.ready.clear()
            for group in list(self._groups.values()):
                for member in list(group.members):
                    member.end()
            await asyncio.sleep(RESTART_AFTER)

    async def _in_thread(self, work: Callable[[], T]) -> T:
        def closing() -> T:
            try:
                return work()
            finally:
                connection.close()

        return await asyncio.get_running_loop().run_in_executor(self._threads, closing)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """In a context of its own, so that no request's language or user sticks to it."""
        task = asyncio.get_running_loop().create_task(work, context=contextvars.Context())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
