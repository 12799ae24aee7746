"""The text of the short notation, taken apart: tags, moves, draws, comments, variations, the result. Knows no game.

sheet     = { tag | item } [ result ]
tag       = "[" name string "]"
item      = move | draws | round | comment | "(" { move | draws | comment } ")"
move      = [ number [ "." ] ] seat [ ":" ] word { word }      to the end of the line
draws     = "~" value { value }                        one draw of the next move, or of the beginning
comment   = "{" any text "}" | ";" any text            the second to the end of the line
round     = "*" { card seat }                          where no decisions are known; "-" for nobody
result    = "=" ( { seat place [ ":" points ] } | "-" { seat place } )      "-": it was broken off
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from ..errors import CoreError

MAX_TEXT = 1 << 20
"""Characters."""
MAX_MOVES = 5_000
"""Of a text with all its variations, each of which counts as one more: no game is as long, and each is judged by the
rules."""
MAX_DEPTH = 16
"""Of variations inside variations."""
SEATS = "ABCDEFGH"
NOBODY = "-"
"""Who won a card that nobody won; and what stands where a result would, of a match that was broken off."""


class BadShorthand(CoreError):
    """The text cannot be read; ``data`` has the ``line`` and the ``column`` of what is wrong, from 1."""


@dataclass(frozen=True, slots=True)
class Place:
    line: int
    column: int

    def fail(self, code: str, **data: Any) -> NoReturn:
        raise BadShorthand(code, line=self.line, column=self.column, **data)


@dataclass(frozen=True, slots=True)
class Word:
    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class Move:
    number: int | None
    seat: int
    words: Sequence[Word]
    place: Place
    end: Place
    """Where a further word would stand."""


@dataclass(frozen=True, slots=True)
class Draws:
    values: Sequence[Word]
    place: Place


@dataclass(frozen=True, slots=True)
class Round:
    """Cards and who won them, in turn."""

    words: Sequence[Word]
    place: Place
    end: Place


@dataclass(frozen=True, slots=True)
class Comment:
    text: str


@dataclass(frozen=True, slots=True)
class Branch:
    """Instead of the move before it."""

    items: Sequence[Item]
    place: Place


Item = Move | Draws | Round | Comment | Branch


@dataclass(slots=True)
class Sheet:
    tags: dict[str, Word] = field(default_factory=dict)
    items: list[Item] = field(default_factory=list)
    result: list[tuple[int, int]] | None = None
    """Seats and their places."""
    is_broken_off: bool = False
    """The places, if there are any, are an arbiter's ruling."""
    points: dict[int, int] = field(default_factory=dict)
    """By seat, where they are said."""
    result_at: Place = Place(1, 1)


def parse_sheet(text: str) -> Sheet:
    """Raises BadShorthand with line and column."""
    if len(text) > MAX_TEXT:
        Place(1, 1).fail("shorthand_too_long", limit=MAX_TEXT)
    return _Parser(text).parse()


