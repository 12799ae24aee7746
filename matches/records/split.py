"""A file of many records, taken apart: records as exported here, and texts in short notation, one after another.

It is read line by line and holds one record at a time, so a file may be longer than memory.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

Kind = Literal["record", "short", "unknown"]
MAX_LINES = 20_000
MAX_BYTES = 1 << 20
"""Of one record; those of whole games have some hundred KB."""
MAX_DEPTH = 64
MAX_DIGITS = 16
PACKED = (b"PK\x03\x04", b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"7z\xbc\xaf", b"Rar!", b"(\xb5/\xfd")
"""How packed files begin, and what was packed twice. They are refused: nobody can tell how long they become."""
_HEADER = re.compile(rb'"record" *: *"elekt-record"')
_END = re.compile(rb'"end" *: *"elekt-record"')
_MARK = b'"elekt-record"'
_TAG = re.compile(rb'^\[ *[A-Za-z]\w* *"')
_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"')
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000|\0")
"""The sign that no database keeps in a text, as JSON writes it or as it is."""
_LONG_NUMBER = re.compile(rb"\d{%d,}" % (MAX_DIGITS + 1))
_DIGITS = bytes(48 if 48 <= sign < 58 else 32 for sign in range(256))
_TOO_MANY_DIGITS = b"0" * (MAX_DIGITS + 1)
_OPENS_NOTHING = bytes(sign for sign in range(256) if sign not in b"[{\n")
"""A long number is looked for in two steps: most lines have none, and the first is far quicker."""


@dataclass(slots=True)
class Item:
    """One record as text: the ``number``-th of its file, whose first line is line ``line`` there."""

    number: int
    line: int
    kind: Kind
    text: bytes = b""
    flaw: tuple[str, Mapping[str, Any]] | None = None
    """Why nobody needs to read it; ``line`` and ``column`` are those of the record."""


class PackedFile(Exception):
    """The file is packed, or not a text."""


def split(lines: Iterable[bytes]) -> Iterator[Item]:
    """The records of a text. Raises PackedFile at its first bytes."""
    part: _Part | None = None
    number = 0
    for at, raw in enumerate(lines, 1):
        line = raw.rstrip(b"\r\n")
        if at == 1:
            line = line.removeprefix(b"\xef\xbb\xbf")
            if line.startswith(PACKED) or b"\0" in line:
                raise PackedFile
        is_marked = _MARK in line
        begins = _beginning(line, part, is_marked) if is_marked or line.startswith(b"[") else None
        if part is not None and begins is not None:
            number += 1
            yield part.item(number)
            part = None
        if part is None:
            if not line.strip():
                continue
            part = _Part(begins or "unknown", at)
        part.add(line)
        if is_marked and part.kind == "record" and _END.search(line):
            number += 1
            yield part.item(number)
            part = None
    if part is not None:
        yield part.item(number + 1)


def _beginning(line: bytes, part: _Part | None, is_marked: bool) -> Kind | None:
    """What begins with this line, if anything does."""
    if is_marked and line.startswith(b"{") and _HEADER.search(line):
        return "record"
    if _TAG.match(line) and (part is None or part.kind != "short" or part.has_moves):
        return "short"
    return None


@dataclass(slots=True)
class _Part:
    kind: Kind
    line: int
    lines: list[bytes] = field(default_factory=list)
    size: int = 0
    count: int = 0
    has_moves: bool = False
    flaw: tuple[str, Mapping[str, Any]] | None = None

    def add(self, line: bytes) -> None:
        self.count += 1
        self.size += len(line) + 1
        if self.kind == "short":
            self.has_moves |= bool(line.strip()) and not line.startswith((b"[", b";", b"{"))
        if self.flaw is not None:
            return
        if self.count > MAX_LINES or self.size > MAX_BYTES:
            limits = {"lines": MAX_LINES, "bytes": MAX_BYTES}
            too_long = "record_too_long", {"line": self.count, "column": 1, **limits}
            self.flaw = _flaw(self.kind, self.lines, b"\n".join(self.lines)) or too_long
            self.lines.clear()
        elif self.kind != "unknown":
            self.lines.append(line)

    def item(self, number: int) -> Item:
        text, flaw = b"\n".join(self.lines), self.flaw
        if flaw is None:
            flaw = _flaw(self.kind, self.lines, text) if self.lines else ("not_a_record", {"line": 1, "column": 1})
        return Item(number, self.line, self.kind, b"" if flaw else text + b"\n", flaw)


def _flaw(kind: Kind, lines: Sequence[bytes], text: bytes) -> tuple[str, Mapping[str, Any]] | None:
    """The first thing in these lines, whose ``text`` it is, that must not even be decoded."""
    suspects: Iterable[int] = ()
    if b"\0" in text or (b"\\" in text and b"u0000" in text):
        suspects = range(len(lines))
    elif kind == "record":
        suspects = sorted({*_with_many_brackets(text), *_with_many_digits(text)})
    for number in suspects:
        if found := (_bomb(lines[number]) if kind == "record" else None) or _nul(lines[number]):
            return found[0], {"line": number + 1, "column": found[1]}
    return None


def _with_many_brackets(text: bytes) -> Iterator[int]:
    """The lines, counted from 0, in which more brackets open than may lie in one another."""
    opening = text.translate(None, _OPENS_NOTHING).split(b"\n")
    return (number for number, brackets in enumerate(opening) if len(brackets) > MAX_DEPTH)


def _with_many_digits(text: bytes) -> Iterator[int]:
    """The lines, counted from 0, in which so many digits stand side by side: in a number, or in a hash."""
    digits, line, done = text.translate(_DIGITS), 0, 0
    while (at := digits.find(_TOO_MANY_DIGITS, done)) >= 0:
        line += text.count(b"\n", done, at)
        yield line
        done = text.find(b"\n", at)
        if done < 0:
            return


def _bomb(line: bytes) -> tuple[str, int] | None:
    """What is nested too deep, or a number that is too long: its code and its column."""
    blank = _blanked(line)
    if column := _too_deep(blank):
        return "nested_too_deep", column
    number = _LONG_NUMBER.search(blank)
    return number and ("number_too_large", number.start() + 1)


def _nul(line: bytes) -> tuple[str, int] | None:
    found = _NUL.search(line)
    return found and ("nul_sign", found.start() + 1)


def _blanked(line: bytes) -> bytes:
    """Without what stands in quotation marks; everything else keeps its column."""
    return _STRING.sub(lambda found: b" " * len(found[0]), line)


def _too_deep(line: bytes) -> int:
    depth = 0
    for column, sign in enumerate(line, 1):
        if sign in b"[{":
            depth += 1
        elif sign in b"]}":
            depth -= 1
        if depth > MAX_DEPTH:
            return column
    return 0
