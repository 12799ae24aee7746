"""Live streams: every fact arrives once and in order, cut to who looks on, also after a gap."""

from __future__ import annotations

import asyncio
import json
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from threading import Semaphore
from typing import Any
from unittest.mock import patch
from urllib.parse import urlsplit
from uuid import UUID, uuid4

import pytest
from django.core import signing
from django.db import connection, transaction
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from ledger import notify
from matches.company import news
from matches.models import Invitation, Seat
from matches.models import Table as Row
from matches.play import queries
from matches.tables.commands import OpenTable
from matches.tables.services import open_table
from matches.watching import live
from players import remembered
from players.models import ApiToken, Player
from players.services import erase, issue_token
from tournaments.models import Officer
from tournaments.models import OpenTable as Called
from web.live import admission, sse, tail
from web.live.admission import NOBODY, Listener
from web.live.audience import Audience, kinds
from web.live.breach import masked
from web.live.frames import Frame, event
from web.live.hub import QUEUED, REVIEW_EVERY, Group, Hub, Subscription
from web.remembered import SECONDS

from ..matches.factories import GAME, Table, person, started

pytestmark = pytest.mark.django_db(transaction=True)


class Watcher:
    """A client of the ASGI application: reads events as they come."""

    def __init__(
        self,
        address: str,
        last_event_id: str | None = None,
        method: str = "GET",
        browser: Client | None = None,
        headers: Sequence[tuple[bytes, bytes]] = (),
    ) -> None:
        parts = urlsplit(address)
        headers = list(headers)
        if last_event_id is not None:
            headers.append((b"last-event-id", last_event_id.encode()))
        if browser is not None:
            headers.append((b"cookie", browser.cookies.output(header="", sep=";").encode()))
        self.scope = {"type": "http", "method": method, "path": parts.path, "query_string": parts.query.encode()}
        self.scope["headers"] = headers
        self.status = 0
        self.over = False
        self._text: list[bytes] = []
        self._left = asyncio.Event()
        self._chunks: asyncio.Queue[bytes] = asyncio.Queue()
        self._task = asyncio.ensure_future(self._run())

    async def _run(self) -> None:
        async def receive() -> dict[str, Any]:
            await self._left.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                self.status, self.headers = message["status"], dict(message["headers"])
            else:
                self._chunks.put_nowait(message["body"])

        try:
            await sse.sse(self.scope, receive, send)
        finally:
            self.over = True

    async def next(self, seconds: float = 5) -> dict[str, str]:
        """The next event's fields; its lines of data joined."""
        while True:
            if not self._text:
                self._text = [b for b in (await asyncio.wait_for(self._chunks.get(), seconds)).split(b"\n\n") if b]
            lines = self._text.pop(0).decode().split("\n")
            if lines[0].startswith((":", "retry:")):
                continue
            found: dict[str, list[str]] = {}
            for line in lines:
                name, _, value = line.partition(": ")
                found.setdefault(name.rstrip(":"), []).append(value)
            return {name: "\n".join(values) for name, values in found.items()}

    async def facts(self, count: int) -> list[int]:
        return [json.loads((await self.next())["data"])["seq"] for _ in range(count)]

    async def silence(self, seconds: float = 0.3) -> bool:
        try:
            await self.next(seconds)
        except TimeoutError:
            return True
        return False

    async def leave(self) -> None:
        self._left.set()
        await asyncio.wait_for(self._task, 5)


@pytest.fixture(autouse=True)
def _own_hub() -> Iterator[None]:
    sse._hubs.clear()
    yield
    sse._hubs.clear()


LISTENERS: dict[str, Listener] = {}
"""By viewer: the token of who sits there."""


@pytest.fixture
def table() -> Table:
    made = started("Alice", "Bob", seed="live")
    for seat, id_ in enumerate(made.players):
        player = Player.objects.get(id=str(id_))
        token = issue_token(player=player, label="", now=timezone.now()).token.pk
        LISTENERS[str(seat)] = Listener(player.pk, token=token)
    return made


def watched(work: Callable[[], Any]) -> None:
    """Run the coroutine; what the hub keeps running ends with the loop."""
    asyncio.run(work())


async def decide(table: Table) -> int:
    return (await in_thread(table.decide)).version  # type: ignore[no-any-return]


async def in_thread(work: Callable[[], Any]) -> Any:
    def closing() -> Any:
        try:
            return work()
        finally:
            connection.close()

    return await asyncio.to_thread(closing)


