"""The hub of live streams, one per process: it hears that something was stored, and sends out what follows."""

from __future__ import annotations

import asyncio
import contextvars
import time
from collections import Counter
from collections.abc import Callable, Collection, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

import structlog
from django.db import connection
from django.utils import translation

from ledger import notify

from . import admission
from . import audience as audiences
from .admission import NOBODY, Listener
from .audience import Audience
from .frames import Frame
from .tail import Tail, tail_for

ACCESS_ENDED = b"event: access_ended\ndata:\n\n"
PING = Frame(0, 0, b": ping\n\n")
PING_EVERY = 15.0
"""Seconds without a frame after which a stream says that it lives."""
QUEUED = 100
WORKERS = 2
"""Threads that make frames: they share one interpreter with those that answer decisions."""
RESTART_AFTER = 1.0
REVIEW_EVERY = 0.9
"""Seconds after which it is asked who may still listen to quiet streams; before a frame is sent that is asked anyway.
What that is read off may be a second old (``web.remembered``), and after two a right that was lost is gone."""

log = structlog.get_logger()
T = TypeVar("T")
Made = tuple[Collection[UUID | None], int, list[Frame]]
"""Who may still look on, where the stream stands, and the frames that lead there."""


FrameQueue = asyncio.Queue[Frame | None]


def frame_queue() -> FrameQueue:
    return asyncio.Queue(QUEUED)


class Subscription:
    """One open stream: the frames that it has to send. ``None`` in the queue ends it. Several that are sent together
    share a ``queue``.

    ``holds`` is the version whose texts the page has, and ``packed`` whether it reads compressed frames.
    """

    __slots__ = ("at", "audience", "heard", "holds", "is_new", "listener", "over", "packed", "queue")

    def __init__(
        self,
        audience: Audience,
        at: int = 0,
        listener: Listener = NOBODY,
        holds: int = 0,
        packed: bool = False,
        queue: FrameQueue | None = None,
    ) -> None:
        self.audience = audience
        self.listener = listener
        self.holds, self.packed = holds, packed
        self.heard = time.monotonic()
        """When it last had something to send."""
        self.queue = frame_queue() if queue is None else queue
        self.at = at
        """The event up to which it has, or will have with what is queued, everything."""
        self.is_new = True
        """Nobody has looked yet whether it missed something before it came."""
        self.over = False

    def put(self, frames: Sequence[Frame], version: int) -> None:
        self.is_new, self.at = False, max(self.at, version)
        if frames:
            self.heard = time.monotonic()
        for frame in frames:
            if self.queue.full():
                self.end()
            if not self.over:
                self.queue.put_nowait(frame)

    def form(self, frame: Frame) -> bytes:
        """The bytes of the next frame, in a form that this page can read."""
        data = frame.form(holds=self.holds == frame.after, packed=self.packed)
        if frame.version:
            self.holds = frame.version
        return data

    def end(self, last: Frame | None = None) -> None:
        """End it for a slow reader, or a lost tail: the client comes back and catches up from the ledger."""
        if self.over:
            return
        self.over = True
        for final in (last, None) if last else (None,):
            if self.queue.full():
                self.queue.get_nowait()
            self.queue.put_nowait(final)

    def leave(self) -> None:
        """Nobody reads it any more: waiting frames need not be sent."""
        self.over = True
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(None)

    def shut_out(self) -> None:
        """The listener may hear no more: waiting frames are not sent either."""
        while not self.queue.empty():
            self.queue.get_nowait()
        self.end(Frame(self.at, self.at, ACCESS_ENDED))


