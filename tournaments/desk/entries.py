"""A pasted list of entrants, line by line: what can be entered is, what cannot stays in the field and says why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from players import queries as players
from players.models import NAME_LENGTH
from tournaments.decisions.field import HIGHEST_RATING, LONGEST_DIVISION, Newcomer
from tournaments.formats.contract import Reason

LONGEST_LIST = 200_000
"""Characters of a pasted list."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line that can be entered: somebody with an account, or a name."""

    number: int
    text: str
    name: str
    newcomer: Newcomer


@dataclass(frozen=True, slots=True)
class Flaw:
    """A line that cannot; ``reason`` is worded elsewhere."""

    number: int
    text: str
    reason: Reason


@dataclass(frozen=True, slots=True)
class Pasted:
    """``text`` is all of it, where nothing of it was entered."""

    lines: tuple[Line, ...]
    flaws: tuple[Flaw, ...]
    text: str = ""

    @property
    def left(self) -> str:
        """What stays in the field."""
        return self.text or "\n".join(flaw.text for flaw in self.flaws)


class _Unreadable(Exception):
    def __init__(self, code: str, **data: object) -> None:
        self.reason = Reason(code, data)


def read(text: str, *, accounts: bool, only_accounts: bool, here: Sequence[str], entered: set[UUID]) -> Pasted:
    """``Name; rating; division`` on each line, separated by semicolons or tabs; rating and division may be missing.

    ``accounts``: a name that exactly one player with an account has stands for that player; with ``only_accounts``
    nobody else can be entered. ``here`` are names and ``entered`` players that are in the field already.
    """
    taken = {name.casefold() for name in here}
    players_here = set(entered)
    lines: list[Line] = []
    flaws: list[Flaw] = []
    for number, written in enumerate(text.splitlines(), 1):
        if not written.strip():
            continue
        try:
            line = _line(number, written, accounts, only_accounts)
            _check_new(line, taken, players_here)
        except _Unreadable as unreadable:
            flaws.append(Flaw(number, written.strip(), unreadable.reason))
            continue
        taken.add(line.name.casefold())
        if line.newcomer.player:
            players_here.add(line.newcomer.player)
        lines.append(line)
    return Pasted(tuple(lines), tuple(flaws))


def _line(number: int, written: str, accounts: bool, only_accounts: bool) -> Line:
    fields = [" ".join(part.split()) for part in written.replace("\t", ";").split(";")]
    name, rating, division, *more = [*fields, "", ""]
    if any(more):
        raise _Unreadable("too_many_fields", text=written.strip())
    if not name or len(name) > NAME_LENGTH or not name.isprintable():
        raise _Unreadable("not_a_name", most=NAME_LENGTH)
    if len(division) > LONGEST_DIVISION:
        raise _Unreadable("division_too_long", most=LONGEST_DIVISION)
    player = _account(name, only_accounts) if accounts else None
    return Line(number, written.strip(), name, Newcomer(player, rating=_rating(rating), division=division))


def _rating(text: str) -> int:
    if not text:
        return 0
    if not text.isascii() or not text.isdigit() or int(text[:6]) > HIGHEST_RATING:
        raise _Unreadable("not_a_rating", text=text, most=HIGHEST_RATING)
    return int(text)


def _account(name: str, needed: bool) -> UUID | None:
    found = [one for one in players.called(name) if not one.guest]
    if len(found) == 1:
        return found[0].id
    if not needed:
        return None
    if found:
        raise _Unreadable("several_of_that_name", name=name)
    near = players.nearest(name)
    raise (
        _Unreadable("nobody_of_that_name_near", name=name, near=near)
        if near
        else _Unreadable("nobody_of_that_name", name=name)
    )


def _check_new(line: Line, taken: set[str], entered: set[UUID]) -> None:
    if line.name.casefold() in taken or line.newcomer.player in entered:
        raise _Unreadable("doubled_name", name=line.name)
