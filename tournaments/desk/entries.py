"""A pasted list of entrants, read line by line: good lines are entered, others stay in the field with the reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from players import queries as players
from players.models import NAME_LENGTH
from players.names.alike import looks
from players.names.bots import is_like_a_bots
from tournaments.decisions.field import MAX_RATING, Newcomer
from tournaments.formats.contract import Reason
from tournaments.settings import MAX_DIVISION

DOUBLES = ("doubled_name", "looks_like_another")
MAX_LIST = 200_000
"""Characters of a pasted list."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line that can be entered: a player with an account, or a name."""

    number: int
    text: str
    name: str
    newcomer: Newcomer


@dataclass(frozen=True, slots=True)
class Flaw:
    """A line that cannot be entered; ``reason`` is put into words elsewhere."""

    number: int
    text: str
    reason: Reason


@dataclass(frozen=True, slots=True)
class Pasted:
    """``text`` is the whole list if nothing of it was entered."""

    lines: tuple[Line, ...]
    flaws: tuple[Flaw, ...]
    text: str = ""

    @property
    def left(self) -> str:
        """The text that stays in the field."""
        return self.text or "\n".join(flaw.text for flaw in self.flaws)

    @property
    def has_doubles(self) -> bool:
        """Whether a new entrant has the same name as another; the sender may confirm that they are two people."""
        return any(flaw.reason.code in DOUBLES for flaw in self.flaws)


class _Unreadable(Exception):
    def __init__(self, code: str, **data: object) -> None:
        self.reason = Reason(code, data)


def read(
    text: str,
    *,
    accounts: bool,
    only_accounts: bool,
    here: Sequence[str],
    entered: set[UUID],
    also_doubles: bool = False,
) -> Pasted:
    """``Name; rating; division`` on each line, separated by semicolons or tabs; rating and division may be missing.

    ``accounts``: a name that exactly one player with an account has stands for that player; with ``only_accounts``
    nobody else can be entered. ``here`` are names and ``entered`` players that are in the field already. A name that
    somebody has, or that looks like theirs, is another person where whoever asks has said so (``also_doubles``).
    """
    taken = _Names(here)
    players_here = set(entered)
    lines: list[Line] = []
    flaws: list[Flaw] = []
    for number, written in enumerate(text.splitlines(), 1):
        if not written.strip():
            continue
        try:
            line = _line(number, written, accounts, only_accounts)
            if line.newcomer.player in players_here:
                raise _Unreadable("doubled_name", name=line.name)
            if not also_doubles:
                taken.check(line.name)
        except _Unreadable as unreadable:
            flaws.append(Flaw(number, written.strip(), unreadable.reason))
            continue
        taken.add(line.name)
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
    if len(division) > MAX_DIVISION:
        raise _Unreadable("division_too_long", most=MAX_DIVISION)
    player = _account(name, only_accounts) if accounts else None
    if player is None and is_like_a_bots(name):
        raise _Unreadable("name_of_a_bot", name=name)
    return Line(number, written.strip(), name, Newcomer(player, rating=_rating(rating), division=division))


def _rating(text: str) -> int:
    if not text:
        return 0
    if not text.isascii() or not text.isdigit() or int(text[:6]) > MAX_RATING:
        raise _Unreadable("not_a_rating", text=text, most=MAX_RATING)
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


class _Names:
    """Names as written, in any case, and by how they look."""

    def __init__(self, names: Sequence[str]) -> None:
        self._written: set[str] = set()
        self._by_looks: dict[tuple[int, str], str] = {}
        for name in names:
            self.add(name)

    def add(self, name: str) -> None:
        self._written.add(name.casefold())
        for way in enumerate(looks(name)):
            self._by_looks.setdefault(way, name)

    def check(self, name: str) -> None:
        """Raises _Unreadable if one of the names looks like ``name``."""
        if name.casefold() in self._written:
            raise _Unreadable("doubled_name", name=name)
        for way in enumerate(looks(name)):
            if way in self._by_looks:
                raise _Unreadable("looks_like_another", name=name, other=self._by_looks[way])
