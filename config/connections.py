"""Who holds a connection, how long and for what: the server's own limits, since it may run without a proxy.

uvicorn's own options end only what stays silent after an answer (``--timeout-keep-alive``). It waits for ever for the
rest of a head or a body and for who reads nothing, keeps headers of any size, and takes connections until the machine
has no file handle left. So its protocol is extended here: ``uvicorn --http config.connections:Connection``. With TLS a
connection is known to it only after the handshake, for which the event loop waits a minute; by
``--loop config.connections:loop`` it is counted from the beginning, and has ``HANDSHAKE_SECONDS``.
"""

from __future__ import annotations

import asyncio
import os
import resource
import ssl
from asyncio.sslproto import SSLProtocol
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from ipaddress import ip_address, ip_network
from typing import Any, cast
from weakref import WeakKeyDictionary

import structlog
from uvicorn.config import Config
from uvicorn.loops.auto import auto_loop_factory
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from . import env, server_errors

on_stop: list[Callable[[], None]] = []
"""Called in the event loop for each connection that is open when the server is asked to stop."""

MAX_HEAD_BYTES = 32 * 1024
MAX_HEADERS = 100
MIN_BYTES_PER_SECOND = 4096
"""Of a body that is sent or an answer that is fetched, after the first ``request_seconds``."""
LOOK_EVERY = 1.0
HANDSHAKE_SECONDS = 5.0
"""For the handshake of TLS."""
MAX_UNFETCHED = 256 * 2**20
"""Bytes of answers that wait in memory until somebody fetches them, of all connections together."""
KEPT_HANDLES = 200
"""Files that are no connections: databases, logs, static files that are being sent."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Limits:
    request_seconds: int
    """For a whole head; without a byte, for the next one of a body; without reading, for an answer."""
    connections: int
    """Of everybody, live streams too."""
    per_address: int


def limits(source: env.Source = os.environ) -> Limits:
    """As configured, but never more connections than there are file handles for."""
    handles = _handles(env.number("MAX_CONNECTIONS", 10_000, source) + KEPT_HANDLES)
    most = max(1, min(env.number("MAX_CONNECTIONS", 10_000, source), handles - min(KEPT_HANDLES, handles // 2)))
    per_address = env.number("MAX_CONNECTIONS_PER_ADDRESS", 0, source) or max(1, most // 2)
    return Limits(max(1, env.number("REQUEST_SECONDS", 15, source)), most, per_address)


def _handles(wanted: int) -> int:
    """How many files this process may open, after asking for ``wanted``."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        soft = most
    return wanted if soft == resource.RLIM_INFINITY else soft


class Phase(Enum):
    WAITING = "nothing of a request has come yet"
    HEAD = "the head is coming"
    BODY = "the body is coming"
    ASKED = "the whole request is there"


class TooLarge(Exception):
    """A head with too many or too long headers."""


