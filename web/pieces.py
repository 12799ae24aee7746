"""Pages made of pieces: a small template of given values is rendered once, and a page that changes is the list of its
pieces and of what stands between them.

A piece is found by its values alone, so whoever looks gets what was made for another only where it was made of the
same: what somebody may not see is not in the values (``matches.play.redaction``), so it is in no piece of theirs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from secrets import token_hex
from threading import local
from typing import Any

from django.template import Context, Engine
from django.utils.safestring import SafeString
from django.utils.translation import get_language

MAX_PIECES = 16384
_SECRET = token_hex(8)
"""So that nobody's name or message passes for the place of a piece."""
_MARK = f"\x1a{_SECRET}%d\x1a"
_MARKS = re.compile(f"\x1a{_SECRET}([0-9]+)\x1a")


class Text:
    """A text as chunks, each of whole lines: where two texts have a chunk in common, its lines need not be compared."""

    __slots__ = ("_starts", "chunks")

    def __init__(self, chunks: Sequence[str]) -> None:
        self.chunks = tuple(chunks) or ("",)
        self._starts: tuple[int, ...] | None = None

    @classmethod
    def of(cls, text: str) -> Text:
        return cls((lines(text),))

    @property
    def starts(self) -> tuple[int, ...]:
        """The first line of each chunk, and the number of all lines."""
        if self._starts is None:
            self._starts = (0, *accumulate(chunk.count("\n") + 1 for chunk in self.chunks))
        return self._starts

    def sharing(self, other: Text) -> Text:
        """The same text, which holds the chunks that it has in common with ``other`` only once."""
        known = {chunk: chunk for chunk in other.chunks}
        return Text([known.get(chunk, chunk) for chunk in self.chunks])

    def __len__(self) -> int:
        return sum(map(len, self.chunks))

    def __str__(self) -> str:
        return "\n".join(self.chunks)


def lines(text: str) -> str:
    """The text with the ends of lines that an event brings to a browser."""
    return "\n".join(text.splitlines())


class _Collected(local):
    """The pieces of the template that this thread is rendering; None where it is a plain page."""

    pieces: list[tuple[str, ...]] | None = None


_collected = _Collected()


def rendered(template: str, context: Mapping[str, Any]) -> Text:
    """The template as a text of which every piece is a chunk, or several where it is made of pieces itself.

    Numbers are written plainly: whole ones look the same in all our languages. Lines are neither indented nor empty,
    so nothing may stand in it whose white space counts.
    """
    before, _collected.pieces = _collected.pieces, []
    try:
        html = Engine.get_default().get_template(template).render(Context(context, use_l10n=False))
        parts = _MARKS.split(html)
        chunks: list[str] = []
        for number, part in enumerate(parts):
            if number % 2:
                chunks += _collected.pieces[int(part)]
            elif alone := "\n".join(filter(None, map(str.strip, part.splitlines()))):
                chunks.append(alone)
    finally:
        _collected.pieces = before
    return Text(chunks)


def piece(template: str, values: Mapping[str, Any]) -> SafeString:
    """A small template of ``values``, all hashable, rendered once for the same values and language. A new line stands
    before it and after it."""
    chunks = _piece(template, tuple(values.items()), get_language() or "")
    if _collected.pieces is None:
        return SafeString("\n".join(chunks))
    _collected.pieces.append(chunks)
    return SafeString(_MARK % (len(_collected.pieces) - 1))


@lru_cache(maxsize=MAX_PIECES)
def _piece(template: str, values: tuple[tuple[str, Any], ...], language: str) -> tuple[str, ...]:
    return rendered(template, dict(values)).chunks
