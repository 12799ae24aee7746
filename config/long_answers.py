"""Answers that are made part by part: a thousand records are on their way from the first second, and hold no thread.

A view answers with the first part, and says in a header where the next one is (``GOES_ON``: a query string of the same
address). Each further part is a request of its own to the same view, with the rights of that moment: it takes its turn
in the lane, and is made once the part before is on its way. Whoever reads slowly keeps nobody waiting.

Where there are no lanes the first part is the whole answer, and its ``Link`` leads to the next one.
"""

from __future__ import annotations

import asyncio
import gzip
import zlib
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

from .bodies import Receive, Send
from .connections import address_of
from .wsgi_calls import Answer

GOES_ON = b"x-goes-on"
"""Of an answer: the query string of the next part. Whoever asked never sees it."""
FURTHER = b"x-further-part"
"""Of a request for a further part; what comes from outside has it taken out."""
LINK = b"x-link-behind"
"""Of the first part: the header ``Link`` of the whole, instead of that of the part."""
FOR = b"x-goes-on-for"
"""Of the first part: who asked, as a word."""
OWN = frozenset({GOES_ON, LINK, FOR})
MAX_OPEN, MAX_OF_ONE = 16, 2
"""Long answers at a time: in all, and of one person or address; further ones end with their first part."""
MAX_PARTS = 500

SendPart = Callable[[bytes], Awaitable[None]]
Make = Callable[[Any, Receive], Awaitable[Answer | None]]


def alone(scope: Any) -> Any:
    """The request without what only we may say."""
    if all(name != FURTHER for name, _ in scope["headers"]):
        return scope
    return {**scope, "headers": [(name, value) for name, value in scope["headers"] if name != FURTHER]}


def goes_on(answer: Answer) -> bool:
    return any(name == GOES_ON for name, _ in answer.headers)


class LongAnswers:
    def __init__(self) -> None:
        self.open: Counter[str] = Counter()

    async def send(self, scope: Any, first: Answer, receive: Receive, send: Send, make: Make) -> None:
        """Send the first part, and one after another until there is none, or nobody there who reads. What fails ends
        the connection."""
        said = _said(first)
        askers = {address_of(scope.get("client")), said.get(FOR, b"").decode()} - {""}
        is_free = self.open.total() < 2 * MAX_OPEN and all(self.open[one] < MAX_OF_ONE for one in askers)
        is_open = is_free and scope["method"] == "GET"
        headers = _headers(first, whole=is_open)
        await send({"type": "http.response.start", "status": first.status, "headers": headers})
        if not is_open:
            await send({"type": "http.response.body", "body": first.body})
            return
        self.open.update(askers)
        gone = asyncio.ensure_future(_gone(receive))
        packed = _Packed() if (b"content-encoding", b"gzip") in first.headers else None

        async def send_part(body: bytes, *, last: bool = False) -> None:
            if packed is not None:
                body = await asyncio.to_thread(packed.part, body, last=last)
            await send({"type": "http.response.body", "body": body, "more_body": not last})

        try:
            body = first.body
            await send_part(body if packed is None else await asyncio.to_thread(gzip.decompress, body))
            await self._further(scope, said, gone, send_part, make)
            await send_part(b"", last=True)
        finally:
            gone.cancel()
            self.open -= Counter(askers)

    async def _further(
        self, scope: Any, said: dict[bytes, bytes], gone: asyncio.Future[None], send: SendPart, make: Make
    ) -> None:
        for _ in range(MAX_PARTS):
            if GOES_ON not in said or gone.done():
                return
            headers = [one for one in alone(scope)["headers"] if one[0] != b"accept-encoding"] + [(FURTHER, b"1")]
            part = await make({**scope, "query_string": said[GOES_ON], "headers": headers}, _nothing)
            if part is None or part.status != 200:
                raise ConnectionError("a part of a long answer could not be made")
            said = _said(part)
            await send(part.body)


class _Packed:
    """The parts of an answer as one gzip file, each readable once it is there."""

    def __init__(self) -> None:
        self._packing = zlib.compressobj(level=1, wbits=31)

    def part(self, body: bytes, *, last: bool) -> bytes:
        return self._packing.compress(body) + self._packing.flush(zlib.Z_FINISH if last else zlib.Z_SYNC_FLUSH)


async def _gone(receive: Receive) -> None:
    """Ends when who asked has hung up."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _nothing() -> Any:
    return {"type": "http.request", "body": b"", "more_body": False}


def _said(answer: Answer) -> dict[bytes, bytes]:
    """What is for us alone."""
    return {name: value for name, value in answer.headers if name in OWN}


def _headers(answer: Answer, *, whole: bool) -> list[tuple[bytes, bytes]]:
    """Of the whole nobody knows the length yet."""
    left = {*OWN, *((b"content-length", b"link") if whole else ())}
    kept = [(name, value) for name, value in answer.headers if name not in left]
    behind = _said(answer).get(LINK) if whole else None
    return kept if behind is None else [*kept, (b"link", behind)]
