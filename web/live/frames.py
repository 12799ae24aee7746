"""The bytes of a live stream: made once for an audience, whole and as a patch, plain and compressed.

Each frame is compressed by itself, so that all who look on get the same bytes and nothing of one frame can be guessed
by the length of another; pieces of raw deflate follow one another behind one head, each flushed.
"""

from __future__ import annotations

import json
import zlib
from collections import OrderedDict
from collections.abc import Collection, Mapping
from threading import Lock
from typing import Any

from .patches import patch

GZIP_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
LEVEL = 6
MAX_AUDIENCES, MAX_VERSIONS = 768, 6
WORTH = 0.7
"""A patch is sent where it is at most so much of the whole."""


class Frame:
    """One or more SSE events, which bring a client from ``after`` to ``version``: all of it, and the same for whoever
    holds what the frame said that ended at ``after``."""

    __slots__ = ("_packed", "after", "data", "patch", "version")

    def __init__(self, after: int, version: int, data: bytes, patch: bytes | None = None) -> None:
        self.after = after
        self.version = version
        self.data = data
        self.patch = patch
        self._packed: dict[bool, bytes] = {}

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
    """One piece of a compressed stream, readable at once, and without regard to any other."""
    pressing = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return pressing.compress(data) + pressing.flush(zlib.Z_SYNC_FLUSH)


def event(name: str, text: str, id_: int | None = None) -> bytes:
    """One SSE event. Every line of the text needs its own ``data:``."""
    head = [f"event: {name}"] if id_ is None else [f"id: {id_}", f"event: {name}"]
    body = [f"data: {line}" for line in text.splitlines()] or ["data:"]
    return ("\n".join([*head, *body]) + "\n\n").encode()


def page_frame(
    after: int, version: int, fragments: Mapping[str, str], grows: Collection[str], before: Mapping[str, str] | None
) -> Frame:
    """All fragments; and where ``before`` is what a page holds at ``after``, only what has changed since, but for what
    ``grows`` and is sent from there anyway."""
    end = event("version", str(version), version)
    whole = b"".join([*(event(name, html) for name, html in fragments.items()), end])
    if before is None:
        return Frame(after, version, whole)
    changed = {name: html for name, html in fragments.items() if name not in grows and before.get(name) != html}
    events = [event(name, fragments[name]) for name in grows if fragments.get(name)]
    known = {name: patch(before[name], html) for name, html in changed.items() if name in before}
    if known:
        events.append(event("patch", json.dumps(known, ensure_ascii=False, separators=(",", ":"))))
    events += [event(name, html) for name, html in changed.items() if name not in before]
    small = b"".join([*events, end])
    return Frame(after, version, whole, small if len(small) <= WORTH * len(whole) else None)


def _texts(kept: bytes) -> dict[str, str]:
    texts: dict[str, str] = json.loads(zlib.decompress(kept))
    return texts


class RecentTexts:
    """The fragments that audiences were sent last, by the version they were made at: a small ring for each."""

    def __init__(self, audiences: int = MAX_AUDIENCES, versions: int = MAX_VERSIONS) -> None:
        self._audiences, self._versions = audiences, versions
        self._rings: OrderedDict[Any, OrderedDict[int, bytes]] = OrderedDict()
        self._lock = Lock()

    def at(self, audience: Any, version: int) -> dict[str, str] | None:
        with self._lock:
            ring = self._rings.get(audience)
            kept = None if ring is None else ring.get(version)
        return None if kept is None else _texts(kept)

    def keep(self, audience: Any, version: int, texts: Mapping[str, str]) -> None:
        kept = zlib.compress(json.dumps(texts, ensure_ascii=False).encode(), 1)
        with self._lock:
            ring = self._rings.setdefault(audience, OrderedDict())
            self._rings.move_to_end(audience)
            ring[version] = kept
            while len(ring) > self._versions:
                ring.popitem(last=False)
            while len(self._rings) > self._audiences:
                self._rings.popitem(last=False)


recent = RecentTexts()