_TAG = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\\n]|\\.)*)"\s*\]')
_NUMBER = re.compile(r"([0-9]{1,6})(?:\s*\.+|(?=[ \t]+[A-H]))")
_WORD = re.compile(r"[^\s;{}()]+")
_RANK = re.compile(r"[0-9]{1,3}(?::-?[0-9]{1,5})?[.,]*", re.ASCII)
_SPACE = re.compile(r"[ \t\r\ufeff]+")


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.line = 1
        self.begun = 0
        """Where the line begins."""
        self.moves = 0

    def parse(self) -> Sheet:
        sheet = Sheet()
        while True:
            self._skip()
            sign = self._sign()
            if not sign:
                return sheet
            if sheet.result is not None and sign not in ";{":
                self._here().fail("shorthand_after_result")
            if sign == "[":
                self._tag(sheet)
            elif sign == "=":
                self._result(sheet)
            else:
                sheet.items.append(self._item(0))

    # --- places ---------------------------------------------------------------------------------------------

    def _here(self) -> Place:
        return Place(self.line, self.at - self.begun + 1)

    def _sign(self) -> str:
        return self.text[self.at : self.at + 1]

    def _forward(self, to: int) -> None:
        breaks = self.text.count("\n", self.at, to)
        if breaks:
            self.line += breaks
            self.begun = self.text.rindex("\n", self.at, to) + 1
        self.at = to

    def _skip(self, lines: bool = True) -> None:
        while True:
            space = _SPACE.match(self.text, self.at)
            if space:
                self.at = space.end()
            elif lines and self._sign() == "\n":
                self._forward(self.at + 1)
            else:
                return

    # --- parts ----------------------------------------------------------------------------------------------

    def _tag(self, sheet: Sheet) -> None:
        place, found = self._here(), _TAG.match(self.text, self.at)
        if found is None:
            place.fail("shorthand_bad_tag")
        if sheet.items:
            place.fail("shorthand_late_tag")
        name = found[1]
        if name in sheet.tags:
            place.fail("shorthand_tag_twice", tag=name)
        value = re.sub(r"\\(.)", r"\1", found[2])
        sheet.tags[name] = Word(value, Place(self.line, found.start(2) - self.begun + 1))
        self._forward(found.end())

    def _result(self, sheet: Sheet) -> None:
        sheet.result_at = self._here()
        self.at += 1
        words = self._words()
        sheet.is_broken_off = bool(words) and words[0].text == NOBODY
        words = words[1:] if sheet.is_broken_off else words
        pairs = list(zip(words[::2], words[1::2], strict=False))
        for seat, rank in pairs:
            if len(seat.text) != 1 or seat.text not in SEATS:
                seat.place.fail("shorthand_seat_expected", found=seat.text)
            if not _RANK.fullmatch(rank.text) or (sheet.is_broken_off and ":" in rank.text):
                rank.place.fail("shorthand_place_expected", found=rank.text)
        if len(words) % 2 or not (words or sheet.is_broken_off):
            self._here().fail("shorthand_place_expected", found="")
        sheet.result = []
        for seat, rank in pairs:
            place, _, points = rank.text.rstrip(".,").partition(":")
            sheet.result.append((SEATS.index(seat.text), int(place)))
            if points:
                sheet.points[SEATS.index(seat.text)] = int(points)

    def _item(self, depth: int) -> Item:
        sign = self._sign()
        if sign == "{":
            return self._comment_in_braces()
        if sign == ";":
            end = self.text.find("\n", self.at)
            end = len(self.text) if end < 0 else end
            comment = Comment(self.text[self.at + 1 : end].strip())
            self._forward(end)
            return comment
        if sign == "(":
            return self._branch(depth + 1)
        if sign == "~":
            place = self._here()
            self.at += 1
            values = self._words()
            if not values:
                self._here().fail("shorthand_draw_expected")
            return Draws(values, place)
        if sign == "*":
            place = self._here()
            self._count(place)
            self.at += 1
            return Round(self._words(), place, self._here())
        return self._move()

    def _comment_in_braces(self) -> Comment:
        end = self.text.find("}", self.at)
        if end < 0:
            self._here().fail("shorthand_unclosed", sign="}")
        comment = Comment(" ".join(self.text[self.at + 1 : end].split()))
        self._forward(end + 1)
        return comment

    def _branch(self, depth: int) -> Branch:
        place = self._here()
        if depth > MAX_DEPTH:
            place.fail("shorthand_too_deep", limit=MAX_DEPTH)
        self._count(place)
        self.at += 1
        items: list[Item] = []
        while True:
            self._skip()
            sign = self._sign()
            if sign == ")":
                self.at += 1
                return Branch(items, place)
            if not sign or sign in "[=":
                place.fail("shorthand_unclosed", sign=")")
            items.append(self._item(depth))

    def _move(self) -> Move:
        place = self._here()
        self._count(place)
        number = _NUMBER.match(self.text, self.at)
        if number:
            self._forward(number.end())
            self._skip(lines=False)
        at, words = self._here(), self._words()
        seat = words[0].text.removesuffix(":") if words else ""
        if len(seat) != 1 or seat not in SEATS:
            at.fail("shorthand_seat_expected", found=words[0].text if words else self._sign())
        return Move(int(number[1]) if number else None, SEATS.index(seat), words[1:], place, self._here())

    def _count(self, place: Place) -> None:
        self.moves += 1
        if self.moves > MAX_MOVES:
            place.fail("shorthand_too_many_moves", limit=MAX_MOVES)

    def _words(self) -> list[Word]:
        """Those up to the end of the line, or to a sign that ends a move."""
        words: list[Word] = []
        while True:
            self._skip(lines=False)
            found = _WORD.match(self.text, self.at)
            if found is None:
                return words
            words.append(Word(found[0], self._here()))
            self.at = found.end()