class Connection(HttpToolsProtocol):
    """One connection. The ``Room`` checks once a second what it waits for, and since when."""

    def shutdown(self) -> None:
        """The server was asked to stop: what is sent without end ends by itself (``on_stop``)."""
        super().shutdown()
        for end in on_stop:
            end()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        self.phase = Phase.WAITING
        self.since = self.loop.time()
        """When the phase began; while a body comes, when its last bytes came."""
        self.began = self.since
        self.received = 0
        self.head_bytes = self.head_count = self.unread = 0
        self.unsent: tuple[int, float] | None = None
        self.unfetched_since: float | None = None
        """When the answer that is being fetched filled what the system holds."""
        self.room = _room(self)
        self.address = address_of(self.client)
        self.room.end_handshake(self)
        if not self.room.enter(self):
            self.refuse(503, "server_full", seconds=5)

    def connection_lost(self, exc: Exception | None) -> None:
        self.room.leave(self)
        super().connection_lost(exc)

    @property
    def is_between_requests(self) -> bool:
        """Whether it is idle, so that it may be closed to make room for another."""
        return self.phase in {Phase.WAITING, Phase.HEAD} and not self.is_answering

    @property
    def is_answering(self) -> bool:
        asked = self.asked
        return asked is not None and not asked.response_complete

    @property
    def unfetched(self) -> int:
        """Bytes of answers that the client has not fetched yet."""
        return self.transport.get_write_buffer_size()

    @property
    def asked(self) -> RequestResponseCycle | None:
        """The last request; None before the first."""
        return cast("RequestResponseCycle | None", self.cycle)

    # --- what arrives

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self.phase is Phase.WAITING:
            self._turn(Phase.HEAD)
        self.unread += len(data)
        super().data_received(data)
        if self.unread > MAX_HEAD_BYTES and not self.transport.is_closing():
            self.refuse(431, "head_too_large", most=MAX_HEAD_BYTES)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.head_bytes = self.head_count = 0
        if self.phase is not Phase.HEAD:
            self._turn(Phase.HEAD)

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        self._count(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        """Also called for trailers, which come after the body."""
        super().on_header(name, value)
        self.head_count += 1
        self._count(len(name) + len(value))

    def _count(self, size: int) -> None:
        self.unread = 0
        self.head_bytes += size
        if self.head_bytes > MAX_HEAD_BYTES or self.head_count > MAX_HEADERS:
            raise TooLarge

    def on_headers_complete(self) -> None:
        self.unread = self.received = 0
        self._turn(Phase.BODY)
        self.began = self.since
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self.unread = 0
        self.received += len(body)
        self.since = self.loop.time()
        super().on_body(body)

    def on_message_complete(self) -> None:
        self.unread = 0
        self._turn(Phase.ASKED)
        super().on_message_complete()
        if not self.is_answering:
            self._turn(Phase.WAITING)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.phase is not Phase.BODY:
            self._turn(Phase.HEAD if self.phase is Phase.HEAD else Phase.WAITING)

    def _turn(self, phase: Phase) -> None:
        self.phase, self.since = phase, self.loop.time()
        self.room.turned(self)

    # --- what is overdue

    def excuse(self, seconds: float) -> None:
        """Extend the deadlines by the time for which the server itself stood still and heard nobody."""
        self.since += seconds
        self.began += seconds
        if self.unsent is not None:
            self.unsent = self.unsent[0], self.unsent[1] + seconds

    def look(self, now: float, seconds: int) -> None:
        """Refuse or cut off what takes too long."""
        if self._is_stuck(now, seconds):
            self.transport.abort()
        elif self.transport.is_closing():
            return
        elif self.flow.read_paused:
            self.since, self.began = now, self.began + LOOK_EVERY  # we let it wait, not it us
        elif self.phase is Phase.HEAD and self.is_between_requests and now - self.since > seconds:
            self.refuse(408, "too_slow")
        elif self.phase is Phase.WAITING and self.asked is None and now - self.since > seconds:
            self.transport.close()
        elif self.phase is Phase.BODY and self._is_slow(now, seconds):
            self.refuse(408, "too_slow")

    def _is_slow(self, now: float, seconds: int) -> bool:
        due = (now - self.began - seconds) * MIN_BYTES_PER_SECOND
        return now - self.since > seconds or self.received < due

    def _is_stuck(self, now: float, seconds: int) -> bool:
        """Whether the client does not fetch what we have written."""
        left = self.unfetched
        if not left or not (self.flow.write_paused or self.transport.is_closing()):
            self.unsent = self.unfetched_since = None
        elif self.unsent is None:
            self.unsent, self.unfetched_since = (left, now), now
        elif now - self.unsent[1] > seconds:
            before, since = self.unsent
            self.unsent = left, now
            return before - left < MIN_BYTES_PER_SECOND * (now - since)
        return False

    # --- refusals that no application is asked about

    def send_400_response(self, msg: str) -> None:
        """Answer what the parser could not read."""
        if self.head_bytes > MAX_HEAD_BYTES or self.head_count > MAX_HEADERS:
            self.refuse(431, "head_too_large", most=MAX_HEAD_BYTES)
        else:
            self.refuse(400, "not_http")

    def refuse(self, status: int, code: str, **data: int) -> None:
        """Answer, unless an answer has already begun, and close."""
        asked = self.asked
        if asked is None or asked.response_complete or not asked.response_started:
            known = dict(cast("list[tuple[bytes, bytes]] | None", self.headers) or ())
            path = getattr(self, "url", b"").decode("latin-1")
            head, body = server_errors.answer(status, code, data, path, known)
            lines = [b"%b: %b\r\n" % pair for pair in head]
            self.transport.write(b"".join([server_errors.status_line(status), *lines, b"\r\n", body]))
        if asked is not None and not asked.response_complete:
            asked.disconnected = True
            asked.message_event.set()
        self.transport.close()


class Handshake(SSLProtocol):
    """TLS of one connection, as the event loop would make it, but counted from the moment at which it is accepted."""

    def __init__(self, loop: asyncio.AbstractEventLoop, connection: Connection, context: ssl.SSLContext) -> None:
        how: dict[str, Any] = {"waiter": None, "server_side": True, "ssl_handshake_timeout": HANDSHAKE_SECONDS}
        super().__init__(loop, connection, context, **how)
        self.connection, self.room = connection, _room(connection)
        self.address = ""
        self.raw: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as asyncio has it
        self.raw, client = transport, transport.get_extra_info("peername")
        self.address = address_of(client)
        if self.room.begin_handshake(self, is_proxy=_is_proxy(client, self.connection.config)):
            super().connection_made(transport)
        else:  # nobody could read an answer yet
            transport.abort()

    def connection_lost(self, exc: BaseException | None) -> None:
        self.room.end_handshake(self.connection)
        super().connection_lost(exc)


class Room:
    """All connections of one server."""

    def __init__(self, own: Limits) -> None:
        self.limits = own
        self.members: dict[Connection, None] = {}
        self.handshakes: dict[Connection, Handshake] = {}
        """Those that become members when they have shaken hands, in the order in which they came."""
        self._of: dict[str, dict[Connection, None]] = defaultdict(dict)
        self._free: dict[Connection, None] = {}
        """Those between two requests, in the order in which they came to be so."""
        self._looking, self._looked = False, 0.0

    def enter(self, one: Connection) -> bool:
        """Whether there is room; if not, close what has been idle longest (``_has_room``)."""
        if not self._has_room(one.address, is_proxy=_is_proxy(one.client, one.config)):
            return False
        self.members[one] = self._of[one.address][one] = self._free[one] = None
        if not self._looking:
            self._looking, self._looked = True, one.loop.time()
            one.loop.call_later(LOOK_EVERY, self._look, one.loop)
        return True

    def begin_handshake(self, one: Handshake, *, is_proxy: bool) -> bool:
        """Whether there is room for it, as ``enter``."""
        if not self._has_room(one.address, is_proxy=is_proxy):
            return False
        self.handshakes[one.connection] = one
        return True

    def end_handshake(self, one: Connection) -> None:
        self.handshakes.pop(one, None)

    def _has_room(self, address: str, *, is_proxy: bool) -> bool:
        """For one more. If not, the longest handshake makes room, else the connection that has been idle longest
        between two requests; of that address where it has too many."""
        own = self._of.get(address, {})
        shaking = [one for one in self.handshakes.values() if one.address == address]
        if not is_proxy and len(own) + len(shaking) >= self.limits.per_address:
            if not (self._cut_short(shaking) or self._make_room(own)):
                return False
        if len(self.members) + len(self.handshakes) >= self.limits.connections:
            return self._cut_short(self.handshakes.values()) or self._make_room(self._free)
        return True

    def _cut_short(self, among: Iterable[Handshake]) -> bool:
        found = next(iter(among), None)
        if found is None:
            return False
        self.end_handshake(found.connection)
        assert found.raw is not None
        found.raw.abort()
        return True

    def leave(self, one: Connection) -> None:
        self.members.pop(one, None)
        self._free.pop(one, None)
        self._of[one.address].pop(one, None)
        if not self._of[one.address]:
            del self._of[one.address]

    def turned(self, one: Connection) -> None:
        if one not in self.members:
            return
        if not one.is_between_requests:
            self._free.pop(one, None)
        elif one.phase is Phase.WAITING or one not in self._free:
            self._free.pop(one, None)
            self._free[one] = None

    def end_slowest(self) -> None:
        """If answers take too much memory, end the connections that have been fetching theirs the longest."""
        total = sum(one.unfetched for one in self.members)
        waiting = [(one.unfetched_since, one) for one in self.members if one.unfetched_since is not None]
        for _, one in sorted(waiting, key=lambda pair: pair[0]):
            if total <= MAX_UNFETCHED:
                return
            total -= one.unfetched
            one.transport.abort()

    def _make_room(self, among: dict[Connection, None]) -> bool:
        found = next((one for one in among if one in self._free and not one.unfetched), None)
        if found is None:
            return False
        self.leave(found)
        found.transport.abort()
        return True

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        now = loop.time()
        stood_still, self._looked = now - self._looked - LOOK_EVERY, now
        for one in list(self.members):
            try:
                one.excuse(max(0.0, stood_still))
                one.look(now, self.limits.request_seconds)
            except Exception:  # one connection must not keep the others from being looked at, now and later
                log.exception("connection not looked at")
                one.transport.abort()
        self.end_slowest()
        self._looking = bool(self.members)
        if self._looking:
            loop.call_later(LOOK_EVERY, self._look, loop)


_rooms: WeakKeyDictionary[ServerState, Room] = WeakKeyDictionary()


def _room(one: Connection) -> Room:
    if one.server_state not in _rooms:
        _rooms[one.server_state] = Room(limits())
    return _rooms[one.server_state]


def loop() -> asyncio.AbstractEventLoop:
    """The event loop that uvicorn takes by itself; what it serves over TLS is counted from the first moment on."""
    made = auto_loop_factory()()
    create = made.create_server

    async def create_server(*args: Any, ssl: Any = None, **how: Any) -> asyncio.Server:
        new, *where = args
        return await create(new if ssl is None else lambda: Handshake(made, new(), ssl), *where, **how)

    made.create_server = create_server  # type: ignore[method-assign]  # uvicorn has no setting for it
    return made


def address_of(client: tuple[str, int] | None) -> str:
    """The address by which a client is counted: a whole IPv6 network counts as one client."""
    try:
        found = ip_address(client[0] if client else "")
    except ValueError:  # a socket of this machine
        return ""
    return str(found) if found.version == 4 else str(ip_network((found, 64), strict=False))


def _is_proxy(client: tuple[str, int] | None, config: Config) -> bool:
    """Whether all visitors come through this address: uvicorn trusts it to name them (FORWARDED_ALLOW_IPS)."""
    app: Any = config.loaded_app
    return not client or (isinstance(app, ProxyHeadersMiddleware) and client[0] in app.trusted_hosts)
