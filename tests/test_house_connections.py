"""Who holds connections and sends nothing, too much or too slowly harms nobody else; against the real server."""

from __future__ import annotations

import json
import resource
import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from time import sleep
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import connections
from config.connections import MAX_HEAD_BYTES, MAX_HEADERS, limits
from tests.attacking import Server, answer, head_and_body, server, status

HEAD = b"POST /login/ HTTP/1.1\r\nHost: localhost\r\nContent-Le"
BODY = b"POST /login/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf"
ELSEWHERE = "127.0.0.2"
"""Also this machine, but no address that may be a proxy's."""


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with server(tmp_path_factory.mktemp("hasty"), request_seconds=1) as started:
        yield started


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """It waits for ever, as far as a test can tell."""
    limits = {"request_seconds": 600, "max_connections": 40, "max_connections_per_address": 10}
    with server(tmp_path_factory.mktemp("small"), **limits) as started:
        yield started


def held(at: Server, stack: ExitStack, many: int, sent: bytes, source: str = "127.0.0.1") -> list[socket.socket]:
    return [stack.enter_context(at.connect(sent, source=source)) for _ in range(many)]


@pytest.mark.parametrize("sent", [HEAD, BODY, b"GET"])
def test_half_a_request_is_not_waited_for(hasty: Server, sent: bytes) -> None:
    with ExitStack() as stack:
        half = held(hasty, stack, 60, sent)
        assert hasty.is_well()
        assert [status(answer(one)) for one in half] == [408] * 60


def test_a_connection_that_asks_nothing_is_closed_without_a_word(hasty: Server) -> None:
    with hasty.connect() as silent:
        assert answer(silent) == b""


def test_a_second_request_on_a_connection_is_not_waited_for_either(hasty: Server) -> None:
    with hasty.connect(b"GET /health/ HTTP/1.1\r\nHost: localhost\r\n\r\n") as kept:
        assert status(kept.recv(65536)) == 200
        kept.sendall(HEAD)
        assert b"HTTP/1.1 408" in answer(kept)


def test_idle_connections_make_room_for_whoever_asks(small: Server) -> None:
    with ExitStack() as stack:
        for _ in range(4):
            held(small, stack, 30, b"")
            held(small, stack, 30, HEAD)
            assert small.is_well()


def test_a_full_server_says_so_and_is_there_again(small: Server) -> None:
    """Whose request is on its way is not thrown out for somebody else."""
    with ExitStack() as stack:
        held(small, stack, 40, BODY)
        refused = answer(small.connect())
        assert status(refused) == 503
        assert b"\r\nretry-after: 5\r\n" in refused
        assert b'<html lang="pl">' in refused
    wait_until_well(small)


def test_one_address_cannot_take_all_places(small: Server) -> None:
    with ExitStack() as stack:
        held(small, stack, 10, BODY, ELSEWHERE)
        assert status(answer(small.connect(source=ELSEWHERE))) == 503
        assert small.is_well()
    wait_until_well(small)


def wait_until_well(at: Server) -> None:
    while not at.is_well():  # until it has heard that the others are gone
        sleep(0.05)


# --- heads --------------------------------------------------------------------------------------------------


def test_headers_without_end_are_not_read(small: Server) -> None:
    line, sent = b"x-long: " + b"x" * 65536 + b"\r\n", 0
    with small.connect(b"GET /health/ HTTP/1.1\r\nHost: localhost\r\n") as connection, suppress(ConnectionError):
        while sent < 93_000_000:
            connection.sendall(line)
            sent += len(line)
    assert sent < 30_000_000  # what a connection holds on its way, and no more
    assert small.is_well()


@pytest.mark.parametrize(
    ("request_line", "lines"),
    [
        ("GET /health/", [f"x-{n}: 1" for n in range(MAX_HEADERS)]),
        ("GET /health/", ["x: " + "x" * MAX_HEAD_BYTES]),
        ("GET /health/?" + "x" * MAX_HEAD_BYTES, []),
    ],
    ids=["too many", "too long", "too long an address"],
)
def test_a_head_that_is_too_large_is_refused(small: Server, request_line: str, lines: list[str]) -> None:
    head = "\r\n".join([f"{request_line} HTTP/1.1", "Host: localhost", *lines, "", ""])
    assert status(small.ask(head.encode())) == 431


def test_trailers_count_as_headers(small: Server) -> None:
    chunked = b"POST /login/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n"
    assert b"HTTP/1.1 200" not in small.ask(chunked + b"x: 1\r\n" * (MAX_HEADERS + 1) + b"\r\n")


def test_a_head_as_large_as_allowed_is_read(small: Server) -> None:
    lines = [f"x-{n}: 1" for n in range(MAX_HEADERS - 3)] + ["x: " + "x" * (MAX_HEAD_BYTES - 2000)]
    assert status(small.get("/health/", *lines)) == 200  # with Host and Connection


def test_what_is_no_http_is_refused(small: Server) -> None:
    assert status(small.ask(b"\x16\x03\x01 hello\r\n\r\n")) == 400


# --- how it is said -----------------------------------------------------------------------------------------

TOO_LONG = "Content-Length: 1000001"


