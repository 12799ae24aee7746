"""The bytes of a live stream: made once for an audience, whole and as a patch, plain and compressed.

Each frame is compressed by itself, so that all who look on get the same bytes and nothing of one frame can be guessed
by the length of another; pieces of raw deflate follow one another behind one head, each flushed.
"""

from __future__ import annotations

import json
import zlib
from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Mapping
from threading import Lock

from web.pieces import Text

from .patches import Patch, patch

Texts = Mapping[str, Text]

GZIP_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
LEVEL = 6
SMALL = 4096
"""Bytes that fit into a window of their own size: to set up the greatest takes longer than to compress so few."""
MAX_AUDIENCES, MAX_VERSIONS = 768, 12
SEPARATOR = "\x1e"
"""Ends a line wherever texts are taken apart into lines (``web.pieces.lines``)."""
WORTH = 0.7
"""A patch is sent where it is at most so much of the whole."""


class Frame:
    """One or more SSE events, which bring a client from ``after`` to ``version`` (0: the next frame does): all of it,
    and the same for whoever holds what the frame said that ended at ``after``."""

    __slots__ = ("_packed", "_whole", "after", "patch", "version")

    def __init__(
        self, after: int, version: int, whole: bytes | Callable[[], bytes], patch: bytes | None = None
    ) -> None:
        """``whole`` may be a function, called when needed: mostly all listeners hold what came before."""
        self.after = after
        self.version = version
        self.patch = patch
        self._whole = whole
        self._packed: dict[bool, bytes] = {}

    @property
    def data(self) -> bytes:
        if not isinstance(self._whole, bytes):
            self._whole = self._whole()
        return self._whole

    def form(self, *, holds: bool, packed: bool) -> bytes:
        as_patch = holds and self.patch is not None
        data = self.data if not as_patch else self.patch
        assert data is not None
        if not packed:
            return data
        if as_patch not in self._packed:
            self._packed[as_patch] = squeezed(data)
        return self._packed[as_patch]


def squeezed(data: bytes) -> bytes:
    """One piece of a compressed stream, readable at once, and independent of any other."""
    window = SMALL.bit_length() - 1 if len(data) <= SMALL else zlib.MAX_WBITS
    pressing = zlib.compressobj(LEVEL, zlib.DEFLATED, -window)
    return pressing.compress(data) + pressing.flush(zlib.Z_SYNC_FLUSH)


def event(name: str, text: str, id_: int | None = None) -> bytes:
    """One SSE event. Every line of the text needs its own ``data:``."""
    head = [f"event: {name}"] if id_ is None else [f"id: {id_}", f"event: {name}"]
    body = [f"data: {line}" for line in text.splitlines()] or ["data:"]
    return ("\n".join([*head, *body]) + "\n\n").encode()


def patches_event(patches: Mapping[str, Patch]) -> bytes:
    """Patches by the names of their fragments, and in a second line the new lines of all of them: as they are, since
    what JSON writes before each quotation mark cannot be compressed away. No line holds what separates them."""
    told = {name: (one.parts, one.lines_before) for name, one in patches.items()}
    fresh = SEPARATOR.join(line for one in patches.values() for line in one.fresh)
    return f"event: patch\ndata: {json.dumps(told, separators=(',', ':'))}\ndata: {fresh}\n\n".encode()


def _one_line(html: str | Text) -> str:
    """The same markup: the ends of its lines are spaces."""
    return " ".join(str(html).splitlines())


def page_frame(
    after: int, version: int, fragments: Mapping[str, str | Text], grows: Collection[str], before: Texts | None
) -> Frame:
    """All fragments; and where ``before`` is what a page holds at ``after``, only what has changed since, but for what
    ``grows`` and is sent from there anyway."""
    end = event("version", str(version), version)

    def whole() -> bytes:
        return b"".join([*(event(name, str(html)) for name, html in fragments.items()), end])

    if before is None:
        return Frame(after, version, whole)
    now = texts_of(fragments, grows)
    changed = {name: text for name, text in now.items() if name not in before or before[name].chunks != text.chunks}
    events = [event(name, _one_line(fragments[name])) for name in grows if fragments.get(name)]
    known = {name: patch(before[name], text) for name, text in changed.items() if name in before}
    if known:
        events.append(patches_event(known))
    events += [event(name, str(text)) for name, text in changed.items() if name not in before]
    small = b"".join([*events, end])
    length = sum(map(len, fragments.values()))
    return Frame(after, version, whole, small if len(small) <= WORTH * length else None)


def texts_of(fragments: Mapping[str, str | Text], grows: Collection[str]) -> Texts:
    """What a page holds of them."""
    return {
        name: html if isinstance(html, Text) else Text.of(html) for name, html in fragments.items() if name not in grows
    }


class RecentTexts:
    """The fragments last sent to audiences, by the version they were made at: a small ring for each. What stays from
    one version to the next is there once."""

    def __init__(self, audiences: int = MAX_AUDIENCES, versions: int = MAX_VERSIONS) -> None:
        self._audiences, self._versions = audiences, versions
        self._rings: OrderedDict[Hashable, OrderedDict[int, Texts]] = OrderedDict()
        self._lock = Lock()

    def at(self, audience: Hashable, version: int) -> Texts | None:
        with self._lock:
            ring = self._rings.get(audience)
            return None if ring is None else ring.get(version)

    def keep(self, audience: Hashable, version: int, texts: Texts) -> None:
        with self._lock:
            ring = self._rings.setdefault(audience, OrderedDict())
            self._rings.move_to_end(audience)
            last = ring[next(reversed(ring))] if ring else {}
            ring[version] = {name: text.sharing(last[name]) if name in last else text for name, text in texts.items()}
            while len(ring) > self._versions:
                ring.popitem(last=False)
            while len(self._rings) > self._audiences:
                self._rings.popitem(last=False)


recent = RecentTexts()