class Group:
    """All subscriptions of one audience. Those who stand at the same event get the same frames, made once for all of
    them, and then stand together at the newest. So whoever comes while events keep coming has caught up with the first
    frame, and is sent no other's.
    """

    def __init__(self) -> None:
        self.members: dict[Subscription, None] = {}
        """Whoever has waited longest first."""
        self.version = 0
        """Where the stream was last seen, or said, to stand."""
        self._turn = False

    def next_place(self) -> int | None:
        """The place to be served next: by turns the one where most of those behind are, and that of whoever has
        waited longest elsewhere."""
        behind = Counter(one.at for one in self.members if not one.over and (one.is_new or one.at < self.version))
        if not behind:
            return None
        crowd = behind.most_common(1)[0][0]
        self._turn = not self._turn
        if self._turn or len(behind) == 1:
            return crowd
        return next(one.at for one in self.members if one.at in behind and one.at != crowd)

    def players_at(self, place: int) -> set[UUID | None]:
        return {one.listener.player for one in self.members if one.at == place}

    def serve(self, place: int, frames: Sequence[Frame], version: int, refused: Collection[UUID | None] = ()) -> None:
        """Serve all who stand at ``place``, also those who came while the frames were made; shut out the refused."""
        for member in [one for one in self.members if one.at == place]:
            if member.listener.player in refused:
                member.shut_out()
            else:
                member.put(frames, version)
            self.members[member] = self.members.pop(member)

    def end(self) -> None:
        for member in list(self.members):
            member.end()


class Wanted(NamedTuple):
    """An audience that is behind: the ``place`` of those to be served next, who they are, and what was ``heard`` of
    its version."""

    audience: Audience
    group: Group
    place: int
    heard: int
    players: set[UUID | None]