def post(at: Server, path: str, *lines: str) -> tuple[int, dict[str, str], str]:
    """The answer to a body that is announced and not sent."""
    head = [f"POST {path} HTTP/1.1", "Host: localhost", TOO_LONG, *lines]
    with at.connect("\r\n".join([*head, "", ""]).encode()) as connection:
        found, body = head_and_body(connection)
    return int(found["status"]), found, body.decode()


def test_a_browser_reads_a_page_in_its_language(small: Server) -> None:
    code, headers, body = post(small, "/login/", "Accept-Language: en-GB,en;q=0.8")
    assert (code, headers["content-type"]) == (413, "text/html; charset=utf-8")
    assert "The request is longer than 1000000 bytes." in body
    code, headers, body = post(small, "/login/", "Accept-Language: de")
    assert (code, headers["content-language"]) == (413, "pl")
    assert '<html lang="pl">' in body
    _, headers, _ = post(small, "/login/", "Accept-Language: pl", "Cookie: django_language=en")
    assert headers["content-language"] == "en"


def test_a_program_reads_json(small: Server) -> None:
    code, headers, body = post(small, "/api/v1/tables/", "Accept-Language: en")
    assert (code, headers["content-type"]) == (413, "application/problem+json")
    told = json.loads(body)
    assert (told["code"], told["rule"], told["data"]) == ("too_long", "", {"most": 1_000_000})
    assert told["sentence"] == "The request is longer than 1000000 bytes."


def test_a_script_of_a_page_gets_a_fragment_for_the_place_of_errors(small: Server) -> None:
    code, headers, body = post(small, "/login/", "HX-Request: true")
    assert (code, headers["hx-retarget"]) == (413, "#errors")
    assert "<html" not in body


# --- settings -----------------------------------------------------------------------------------------------


def test_there_are_never_more_connections_than_file_handles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1024, 1024))
    monkeypatch.setattr(resource, "setrlimit", lambda *_: None)
    found = limits({})
    assert found.connections == 1024 - connections.KEPT_HANDLES
    assert found.per_address == found.connections // 2


def test_more_file_handles_are_asked_for_where_they_may_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1024, 4096))
    monkeypatch.setattr(resource, "setrlimit", lambda _, pair: asked.append(pair))
    assert limits({}).connections == 4096 - connections.KEPT_HANDLES
    assert asked == [(4096, 4096)]


def test_a_limit_that_cannot_be_read_is_named() -> None:
    with pytest.raises(ImproperlyConfigured, match="MAX_CONNECTIONS"):
        limits({"MAX_CONNECTIONS": "many"})


# --- all of them together ----------------------------------------------------------------------------------


class Hand:
    """A connection that fetches its answer; ``fails``: looking at it does not work."""

    def __init__(self, unfetched: int = 0, since: float | None = None, *, fails: bool = False) -> None:
        self.unfetched, self.unfetched_since, self.fails = unfetched, since, fails
        self.looked = self.excused = 0.0
        self.is_aborted, self.address = False, ""
        self.transport = self

    def look(self, now: float, seconds: int) -> None:
        if self.fails:
            raise ValueError("no")
        self.looked += 1

    def excuse(self, seconds: float) -> None:
        self.excused += seconds

    def abort(self) -> None:
        self.is_aborted = True


class Loop:
    """Time stands where the test sets it."""

    now = 100.0

    def time(self) -> float:
        return self.now

    def call_later(self, delay: float, call: Any, *given: Any) -> None:
        self.next = (delay, call, given)


def room(*members: Hand) -> tuple[Any, Any]:
    made: Any = connections.Room(connections.Limits(request_seconds=15, connections=100, per_address=50))
    made.members, made._looking, made._looked = dict.fromkeys(members), True, Loop.now
    return made, Loop()


def test_answers_that_nobody_fetches_end_where_they_take_too_much_memory_the_longest_first() -> None:
    third = connections.MAX_UNFETCHED // 3
    first, second, new, quick = Hand(third, 10), Hand(third, 20), Hand(third, 30), Hand(third)
    made, loop = room(new, quick, second, first)
    made._look(loop)
    assert [one.is_aborted for one in (first, second, new, quick)] == [True, False, False, False]


def test_who_still_fetches_an_answer_makes_no_room() -> None:
    fetching, idle = Hand(unfetched=1), Hand()
    made, _ = room(fetching, idle)
    made._free = dict.fromkeys([fetching, idle])
    made._of[""] = dict.fromkeys([fetching, idle])
    assert made._make_room(made._free)
    assert not made._make_room(made._free)
    assert (fetching.is_aborted, idle.is_aborted) == (False, True)


def test_a_connection_that_cannot_be_looked_at_keeps_no_other_from_it() -> None:
    bad, good = Hand(fails=True), Hand()
    made, loop = room(bad, good)
    made._look(loop)
    assert (bad.is_aborted, good.looked) == (True, 1)
    assert loop.next[0] == connections.LOOK_EVERY


def test_time_in_which_the_server_stood_still_is_nobodys_fault() -> None:
    """A machine that was asleep, a loop that was busy: what was sent meanwhile has not been read yet."""
    one = Hand()
    made, loop = room(one)
    loop.now += connections.LOOK_EVERY
    made._look(loop)
    assert one.excused == 0
    loop.now += connections.LOOK_EVERY + 60
    made._look(loop)
    assert one.excused == 60
