"""A list of names for a roster, read line by line: what can be done with each, or why nothing is."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, MutableMapping
from dataclasses import dataclass
from typing import Annotated, Any
from uuid import UUID

from web.encoding import UNSHOWN, component, shown
from web.error_words import explain
from web.errors import BadRequest

from ..models import NAME_LENGTH
from ..names.alike import looks
from ..names.bots import is_like_a_bots
from .book import NEW, Book, marked

MAX_LINES = 5000
MAX_TEXT = 400_000
MAX_INVITED = 200
"""At once."""
_MARKUP = re.compile(r"[<>]|&(?:#\d+|#x[0-9a-f]+|[a-z]+);", re.IGNORECASE)


@component("RosterFlaw")
@dataclass(frozen=True, slots=True)
class Flaw:
    """A line of which nothing came."""

    number: int
    text: str
    code: str
    data: Annotated[Mapping[str, Any], UNSHOWN]

    @shown
    def sentence(self) -> str:
        """Why."""
        return explain(BadRequest(self.code, **self.data)).sentence


@dataclass(frozen=True, slots=True)
class Read:
    """``names`` are to be written down, ``accounts`` to be invited."""

    names: Annotated[tuple[str, ...], UNSHOWN]
    accounts: Annotated[tuple[UUID, ...], UNSHOWN]
    flaws: tuple[Flaw, ...]

    @property
    def left(self) -> str:
        """The text that stays in the field."""
        return "\n".join(flaw.text for flaw in self.flaws)

    @property
    def has_doubles(self) -> bool:
        return any(flaw.code in ("on_roster", "doubled_line", "looks_like_listed") for flaw in self.flaws)


class _Unreadable(Exception):
    def __init__(self, code: str, **data: Any) -> None:
        self.code, self.data = code, data


def read(
    text: str,
    *,
    book: Book,
    accounts: Mapping[str, UUID],
    members: Collection[UUID],
    also_doubles: bool = False,
) -> Read:
    """A name on each line; what stands behind a semicolon or tab is left out. Somebody may stand twice on a list only
    if whoever sends it says so (``also_doubles``): then the second gets a number behind their name.

    ``accounts``: by name in lower case, the one account that has it, where the sender wants those invited.
    """
    names: list[str] = []
    asked: list[UUID] = []
    flaws: list[Flaw] = []
    taken: dict[tuple[int, str], str] = {}
    numbers: dict[tuple[int, str], int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            if number > MAX_LINES:
                raise _Unreadable("too_many_lines", most=MAX_LINES)
            if _MARKUP.search(line):
                raise _Unreadable("has_markup")
            name, mark = marked(_name(line))
            account = accounts.get(name.casefold())
            if account is not None:
                if account in members or account in asked:
                    raise _Unreadable("already_in_club")
                if len(asked) >= MAX_INVITED:
                    raise _Unreadable("too_many_invited", most=MAX_INVITED)
                asked.append(account)
                continue
            _check(name)
            if also_doubles or mark == NEW:
                name = _told_apart(name, book, taken, numbers)
            else:
                _check_new(name, book, taken)
        except _Unreadable as unreadable:
            flaws.append(Flaw(number, line.strip()[:200], unreadable.code, unreadable.data))
            continue
        for way in enumerate(looks(name)):
            taken.setdefault(way, name)
        names.append(name)
    return Read(tuple(names), tuple(asked), tuple(flaws))


def names_in(text: str) -> list[str]:
    """The names of a list as they are written, to look for accounts."""
    return [marked(_name(line))[0] for line in text.splitlines()[:MAX_LINES] if line.strip()]


def _name(line: str) -> str:
    return " ".join(re.split(r"[;\t]", line, maxsplit=1)[0].strip().strip('"').split())


def _check(name: str) -> None:
    if not name or len(name) > NAME_LENGTH or not name.isprintable() or not any(one.isalpha() for one in name):
        raise _Unreadable("not_a_name", most=NAME_LENGTH)
    if is_like_a_bots(name):
        raise _Unreadable("name_of_a_bot", name=name)


def _check_new(name: str, book: Book, taken: Mapping[tuple[int, str], str]) -> None:
    """Raises _Unreadable if somebody here has this name, or one that looks like it."""
    for way in enumerate(looks(name)):
        if way in taken:
            raise _Unreadable("doubled_line", name=taken[way])
    known = book.looking_like(name)
    if known:
        same = known[0].name.casefold() == name.casefold()
        raise _Unreadable("on_roster" if same else "looks_like_listed", name=name, other=known[0].name)


def _told_apart(
    name: str, book: Book, taken: Mapping[tuple[int, str], str], numbers: MutableMapping[tuple[int, str], int]
) -> str:
    """The name, with a number behind it if somebody has it already; ``numbers``: the next to try, by looks. Raises
    _Unreadable."""
    ways = tuple(enumerate(looks(name)))
    number = max(numbers.get(way, 1) for way in ways)
    while True:
        other = f"{name} ({number})" if number > 1 else name
        if len(other) > NAME_LENGTH:
            raise _Unreadable("not_a_name", most=NAME_LENGTH)
        number += 1
        if not book.looking_like(other) and not any(way in taken for way in enumerate(looks(other))):
            break
    numbers.update(dict.fromkeys(ways, number))
    return other