def facts(table: Table, viewer: str = "spectator", after: int = 0) -> str:
    return sse.address(Audience("match", table.match, viewer, "en", "json"), after, LISTENERS.get(viewer, NOBODY))


def page(table: Table, viewer: str, language: str, after: int = 7, listener: Listener | None = None) -> str:
    audience = Audience("match", table.match, viewer, language, "html")
    return sse.address(audience, after, listener or LISTENERS.get(viewer, NOBODY))


def test_what_is_stored_arrives_numbered_and_in_order(table: Table) -> None:
    async def work() -> None:
        watcher = Watcher(facts(table))
        assert await watcher.facts(7) == [1, 2, 3, 4, 5, 6, 7]
        version = await decide(table)
        first = await watcher.next()
        assert (first["id"], first["event"]) == ("8", "card_played")
        assert await watcher.facts(version - 8) == list(range(9, version + 1))
        assert watcher.status == 200
        assert watcher.headers[b"content-type"].startswith(b"text/event-stream")
        await watcher.leave()

    watched(work)


def test_who_comes_back_gets_what_was_missed_and_nothing_twice(table: Table) -> None:
    async def work() -> None:
        watcher = Watcher(facts(table, after=5))
        assert await watcher.facts(2) == [6, 7]
        await watcher.leave()
        for _ in range(3):
            version = await decide(table)
        again = Watcher(facts(table, after=5), last_event_id="7")
        assert await again.facts(version - 7) == list(range(8, version + 1))
        assert await again.silence()
        await again.leave()

    watched(work)


PATIENCE = 30
"""Seconds that a busy machine may take to make the first tile."""


def together(*tables: Table, form: str = "small") -> str:
    asked = [Audience("match", one.match, "spectator", "en", form) for one in tables]
    return "/live/several?" + "&".join(sse.address(audience, 7).partition("?")[2] for audience in asked)


def test_several_tables_come_by_one_stream(table: Table) -> None:
    others = [started("Charlie", "Dora", seed=f"beside {number}") for number in range(3)]

    async def work() -> None:
        watcher = Watcher(together(table, *others))
        for one in (others[1], table, others[2]):
            version = await decide(one)
            tile = await watcher.next(PATIENCE)
            assert tile["event"] == "tile"
            assert f'data-of="tile-{one.match}" data-version="{version}"' in tile["data"]
            assert (await watcher.next(PATIENCE))["event"] == "version"
        assert await watcher.silence()
        await watcher.leave()
        again = Watcher(together(table, others[1]), last_event_id=str(version + 50))
        came = [(await again.next(PATIENCE))["event"] for _ in range(4)]
        assert came == ["tile", "version", "tile", "version"], "where a page stands its address says alone"
        await again.leave()
        await in_thread(lambda: Row.objects.filter(id=table.id).update(access="named", version=F("version") + 1))
        closed = Watcher(together(table, others[0]))
        assert (await closed.next(PATIENCE))["event"] == "access_ended", "the page itself says which may still be seen"

    watched(work)


@pytest.mark.parametrize(
    ("address", "status"),
    [
        (lambda table: "/live/several", 400),
        (lambda table: together(table).partition("&")[0], 400),
        (lambda table: together(*[table] * 5), 400),
        (lambda table: together(table, table), 403),
        (lambda table: together(table, form="html"), 403),
        (lambda table: "/live/several?token=x&after=0", 403),
        (lambda table: page(table, "0", "en").replace(str(table.match), "several"), 403),
    ],
)
def test_an_address_of_several_is_refused_where_it_is_not_one(
    table: Table, address: Callable[[Table], str], status: int
) -> None:
    async def work() -> None:
        watcher = Watcher(address(table))
        await watcher._task
        assert watcher.status == status

    watched(work)


def test_many_who_look_on_while_others_play_miss_nothing(table: Table) -> None:
    """Some come early, some in the middle of it; each gets every number once."""

    async def work() -> None:
        watchers = [Watcher(facts(table, viewer)) for viewer in ("0", "1", "spectator")]
        for _ in range(8):
            version = await decide(table)
            watchers.append(Watcher(facts(table)))
        for watcher in watchers:
            assert await watcher.facts(version) == list(range(1, version + 1))
            assert await watcher.silence(0.05)
        for watcher in watchers:
            await watcher.leave()

    watched(work)