class Hub:
    """Runs in one event loop. Everything that reads the database runs in a few threads of its own."""

    def __init__(self, tail: Callable[[], Tail] = tail_for) -> None:
        self.ready = asyncio.Event()
        self._tail = tail
        self._groups: dict[Audience, Group] = {}
        self._of_stream: dict[UUID, dict[Audience, Group]] = {}
        self._is_over = False
        self._busy: set[UUID] = set()
        """Streams of which frames are being made."""
        self._threads = ThreadPoolExecutor(WORKERS, thread_name_prefix="live")
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop = asyncio.get_running_loop()
        notify.listeners.add(self._told)
        self._spawn(self._listen())
        self._spawn(self._review())
        self._spawn(self._ping())

    async def admits(self, audience: Audience, listener: Listener) -> bool:
        return bool(await self._in_thread(lambda: admission.allowed(audience, {listener})))

    async def subscribe(
        self,
        audience: Audience,
        after: int,
        listener: Listener = NOBODY,
        holds: int = 0,
        packed: bool = False,
        queue: FrameQueue | None = None,
    ) -> Subscription:
        """A subscription of somebody at version ``after``: what was missed comes first, then all that follows."""
        subscription = Subscription(audience, after, listener, holds, packed, queue)
        group = self._groups.get(audience)
        if group is None:
            group = self._groups[audience] = Group()
            self._of_stream.setdefault(audience.stream, {})[audience] = group
        group.members[subscription] = None
        try:
            await self.ready.wait()
        except BaseException:
            self.unsubscribe(subscription)
            raise
        if self._is_over:
            subscription.end()
        self._publish(audience.stream)
        return subscription

    def end(self) -> None:
        """End all streams, and at once those that are opened from now on. A second time there is nothing to do."""
        if not self._is_over:
            self._is_over = True
            for group in self._groups.values():
                group.end()

    def unsubscribe(self, subscription: Subscription) -> None:
        group = self._groups.get(subscription.audience)
        if group is None:
            return
        group.members.pop(subscription, None)
        if not group.members:
            audience = subscription.audience
            del self._groups[audience], self._of_stream[audience.stream][audience]
            if not self._of_stream[audience.stream]:
                del self._of_stream[audience.stream]

    # --- what the tail calls

    def woken(self, stream: UUID, version: int) -> None:
        """``stream`` has reached ``version``."""
        behind = [group for group in self._of_stream.get(stream, {}).values() if group.version < version]
        for group in behind:
            group.version = version
        if behind:
            self._publish(stream)

    async def look(self) -> None:
        """Ask for the versions of all watched streams: a notification may have been lost."""
        streams = {audience.stream: audience.kind for audience in self._groups}
        if streams:
            for stream, version in (await self._in_thread(lambda: audiences.versions(streams))).items():
                self.woken(stream, version)

    # --- inside

    def _told(self, stream: UUID, version: int) -> None:
        """Called by a thread of this process that has just stored something: sooner than the tail hears of it."""
        try:
            self._loop.call_soon_threadsafe(self.woken, stream, version)
        except RuntimeError:  # the loop is closed, and this hub's day is over
            notify.listeners.discard(self._told)

    def _publish(self, stream: UUID) -> None:
        if stream in self._of_stream and stream not in self._busy:
            self._busy.add(stream)
            self._spawn(self._hand_out(stream))

    async def _hand_out(self, stream: UUID) -> None:
        """Bring all audiences of a stream to where it stands: their frames are made together, and sent together. Two
        threads that hand over to each other frame by frame would wait for each other longer than for the frames."""
        try:
            while behind := self._behind(stream):
                for wanted, made in await self._in_thread(partial(_make, behind)):
                    self._made(wanted, made)
        except Exception:
            log.exception("live frames failed", stream=str(stream))
            for group in self._of_stream.get(stream, {}).values():
                group.end()
        finally:
            self._busy.discard(stream)

    def _behind(self, stream: UUID) -> list[Wanted]:
        found = []
        for audience, group in self._of_stream.get(stream, {}).items():
            if (place := group.next_place()) is not None:
                found.append(Wanted(audience, group, place, group.version, group.players_at(place)))
        return found

    def _made(self, wanted: Wanted, made: Made | None) -> None:
        group = wanted.group
        if made is None:
            group.end()
            return
        may, version, frames = made
        if group.version == wanted.heard:  # else there is more by now
            group.version = version
        group.serve(wanted.place, frames, version, wanted.players - set(may))

    async def _ping(self) -> None:
        """Proxies in between would close a connection on which nothing is sent."""
        while True:
            await asyncio.sleep(PING_EVERY / 3)
            silent = time.monotonic() - PING_EVERY
            for group in list(self._groups.values()):
                for member in group.members:
                    if member.heard <= silent and not member.over and member.queue.empty():
                        member.queue.put_nowait(PING)
                        member.heard = time.monotonic()

    async def _review(self) -> None:
        """End the quiet streams of those who have logged out, or lost the right to watch."""
        while True:
            await asyncio.sleep(REVIEW_EVERY)
            try:
                await self._shut_out_strangers()
            except Exception:
                log.exception("live streams not reviewed")

    async def _shut_out_strangers(self) -> None:
        listening = {audience: {one.listener for one in group.members} for audience, group in self._groups.items()}
        if not listening:
            return
        refused = await self._in_thread(lambda: admission.refused(listening))
        for audience, strangers in refused.items():
            group = self._groups.get(audience)
            for member in list(group.members) if group else ():
                if member.listener in strangers:
                    member.shut_out()

    async def _listen(self) -> None:
        while True:
            try:
                await self._tail()(self)
            except Exception:
                log.exception("live tail lost")
            self.ready.clear()
            for group in list(self._groups.values()):
                group.end()
            await asyncio.sleep(RESTART_AFTER)

    async def _in_thread(self, work: Callable[[], T]) -> T:
        def closing() -> T:
            try:
                return work()
            finally:
                connection.close_if_unusable_or_obsolete()  # to open a file of SQLite anew takes a millisecond

        return await asyncio.get_running_loop().run_in_executor(self._threads, closing)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Start it in a context of its own, so that no request's language or user sticks to it."""
        task = asyncio.get_running_loop().create_task(work, context=contextvars.Context())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _make(wanted: Sequence[Wanted]) -> list[tuple[Wanted, Made | None]]:
    """Who of them may still look, and the frames that bring those at each place up to date; None for an audience with
    which that failed. All are of one stream, and so of one kind."""
    first = wanted[0].audience
    assert all(one.audience[:2] == first[:2] for one in wanted), "a version says nothing of another stream"
    kind = audiences.kinds()[first.kind]
    with kind.reading({one.audience.place for one in wanted}):
        version = audiences.version_of(kind, first.stream)
        return [(one, _made_for(one, version)) for one in wanted]


def _made_for(one: Wanted, version: int) -> Made | None:
    try:
        with translation.override(one.audience.language):  # rights are read off what is then shown
            may = admission.may(one.audience, one.players)
            return may, *audiences.frames(one.audience, one.place, version)
    except Exception:
        log.exception("live frames failed", stream=str(one.audience.stream), viewer=one.audience.viewer)
        return None
