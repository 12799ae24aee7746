"""TOML with line numbers: the line of each key and each list entry in the text.

``tomllib`` reads the values; the scanner here only finds places, in a text that ``tomllib`` has accepted.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_left
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from ..errors import CoreError

Path = tuple[str | int, ...]
"""``("unit", 3, "ability", "cost")``: keys of tables and numbers of list entries, from the top."""


class BadToml(CoreError):
    """The text is not TOML: ``line`` and ``problem`` in its data."""


class Toml:
    """A text, its values (``data``), and their lines (``line``)."""

    def __init__(self, text: str) -> None:
        """Raises BadToml."""
        self.text = text
        _refuse_what_takes_long(text)
        try:
            self.data: Mapping[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise BadToml("bad_toml", **_place_of(str(error), text)) from None
        except RecursionError:
            raise BadToml("bad_toml", line=1, problem="Nested too deeply") from None
        except ValueError:  # Python refuses to read a number of thousands of digits
            found = re.search(r"\d[\d_]{4000}", text)
            line = text.count("\n", 0, found.start()) + 1 if found else 1
            raise BadToml("bad_toml", line=line, problem="Invalid value: a number of thousands of digits") from None

    @cached_property
    def lines(self) -> Mapping[Path, int]:
        """The line of every key and list entry; worked out on demand, which is only after an error."""
        return _Scanner(self.text).lines()

    def line(self, path: Path) -> int:
        """The line (from 1) where the value begins, or that of the nearest table around it."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)


MAX_DOTS = 100
"""In one line. ``tomllib`` takes time with the square of a key's parts: minutes for a text that anybody may send."""
_LONG_NUMBER = re.compile(r"0[xob][0-9A-Fa-f_]{1000}")
"""Python reads a number in hexadecimal digits however long it is, and then refuses to write it out."""


def _refuse_what_takes_long(text: str) -> None:
    """Raises BadToml for a text that would take too long to read."""
    for line, said in enumerate(text.split("\n"), 1):
        if said.count(".") > MAX_DOTS:
            raise BadToml("bad_toml", line=line, problem="Too many dots in one line")
    if found := _LONG_NUMBER.search(text):
        line = text.count("\n", 0, found.start()) + 1
        raise BadToml("bad_toml", line=line, problem="Invalid value: a number of thousands of digits")


def _place_of(message: str, text: str) -> dict[str, Any]:
    """The message of ``tomllib``, and the place cut out of it."""
    found = re.search(r" \(at line (\d+), column (\d+)\)$", message)
    if found:
        return {"line": int(found[1]), "column": int(found[2]), "problem": message[: found.start()]}
    return {"line": text.count("\n") + 1, "problem": message.removesuffix(" (at end of document)")}


_SKIP = re.compile(r"(?:[ \t\r\n,]|#[^\n]*)*")
_BLANK = re.compile(r"[ \t]*")
_STRING = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}' r"|'''.*?'{3,5}" r'|"(?:\\.|[^"\\\n])*"' r"|'[^'\n]*'",
    re.DOTALL,
)
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_PLAIN = re.compile(r"[^\s,\]}#][^,\]}#\n]*")


class _Scanner:
    """Walks over a correct document once and notes the line of every key and list entry."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.ends = [end.start() for end in re.finditer("\n", text)]
        self.at = 0
        self.found: dict[Path, int] = {}
        self.counts: dict[Path, int] = {}
        """Entries so far of each list of tables (``[[unit]]``)."""

    def lines(self) -> Mapping[Path, int]:
        table: Path = ()
        while self._skip():
            if self.text.startswith("[", self.at):
                table = self._header()
            else:
                self._pair(table)
        return self.found

    def _skip(self) -> bool:
        """Skip white space, commas and comments; False at the end."""
        self.at = self._match(_SKIP, self.at)
        return self.at < len(self.text)

    def _match(self, pattern: re.Pattern[str], start: int) -> int:
        found = pattern.match(self.text, start)
        return found.end() if found else start

    def _note(self, path: Path, start: int) -> None:
        self.found.setdefault(path, bisect_left(self.ends, start) + 1)

    def _header(self) -> Path:
        start = self.at
        several = self.text.startswith("[[", start)
        self.at += 2 if several else 1
        keys = self._keys()
        self.at = self.text.index("]", self.at) + (2 if several else 1)
        path: Path = ()
        for key in keys[:-1]:
            path = self._newest((*path, key))
        path = (*path, keys[-1])
        self._note(path, start)
        if several:
            self.counts[path] = self.counts.get(path, -1) + 1
            path = (*path, self.counts[path])
            self._note(path, start)
        return path

    def _newest(self, path: Path) -> Path:
        """``[unit.ability]`` belongs to the last ``[[unit]]``."""
        return (*path, self.counts[path]) if path in self.counts else path

    def _keys(self) -> list[str]:
        keys = []
        while True:
            self.at = self._match(_BLANK, self.at)
            end = self._match(_STRING, self.at)
            if end > self.at:
                keys.append(next(iter(tomllib.loads(f"{self.text[self.at : end]} = 0"))))
            else:
                end = self._match(_BARE, self.at)
                keys.append(self.text[self.at : end])
            self.at = self._match(_BLANK, end)
            if not self.text.startswith(".", self.at):
                return keys
            self.at += 1

    def _pair(self, table: Path) -> None:
        start = self.at
        path = table
        for key in self._keys():
            path = (*path, key)
            self._note(path, start)
        self.at = self._match(_BLANK, self.at + 1)  # over "="
        self._value(path)

    def _value(self, path: Path) -> None:
        if self.text.startswith("[", self.at):
            self._inside("]", path)
        elif self.text.startswith("{", self.at):
            self._inside("}", path)
        else:
            end = self._match(_STRING, self.at)
            self.at = end if end > self.at else self._match(_PLAIN, self.at)

    def _inside(self, closing: str, path: Path) -> None:
        """The entries of a list, or the pairs of an inline table."""
        self.at += 1
        number = 0
        while self._skip() and not self.text.startswith(closing, self.at):
            if closing == "}":
                self._pair(path)
            else:
                self._note((*path, number), self.at)
                self._value((*path, number))
                number += 1
        self.at += 1