def test_each_audience_hears_what_it_may_know(table: Table) -> None:
    views = [queries.position(match_id=table.match, player=player).view for player in table.players]

    async def work() -> None:
        for viewer in ("0", "1", "spectator"):
            watcher = Watcher(facts(table, viewer))
            told = [json.loads((await watcher.next())["data"]) for _ in range(7)]
            for fact in told:
                if fact["kind"] == "cards_drawn":
                    seat, cards = fact["payload"]["seat"], fact["payload"]["cards"]
                    if viewer == str(seat):
                        assert sorted(cards) == views[seat].hands[seat]
                    else:
                        assert cards == [None] * 3
                assert "seed" not in fact["payload"]
                assert "hash" not in fact
            await watcher.leave()

    watched(work)


def test_frames_are_made_once_for_all_of_one_audience(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    from web.live import audience as audiences

    made: list[tuple[str, int]] = []
    real = audiences.frames

    def counting(audience: Audience, after: int, *known: int) -> Any:
        version, frames = real(audience, after, *known)
        made.extend((audience.viewer, frame.version) for frame in frames)
        return version, frames

    async def work() -> None:
        monkeypatch.setattr(audiences, "frames", counting)
        watchers = [Watcher(facts(table, viewer, after=7)) for viewer in ("0", "spectator") for _ in range(20)]
        first = await decide(table)
        for watcher in watchers:  # all have caught up
            assert await watcher.facts(first - 7) == list(range(8, first + 1))
        last = await decide(table)
        numbers = range(first + 1, last + 1)
        for watcher in watchers:
            assert await watcher.facts(len(numbers)) == list(numbers)
        live = sorted(frame for frame in made if frame[1] > first)
        assert live == [(viewer, seq) for viewer in ("0", "spectator") for seq in numbers]
        for watcher in watchers:
            await watcher.leave()

    watched(work)


# --- pages --------------------------------------------------------------------------------------------------


@pytest.fixture
def _fragments(monkeypatch: pytest.MonkeyPatch) -> None:
    def render(stream: UUID, viewer: str, after: int, version: int) -> dict[str, str]:
        language = translation.get_language()
        return {"board": f"<p>{viewer}\n{language}</p>", "log": f"{after} to {version}"}

    monkeypatch.setitem(kinds(), "match", replace(kinds()["match"], render=render, grown=None))


@pytest.mark.usefixtures("_fragments")
def test_a_page_gets_its_fragments_and_then_its_version(table: Table) -> None:
    async def work() -> None:
        watcher = Watcher(page(table, "0", "pl"))
        assert await watcher.silence()
        version = str(await decide(table))
        assert await watcher.next() == {"event": "board", "data": "<p>0\npl</p>"}
        assert await watcher.next() == {"event": "log", "data": f"7 to {version}"}
        assert await watcher.next() == {"event": "version", "data": version, "id": version}
        await watcher.leave()

    watched(work)


@pytest.mark.usefixtures("_fragments")
def test_a_page_that_missed_several_versions_gets_one_set_of_fragments(table: Table) -> None:
    for _ in range(3):
        table.decide()
    version = str(table.version())

    async def work() -> None:
        watcher = Watcher(page(table, "1", "en"))
        assert [(await watcher.next())["event"] for _ in range(3)] == ["board", "log", "version"]
        assert await watcher.silence()
        again = Watcher(page(table, "1", "en"), last_event_id=version)
        assert await again.silence()
        await watcher.leave()
        await again.leave()

    watched(work)


@pytest.fixture
def _board(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long fragment of which little changes, and a log that grows."""

    def render(stream: UUID, viewer: str, after: int, version: int) -> dict[str, str]:
        return {**grown(stream, viewer, after, version), "board": f"{LONG}\nversion {version} of {viewer}"}

    def grown(stream: UUID, viewer: str, after: int, version: int) -> dict[str, str]:
        return {"log": f"{after} to {version}"}

    monkeypatch.setitem(kinds(), "match", replace(kinds()["match"], render=render, grown=grown))


LONG = "\n".join(f"<li>what stands in place {number} of the board</li>" for number in range(60))


@pytest.mark.usefixtures("_board")
def test_a_page_that_holds_what_it_was_sent_gets_the_lines_that_changed(table: Table) -> None:
    async def work() -> None:
        watcher = Watcher(page(table, "0", "en"))
        first = await decide(table)
        assert [(await watcher.next())["event"] for _ in range(3)] == ["log", "board", "version"]
        second = await decide(table)
        assert await watcher.next() == {"event": "log", "data": f"{first} to {second}"}
        told = await watcher.next()
        assert told == {"event": "patch", "data": f'{{"board":[[[0,60],1],61]}}\nversion {second} of 0'}
        assert (await watcher.next())["event"] == "version"
        await watcher.leave()
        third = await decide(table)
        for have, events in ((second, ["log", "patch", "version"]), (first, ["log", "board", "version"])):
            again = Watcher(f"{page(table, '0', 'en', after=second)}&have={have}")
            assert [(await again.next())["event"] for _ in range(3)] == events
            await again.leave()
        small = Watcher(f"{page(table, '0', 'en', after=first)}&have={first}")
        assert await small.next() == {"event": "log", "data": f"{first} to {third}"}
        assert (await small.next())["event"] == "patch", "whoever missed a few frames, too"
        await small.leave()

    watched(work)


@pytest.mark.usefixtures("_board")
def test_who_joins_at_another_place_is_served_from_what_was_made(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    rendered: list[int] = []
    kind = kinds()["match"]

    def counting(stream: UUID, viewer: str, after: int, version: int) -> Any:
        rendered.append(after)
        return kind.render(stream, viewer, after, version)

    monkeypatch.setitem(kinds(), "match", replace(kind, render=counting))

    async def work() -> None:
        versions = [await decide(table) for _ in range(3)]
        for after in (7, *versions[:2]):
            watcher = Watcher(page(table, "0", "en", after=after))
            assert await watcher.next() == {"event": "log", "data": f"{after} to {versions[-1]}"}
            assert (await watcher.next())["event"] == "board"
            await watcher.leave()

    watched(work)
    assert rendered == [7]


@pytest.mark.usefixtures("_board")
def test_a_browser_gets_compressed_frames_that_can_be_read_at_once(table: Table) -> None:
    async def work() -> None:
        watcher = Watcher(page(table, "0", "en"), headers=[(b"accept-encoding", b"gzip, deflate, br")])
        reading = zlib.decompressobj(zlib.MAX_WBITS | 16)
        assert reading.decompress(await asyncio.wait_for(watcher._chunks.get(), 5)) == b"retry: 1000\n\n"
        assert watcher.headers[b"content-encoding"] == b"gzip"
        version = await decide(table)
        frame = reading.decompress(await asyncio.wait_for(watcher._chunks.get(), 5))
        assert frame.startswith(b"event: log\n")
        assert frame.endswith(event("version", str(version), version))
        await watcher.leave()

    watched(work)


def test_a_stream_on_which_nothing_happens_says_that_it_lives(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.live.hub.PING_EVERY", 0.1)

    async def work() -> None:
        watcher = Watcher(facts(table, after=7))
        assert await asyncio.wait_for(watcher._chunks.get(), 5) == b"retry: 1000\n\n"
        for _ in range(2):
            assert await asyncio.wait_for(watcher._chunks.get(), 5) == b": ping\n\n"
        await watcher.leave()

    watched(work)


def test_every_line_of_a_fragment_stands_behind_its_own_data() -> None:
    assert event("log", "a\nb\r\n\nc", 5) == b"id: 5\nevent: log\ndata: a\ndata: b\ndata: \ndata: c\n\n"
    assert event("log", "") == b"event: log\ndata:\n\n"


# --- what goes wrong ----------------------------------------------------------------------------------------


def test_a_failing_fragment_ends_the_stream_and_not_the_hub(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> dict[str, str]:
        raise RuntimeError("a template is broken")

    monkeypatch.setitem(kinds(), "match", replace(kinds()["match"], render=fail, grown=None))

    async def work() -> None:
        broken = Watcher(page(table, "0", "pl"))
        sound = Watcher(facts(table, after=7))
        assert await broken.silence()
        version = await decide(table)
        assert await sound.facts(version - 7) == list(range(8, version + 1))
        await asyncio.wait_for(broken._task, 5)
        await sound.leave()

    watched(work)


def test_a_server_that_is_asked_to_stop_ends_its_streams_whole_and_those_that_come_yet(table: Table) -> None:
    async def work() -> None:
        watcher = Watcher(facts(table))
        assert await watcher.facts(7) == list(range(1, 8))
        sse.end_all()
        await asyncio.wait_for(watcher._task, 5)
        late = Watcher(facts(table))
        await asyncio.wait_for(late._task, 5)

    watched(work)


def test_a_lost_tail_ends_all_streams_and_comes_back(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.live.hub.RESTART_AFTER", 0.05)
    real, calls = tail.tail_for(), []

    async def fragile(hub: Hub) -> None:
        calls.append(1)
        if len(calls) > 1:
            await real(hub)
        hub.ready.set()
        await asyncio.sleep(0.3)
        raise ConnectionError("the database was restarted")

    monkeypatch.setattr("web.live.hub.Hub.__init__.__defaults__", (lambda: fragile,))

    async def work() -> None:
        watcher = Watcher(facts(table))
        assert await watcher.facts(7) == list(range(1, 8))
        await asyncio.wait_for(watcher._task, 5)
        version = await decide(table)
        again = Watcher(facts(table), last_event_id="7")
        assert await again.facts(version - 7) == list(range(8, version + 1))
        later = await decide(table)
        assert await again.facts(later - version) == list(range(version + 1, later + 1))
        await again.leave()

    watched(work)


def test_who_reads_too_slowly_is_let_go() -> None:
    async def work() -> None:
        slow = Subscription(Audience("match", uuid4(), "0", "pl", "json"))
        for version in range(1, QUEUED + 2):
            slow.put([Frame(version - 1, version, b"")], version)
        last = [slow.queue.get_nowait() for _ in range(slow.queue.qsize())][-1]
        assert last is None

    watched(work)


class Stream:
    """A stream in a test's hands: where it stands, and frames that are made when the test says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.version = 0
        self.made: list[tuple[int, int]] = []
        self.begun: asyncio.Queue[int] = asyncio.Queue()
        self._go_on = Semaphore(0)
        self._loop = asyncio.get_running_loop()
        monkeypatch.setattr("web.live.audience.frames", self.frames)
        monkeypatch.setattr("web.live.admission.may", lambda audience, players: players)
        monkeypatch.setattr("web.live.audience.versions", lambda streams: dict.fromkeys(streams, self.version))

    def frames(self, audience: Audience, after: int, *known: int) -> tuple[int, list[Frame]]:
        """Like a page's: one frame from where somebody stands to the newest event, which may be passed by then."""
        version = self.version
        self._loop.call_soon_threadsafe(self.begun.put_nowait, after)
        assert self._go_on.acquire(timeout=10)
        self.made.append((after, version))
        data = event("version", f"{after}-{version}", version)
        return version, [Frame(after, version, data)] if version > after else []

    async def make(self, count: int = 1) -> None:
        """Let the next frames be made; each begins only now."""
        for _ in range(count):
            await asyncio.wait_for(self.begun.get(), 5)
            self._go_on.release()


def test_who_joins_while_events_keep_coming_overtakes_and_is_never_thrown_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bob stands at 5 and is brought to 9; Charlie's page showed 7, between the two, while the stream went on to 11."""
    audience = Audience("match", uuid4(), "spectator", "en", "html")

    async def quiet(hub: Hub) -> None:
        hub.ready.set()
        await asyncio.Event().wait()

    async def work() -> None:
        stream, hub = Stream(monkeypatch), Hub(lambda: quiet)
        stream.version = 5
        bob = await hub.subscribe(audience, 5)
        await stream.make()
        stream.version = 9
        hub.woken(audience.stream, 9)
        await asyncio.wait_for(stream.begun.get(), 5)  # Bob's frame is being made
        crowd = [await hub.subscribe(audience, 7) for _ in range(20)]
        stream.version = 11
        hub.woken(audience.stream, 11)
        stream._go_on.release()
        await stream.make(2)
        frames = [await asyncio.wait_for(bob.queue.get(), 5) for _ in range(2)]
        assert [(frame.after, frame.version) for frame in frames if frame] == [(5, 9), (9, 11)]
        for charlie in crowd:
            first = await asyncio.wait_for(charlie.queue.get(), 5)
            assert first is not None
            assert (first.after, first.version) == (7, 11)
            assert not charlie.over
        assert sorted(stream.made) == [(5, 5), (5, 9), (7, 11), (9, 11)], "each frame once, however many stand there"
        stream.version = 12
        hub.woken(audience.stream, 12)
        await stream.make()
        for one in (bob, *crowd):
            last = await asyncio.wait_for(one.queue.get(), 5)
            assert last is not None
            assert (last.after, last.version) == (11, 12), "from then on all stand together"

    watched(work)


def test_neither_the_crowd_nor_those_who_come_late_wait_for_ever() -> None:
    """Of a stream that never rests, every other frame is for most of those who look on."""
    audience, group = Audience("match", uuid4(), "spectator", "en", "html"), Group()
    crowd = [Subscription(audience, 50) for _ in range(3)]
    late = [Subscription(audience, at) for at in range(10)]
    group.members = dict.fromkeys([*crowd, *late])
    served: list[int] = []
    for version in range(51, 75):
        group.version = version
        place = group.next_place()
        assert place is not None
        served.append(place)
        group.serve(place, [], version)
    assert served[:4] == [50, 0, 51, 1]
    assert not any(one.at < 50 for one in late)
    assert all(one.at >= 70 for one in crowd)


def test_a_lost_notification_is_made_up_for(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notify, "tell", lambda *_: None)
    monkeypatch.setattr(tail, "LOOK_EVERY", 0.2)

    async def work() -> None:
        watcher = Watcher(facts(table, after=7))
        assert await watcher.silence()
        version = await decide(table)
        assert await watcher.facts(version - 7) == list(range(8, version + 1))
        await watcher.leave()

    watched(work)


@pytest.mark.parametrize(
    "tamper",
    [
        lambda address: address.replace("token=", "token=x"),
        lambda address: address.split("?")[0],
        lambda address: address.replace("/live/", "/live/0"),
        lambda address: f"/live/{uuid4()}?{address.split('?')[1]}",
    ],
)
def test_an_address_that_was_not_given_out_opens_nothing(table: Table, tamper: Callable[[str], str]) -> None:
    async def work() -> None:
        watcher = Watcher(tamper(facts(table)))
        await asyncio.wait_for(watcher._task, 5)
        assert watcher.status == 403

    watched(work)


def test_a_token_for_something_else_opens_nothing(table: Table) -> None:
    token = signing.dumps(["match", str(table.match), "1", "en", "json", "", ""], salt="another use")

    async def work() -> None:
        watcher = Watcher(f"/live/{table.match}?token={token}")
        await asyncio.wait_for(watcher._task, 5)
        assert watcher.status == 403

    watched(work)


@pytest.mark.parametrize(("after", "last"), [("x", None), ("1", "y"), ("-1", None), ("9" * 30, None)])
def test_numbers_that_are_none_are_refused(table: Table, after: str, last: str | None) -> None:
    async def work() -> None:
        watcher = Watcher(facts(table).replace("after=0", f"after={after}"), last_event_id=last)
        await asyncio.wait_for(watcher._task, 5)
        assert watcher.status == 400

    watched(work)


def test_a_stream_takes_nothing(table: Table) -> None:
    async def work() -> None:
        watcher = Watcher(facts(table), method="POST")
        await asyncio.wait_for(watcher._task, 5)
        assert watcher.status == 405

    watched(work)


# --- who may listen, and how long ---------------------------------------------------------------------------

ENDED = {"event": "access_ended", "data": ""}


@pytest.fixture
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.live.hub.REVIEW_EVERY", 0.05)


async def ends(watcher: Watcher) -> None:
    """It hears that it may not listen, and nothing else."""
    assert await watcher.next() == ENDED
    await asyncio.wait_for(watcher._task, 5)


async def refused(address: str, browser: Client | None = None) -> None:
    watcher = Watcher(address, browser=browser)
    await asyncio.wait_for(watcher._task, 5)
    assert watcher.status == 403


@pytest.mark.usefixtures("_fragments")
def test_a_page_of_before_an_update_loads_itself_anew(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would not understand what it is sent. So also one of before addresses had a number."""
    with monkeypatch.context() as before:
        before.setattr(sse, "PROTOCOL", sse.PROTOCOL - 1)
        shown, tile = page(table, "0", "en"), together(table)
    first = [*Audience("match", table.match, "spectator", "en", "html")]
    told = [*map(str, first[:5]), "", "", first[5]]
    unnumbered = f"/live/{table.match}?token={masked(signing.dumps(told, salt=sse.SALT))}&after=0"

    async def work() -> None:
        for old in (shown, tile, unnumbered):
            await ends(Watcher(old))

    watched(work)


@pytest.mark.usefixtures("_fragments")
def test_a_seats_address_opens_nothing_for_others(table: Table) -> None:
    """Alice's page's address with nobody's, Bob's and Alice's session; and seats that are not the listener's."""
    alice, bob = table.client(0), table.client(1)
    own = Listener(LISTENERS["0"].player)

    async def work() -> None:
        for browser in (None, bob):
            await ends(Watcher(page(table, "0", "en", listener=own), browser=browser))
        for listener in (NOBODY, LISTENERS["1"], Listener(LISTENERS["1"].player, token=LISTENERS["0"].token)):
            await refused(sse.address(Audience("match", table.match, "0", "en", "json"), 0, listener))
        await refused(sse.address(Audience("match", table.match, "open", "en", "json"), 0, LISTENERS["0"]))
        watcher = Watcher(page(table, "0", "en", after=0, listener=own), browser=alice)
        assert (await watcher.next())["event"] == "board"
        await watcher.leave()

    watched(work)


def log_out(browser: Client) -> None:
    browser.post("/logout/")


def new_password(browser: Client) -> None:
    """Elsewhere: this session lives on in the database, and is nobody's."""
    player = Player.objects.get(id=browser.session["_auth_user_id"])
    player.set_password("nine-lanterns-in-a-mill")
    player.save()


def erased(browser: Client) -> None:
    erase(player=Player.objects.get(id=browser.session["_auth_user_id"]), now=timezone.now())


@pytest.mark.usefixtures("_fragments", "_often")
@pytest.mark.parametrize("leave", [log_out, new_password, erased])
def test_a_stream_ends_with_the_session_that_opened_it(table: Table, leave: Callable[[Client], None]) -> None:
    alice = table.client(0)
    address = page(table, "0", "en", listener=Listener(LISTENERS["0"].player))

    async def work() -> None:
        watcher, looking_on = Watcher(address, browser=alice), Watcher(page(table, "spectator", "en"))
        assert await watcher.silence(0.2)
        await in_thread(lambda: leave(alice))
        await ends(watcher)
        await ends(Watcher(address, browser=alice))
        assert await looking_on.silence(0.1)
        await looking_on.leave()

    watched(work)


@pytest.mark.usefixtures("_often")
def test_a_stream_ends_with_the_token_that_opened_it(table: Table) -> None:
    async def work() -> None:
        watcher = Watcher(facts(table, "1", after=7))
        assert await watcher.silence(0.2)
        await in_thread(ApiToken.objects.all().delete)
        await ends(watcher)
        await refused(facts(table, "1", after=7))

    watched(work)


def lost_seat(table: Table) -> None:
    """As the table's events would have it, which moves its version."""
    Row.objects.filter(id=table.id).update(version=F("version") + 1)
    Seat.objects.filter(table=table.id, number=0).update(player=uuid4())


def made_private(table: Table) -> None:
    Row.objects.filter(id=table.id).update(access=Row.Access.NAMED, host=uuid4(), version=F("version") + 1)
    Seat.objects.filter(table=table.id).update(player=uuid4())


@pytest.mark.parametrize(("viewer", "change"), [("0", lost_seat), ("0", made_private), ("spectator", made_private)])
def test_what_follows_is_not_sent_to_who_may_no_longer_see_it(
    table: Table, viewer: str, change: Callable[[Table], None]
) -> None:
    """The right is asked for before each frame is sent: nobody waits for the next review."""

    @transaction.atomic
    def happens() -> None:
        table.decide()
        change(table)

    async def work() -> None:
        watcher = Watcher(facts(table, viewer, after=7))
        assert await watcher.silence(0.2)
        await in_thread(happens)
        await ends(watcher)
        await refused(facts(table, viewer, after=7))

    watched(work)


def quiet(table: Table, kind: str, viewer: str, listener: Listener) -> str:
    """The address of a stream that has nothing to tell: of its match, of what is agreed beside it, or of who sits."""
    stream, seen_from, form = {
        "match": (table.match, viewer, "json"),
        "company": (news.stream_of(table.match), f"{table.match}/{viewer}", "html"),
        "table": (table.id, str(listener.player), "html"),
    }[kind]
    return sse.address(Audience(kind, stream, seen_from, "en", form), 99, listener)


def left_out(table: Table) -> None:
    made_private(table)
    Invitation.objects.filter(table=table.id).delete()


def lost_office(table: Table) -> None:
    Officer.objects.all().delete()


def taken_apart(table: Table) -> None:
    """Of two profiles that were thought to be one person's, the other one sits there."""
    Player.objects.filter(id=str(table.players[0])).update(merged_into=None)


@pytest.mark.usefixtures("_often")
@pytest.mark.parametrize(
    ("kind", "change"),
    [("match", lost_seat), ("company", lost_seat), ("match", made_private), ("company", left_out), ("table", left_out)],
)
def test_a_quiet_stream_ends_with_the_right_of_who_sits_there(
    table: Table, kind: str, change: Callable[[Table], None]
) -> None:
    """What happens at a table moves its own version: nothing wakes the streams of its match and beside it."""

    async def work() -> None:
        watcher = Watcher(quiet(table, kind, "0", LISTENERS["0"]))
        other = Watcher(quiet(table, "match", "1", LISTENERS["1"]))
        assert await watcher.silence(0.2)
        await in_thread(transaction.atomic(partial(change, table)))
        await ends(watcher)
        if change is lost_seat:
            assert await other.silence(0.1)
            await other.leave()
        else:
            await ends(other)

    watched(work)


@pytest.mark.usefixtures("_often")
@pytest.mark.parametrize("kind", ["match", "company"])
@pytest.mark.parametrize("change", [made_private, lost_office, taken_apart])
def test_a_quiet_stream_ends_with_the_right_of_who_looks_on(
    table: Table, kind: str, change: Callable[[Table], None]
) -> None:
    """Anybody at an open match; at one of named players an officer of its tournament, and whoever has the profile into
    which a player's was merged."""
    charlie = person("Charlie")
    token = issue_token(player=Player.objects.get(id=charlie), label="", now=timezone.now()).token.pk
    if change is not made_private:
        Row.objects.filter(id=table.id).update(access=Row.Access.NAMED, version=F("version") + 1)
    if change is lost_office:
        cup = uuid4()
        Called.objects.create(tournament_id=cup, stage="main", round=1, number=1, opened=table.id)
        Officer.objects.create(tournament_id=cup, player=charlie, role="arbiter")
    if change is taken_apart:
        Player.objects.filter(id=str(table.players[0])).update(merged_into=charlie)
    remembered.people.forget()

    async def work() -> None:
        watcher = Watcher(quiet(table, kind, "spectator", Listener(charlie, token=token)))
        assert await watcher.silence(0.2)
        await in_thread(transaction.atomic(partial(change, table)))
        await ends(watcher)

    watched(work)


def test_a_lost_right_ends_quiet_streams_within_two_seconds() -> None:
    """Also where it is read off what is remembered of people."""
    assert REVIEW_EVERY + SECONDS < 2


def test_a_review_of_many_quiet_streams_takes_as_few_queries_as_of_one() -> None:
    many = [started("Alice", "Bob", access="named") for _ in range(3)]
    many[1].play_out()

    def taken(count: int) -> int:
        listening: dict[Audience, set[Listener]] = {}
        for table in many[:count]:
            player = table.players[0]
            for kind, stream, viewer in (
                ("match", table.match, "0"),
                ("company", news.stream_of(table.match), f"{table.match}/0"),
                ("watched", live.stream_of(table.match), f"{table.match}/0"),
                ("table", table.id, str(player)),
                ("seek", uuid4(), str(player)),
                ("challenge", uuid4(), str(player)),
            ):
                listening[Audience(kind, stream, viewer, "en", "html")] = {Listener(player)}
        with CaptureQueriesContext(connection) as made:
            assert admission.refused(listening) == listening, "without a session or a token they are nobody"
        return len(made)

    taken(3)
    assert 0 < taken(1) == taken(3)


def test_a_table_of_named_players_is_heard_by_them_alone() -> None:
    alice, bob, charlie = person("Alice"), person("Bob"), person("Charlie")
    opened = open_table(OpenTable(game=GAME, seats=3, access=Row.Access.NAMED, invited=(bob,)), by=alice)

    def heard(player: UUID | None, viewer: UUID | None) -> bool:
        place = opened.table, str(viewer or "")
        return player in queries.may_hear_tables({place: [player]})[place]

    assert heard(alice, alice)
    assert heard(bob, bob)
    assert not heard(charlie, charlie)
    assert not heard(bob, alice)
    assert not heard(None, None)


def test_a_programs_address_is_good_for_a_day_and_a_pages_as_long_as_the_right(table: Table) -> None:
    async def work() -> None:
        spectator, old = page(table, "spectator", "en", after=9), facts(table, "0", after=7)
        with freeze_signing(sse.MAX_AGE + 1):
            await refused(old)
            watcher = Watcher(spectator)
            assert await watcher.silence(0.2)
            await watcher.leave()

    watched(work)


@contextmanager
def freeze_signing(later: float) -> Iterator[None]:
    """Addresses are looked at so many seconds later."""
    with patch("django.core.signing.time.time", return_value=time.time() + later):
        yield
