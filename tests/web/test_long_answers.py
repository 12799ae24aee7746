"""Answers made part by part: the first part is on its way before the second is made, and nobody has many at once."""

from __future__ import annotations

import asyncio
import gzip
import zlib
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from config import long_answers
from config.lanes import Lane, Lanes

Environ = dict[str, Any]
SCOPE = {
    "type": "http",
    "http_version": "1.1",
    "method": "GET",
    "path": "/numbers/",
    "raw_path": b"/numbers/",
    "root_path": "",
    "scheme": "http",
    "server": ("test", 80),
    "client": ("10.0.0.1", 1),
}


def numbers(last: int, told: list[str], *, fails_at: int = -1) -> Callable[[Environ, Any], Iterable[bytes]]:
    """A view that answers with one number a part."""

    def wsgi(environ: Environ, start: Any) -> Iterable[bytes]:
        number = int(environ["QUERY_STRING"] or 0)
        told.append(f"{number}{'+' if 'HTTP_X_FURTHER_PART' in environ else ''}")
        headers = [
            ("Content-Type", "text/plain"),
            ("Content-Length", "1"),
            ("Link", "<?part>"),
            ("X-Goes-On-For", "bob"),
        ]
        if number < last:
            headers.append(("X-Goes-On", str(number + 1)))
        if not number:
            headers.append(("X-Link-Behind", "<?behind>"))
        start("500 Failed" if number == fails_at else "200 OK", headers)
        return [str(number).encode()]

    return wsgi


async def asked(lanes: Lanes, sent: list[Any], *, hangs_up_after: int = 99, **scope: Any) -> list[Any]:
    """Ask, and hang up after that many messages."""
    messages, hung_up = [{"type": "http.request", "body": b"", "more_body": False}], asyncio.Event()

    async def receive() -> Any:
        if messages:
            return messages.pop()
        await hung_up.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)
        if len(sent) >= hangs_up_after:
            hung_up.set()
            await asyncio.sleep(0.01)

    await lanes({**SCOPE, "query_string": b"", "headers": [], **scope}, receive, send)
    return sent


def lanes(wsgi: Any) -> Lanes:
    return Lanes(wsgi, pages=Lane(2, 9), decisions=Lane(1, 1), health=Lane(1, 1))


def test_parts_follow_each_other_in_one_answer_and_only_the_first_says_where_the_rest_is() -> None:
    told: list[str] = []
    start, *parts = asyncio.run(asked(lanes(numbers(3, told)), []))
    assert dict(start["headers"]) == {b"content-type": b"text/plain", b"link": b"<?behind>"}
    assert [part["body"] for part in parts] == [b"0", b"1", b"2", b"3", b""]
    assert [part["more_body"] for part in parts] == [True] * 4 + [False]
    assert told == ["0", "1+", "2+", "3+"]


def test_the_first_part_is_sent_before_the_second_is_made() -> None:
    told: list[str] = []
    seen: list[tuple[bytes, int]] = []

    class Noted(list[Any]):
        def append(self, message: Any) -> None:
            seen.append((message.get("body", b""), len(told)))
            super().append(message)

    asyncio.run(asked(lanes(numbers(2, told)), Noted()))
    assert seen == [(b"", 1), (b"0", 1), (b"1", 2), (b"2", 3), (b"", 3)]


def test_a_packed_answer_is_one_file_whose_parts_can_be_read_as_they_come() -> None:
    plain = numbers(2, [])

    def packed(environ: Environ, start: Any) -> Iterable[bytes]:
        if "HTTP_ACCEPT_ENCODING" not in environ:
            return plain(environ, start)
        (body,) = plain(environ, lambda status, headers: start(status, [*headers, ("Content-Encoding", "gzip")]))
        return [gzip.compress(body)]

    start, *parts = asyncio.run(asked(lanes(packed), [], headers=[(b"accept-encoding", b"gzip")]))
    assert (b"content-encoding", b"gzip") in start["headers"]
    unpacking = zlib.decompressobj(wbits=31)
    assert [unpacking.decompress(part["body"]) for part in parts] == [b"0", b"1", b"2", b""]
    assert unpacking.eof


def test_nobody_says_from_outside_that_a_request_is_for_a_further_part() -> None:
    told: list[str] = []
    asyncio.run(asked(lanes(numbers(0, told)), [], headers=[(b"x-further-part", b"1")]))
    asyncio.run(asked(lanes(numbers(0, told)), [], headers=[(b"x_further_part", b"1")]))
    assert told == ["0", "0"]


def test_nothing_is_made_for_who_has_hung_up_and_nothing_further_for_who_wants_the_head_alone() -> None:
    told: list[str] = []
    one = lanes(numbers(3, told))
    asyncio.run(asked(one, [], hangs_up_after=3))
    assert told == ["0", "1+"]
    assert not one._long.open
    told.clear()
    start, *_ = asyncio.run(asked(one, [], method="HEAD"))
    assert told == ["0"]
    assert not any(name in long_answers.OWN for name, _ in start["headers"])


def test_one_person_has_few_at_once_and_a_further_one_ends_with_its_first_part() -> None:
    one = lanes(numbers(3, []))
    one._long.open["bob"] = long_answers.MAX_OF_ONE
    start, *parts = asyncio.run(asked(one, []))
    assert [part["body"] for part in parts] == [b"0"]
    assert (b"Link" in dict(start["headers"]) or b"link" in dict(start["headers"])) is True
    assert not any(name in long_answers.OWN for name, _ in start["headers"])
    assert one._long.open["bob"] == long_answers.MAX_OF_ONE


def test_what_fails_in_the_middle_breaks_off_and_gives_its_place_back() -> None:
    one, sent = lanes(numbers(3, [], fails_at=2)), list[Any]()
    with pytest.raises(ConnectionError):
        asyncio.run(asked(one, sent))
    assert sent[-1]["more_body"] is True
    assert not one._long.open
