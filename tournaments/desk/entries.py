"""A pasted list of entrants, read line by line: good lines are entered, others stay in the field with the reason.

At a club's event somebody whom the club knows is recognised: the line stays with their mark behind the name (``#12``),
to be looked at once and sent again.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from uuid import UUID

from players import queries as players
from players.circles.book import book_with_circle
from players.clubs import queries as clubs
from players.models import NAME_LENGTH
from players.names.alike import looks
from players.names.bots import is_like_a_bots
from players.ratings.models import Ladder
from players.rosters.book import NEW, Book, Known, Told, book_of, ladder_of, marked
from players.rosters.queries import CHUNK
from tournaments import rating, written_down
from tournaments.decisions.field import MAX_RATING, Newcomer
from tournaments.formats.contract import Reason
from tournaments.settings import MAX_DIVISION
from tournaments.state import State

DOUBLES = ("doubled_name", "looks_like_another")
KNOWN = "known_person"
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
class Club:
    """Whom the club knows, and the rating list of the event. ``told``: those who are met on a list, looked up once."""

    book: Book
    ladder: Ladder | None
    told: Mapping[Known, Told] = field(default_factory=dict)

    def looked_up(self, text: str) -> Club:
        """With all whom the lines of a list may mean."""
        names = (marked(_fields(line)[0]) for line in text.splitlines() if line.strip())
        met = list(dict.fromkeys(one for name, mark in names if not mark for one in self.book.named(name)))
        chunks = (met[start : start + CHUNK] for start in range(0, len(met), CHUNK))
        told = (one for chunk in chunks for one in self.book.tell(chunk, self.ladder))
        return replace(self, told={one.known: one for one in told})


def club_of(state: State, by: UUID | None = None) -> Club | None:
    """Whom the club that holds the event knows, if one does; for its board also whom its circle shares."""
    club = written_down.tournament(state).of_club
    if club is None:
        return None
    runs = by is not None and clubs.is_run_by(club, by)
    return Club(book_with_circle(club) if runs else book_of(club), ladder_of(rating.key_of(state)))


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

    @property
    def known(self) -> list[Flaw]:
        """The lines that only wait for a look: the club knows who that is."""
        return [flaw for flaw in self.flaws if flaw.reason.code == KNOWN]

    @property
    def wrong(self) -> list[Flaw]:
        """The others."""
        return [flaw for flaw in self.flaws if flaw.reason.code != KNOWN]


class _Unreadable(Exception):
    def __init__(self, code: str, *, again: str = "", **data: object) -> None:
        """``again``: how the line stands in the field then."""
        self.reason, self.again = Reason(code, data), again


def read(
    text: str,
    *,
    accounts: bool,
    only_accounts: bool,
    here: Sequence[str],
    entered: set[UUID],
    also_doubles: bool = False,
    club: Club | None = None,
) -> Pasted:
    """``Name; rating; division`` on each line, separated by semicolons or tabs; rating and division may be missing.

    ``accounts``: a name that exactly one player with an account has stands for that player; with ``only_accounts``
    nobody else can be entered. ``here`` are names and ``entered`` players that are in the field already. A name that
    somebody has, or that looks like theirs, is another person where whoever asks has said so (``also_doubles``).
    """
    club = None if club is None else club.looked_up(text)
    taken = _Names(here)
    players_here = set(entered)
    lines: list[Line] = []
    flaws: list[Flaw] = []
    for number, written in enumerate(text.splitlines(), 1):
        if not written.strip():
            continue
        try:
            line = _line(number, written, accounts, only_accounts, club, players_here)
            if line.newcomer.player in players_here:
                raise _Unreadable("doubled_name", name=line.name)
            if not also_doubles:
                taken.check(line.name)
        except _Unreadable as unreadable:
            flaws.append(Flaw(number, unreadable.again or written.strip(), unreadable.reason))
            continue
        taken.add(line.name)
        if line.newcomer.player:
            players_here.add(line.newcomer.player)
        lines.append(line)
    return Pasted(tuple(lines), tuple(flaws))


def _line(
    number: int, written: str, accounts: bool, only_accounts: bool, club: Club | None, here: Collection[UUID]
) -> Line:
    name, rating, division, *more = [*_fields(written), "", ""]
    if any(more):
        raise _Unreadable("too_many_fields", text=written.strip())
    known: UUID | None = None
    if club is not None:
        name, known = _known(name, club, [rating, division], here)
    if not name or len(name) > NAME_LENGTH or not name.isprintable():
        raise _Unreadable("not_a_name", most=NAME_LENGTH)
    if len(division) > MAX_DIVISION:
        raise _Unreadable("division_too_long", most=MAX_DIVISION)
    player = _account(name, only_accounts) if accounts and known is None else known
    if player is None and is_like_a_bots(name):
        raise _Unreadable("name_of_a_bot", name=name)
    return Line(number, written.strip(), name, Newcomer(player, rating=_rating(rating), division=division))


def _fields(written: str) -> list[str]:
    return [" ".join(part.split()) for part in written.replace("\t", ";").split(";")]


def _known(written: str, club: Club, rest: Sequence[str], here: Collection[UUID]) -> tuple[str, UUID | None]:
    """The name, and whom of the club it means if a mark says so, or if the only one is ``here`` already. Raises
    _Unreadable where somebody has to look."""
    name, mark = marked(written)
    if mark == NEW:
        return name, None
    if mark:
        found = club.book.marked(mark)
        if found is None or found not in club.book.named(name):
            raise _Unreadable("no_such_mark", name=name, mark=f"#{mark}")
        return found.name, found.player
    told = [club.told[one] for one in club.book.named(name)]
    if len(told) == 1:
        one = told[0]
        if one.known.player in here:
            return one.known.name, one.known.player
        text = "; ".join([one.known.line, *rest]).rstrip("; ")
        raise _Unreadable(KNOWN, again=text, name=one.known.line, told=one.told)
    if told:
        raise _Unreadable("several_known", name=name, told="; ".join(map(_choice, told)))
    return name, None


def _choice(told: Told) -> str:
    return f"{told.known.line} ({told.told})"


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
