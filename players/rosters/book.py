"""Everybody whom a club knows, by name: to complete a name while it is typed, and to recognise one that was typed.

People with an account are in it as far as others see that they are members. Somebody who had only a name and has an
account now is found under both names. Of two with one name each has a mark: ``#12``, the number on the roster, or the
beginning of a member's id, ``#m3fa91``.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Protocol
from uuid import UUID

from django.db.models import Q
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from elekt_core.folding import folded
from web import hooks
from web.encoding import BESIDE, UNSHOWN, component

from ..clubs.models import ClubMember
from ..models import Player
from ..names.alike import looks
from ..ratings.elo import shown
from ..ratings.events import LadderKey
from ..ratings.models import Ladder, Rating
from ..ratings.outcome import person
from .models import RosterPerson

FOUND_AT_MOST = 8
NEW = "new"
"""The mark of somebody who is none of those with this name."""
_MARK = re.compile(r"^(.*\S)\s*#(\w{1,8})$")
_NICK = re.compile(r"\s*\([^()]*\)$")


class Visitors(Protocol):
    """What the apps above know of who came to a club's events (hook ``visitors_of_clubs``)."""

    def last_here(self, club: UUID, people: Collection[UUID]) -> Mapping[UUID, datetime]:
        """When each of these people last took part in an event of the club; without those who never did."""

    def evenings(self, club: UUID) -> Mapping[UUID, int]:
        """How many events of the club each person has taken part in."""

    def playing(self, game: str) -> Collection[UUID]:
        """The clubs that hold events of a game."""

    def names(self, club: UUID) -> tuple[Collection[UUID], Collection[UUID]]:
        """Those who took part and are only names written down in the club's events; and these events."""


@component("RosterPerson")
@dataclass(frozen=True, slots=True)
class Known:
    """``number`` is None for members who never were on the roster; ``called`` are all names of theirs."""

    player: UUID
    name: str
    number: int | None
    account: bool
    called: Annotated[tuple[str, ...], UNSHOWN]
    home: Annotated[str, UNSHOWN] = ""
    """The club of the circle that shares them; ``""`` for the club's own."""

    @property
    def mark(self) -> str:
        return f"#m{self.player.hex[:6]}" if self.number is None else f"#{self.number}"

    @property
    def line(self) -> str:
        """How a list names them, whoever else has the name."""
        return f"{self.name} {self.mark}"


@component("RosterLine")
@dataclass(frozen=True, slots=True)
class Told:
    """Somebody as one looks at them once: when they were here last, and their rating."""

    known: Annotated[Known, BESIDE]
    last_here: datetime | None
    rating: int | None

    @property
    def told(self) -> str:
        parts = [
            _("last here on %(date)s") % {"date": date_format(localtime(self.last_here), "DATE_FORMAT")}
            if self.last_here
            else _("has not played here yet")
        ]
        if self.known.home:
            parts.insert(0, _("of the club %(club)s") % {"club": self.known.home})
        if self.rating is not None:
            parts.append(_("rating %(rating)s") % {"rating": self.rating})
        return ", ".join(parts)


class Book:
    def __init__(self, club: UUID, people: Iterable[Known]) -> None:
        self.club = club
        self.people = list(people)
        self._by_looks: dict[tuple[int, str], list[Known]] = defaultdict(list)
        self._indexed = False

    @property
    def ids(self) -> set[UUID]:
        return {one.player for one in self.people}

    def looking_like(self, name: str) -> list[Known]:
        """Those with this name, whatever its characters and case."""
        index = self._index()
        found = [one for way in enumerate(looks(name)) for one in index.get(way, ())]
        return list(dict.fromkeys(found))

    def named(self, name: str) -> list[Known]:
        """The same, and those of this name with a nickname or number in brackets."""
        index = self._index()
        found = [one for way, text in enumerate(looks(name)) for one in index.get((way + 2, text), ())]
        return list(dict.fromkeys([*self.looking_like(name), *found]))

    def marked(self, mark: str) -> Known | None:
        return next((one for one in self.people if one.mark == f"#{mark}"), None)

    def beginning(self, text: str) -> list[Known]:
        """Those of whom the name, or a later word of it, begins so."""
        start = folded(text)
        return [
            one
            for one in self.people
            if any(name.startswith(start) or f" {start}" in name for name in map(folded, one.called))
        ]

    def tell(self, people: Collection[Known], ladder: Ladder | None) -> list[Told]:
        """In the same order; two queries and one of each app that knows when they came."""
        ids = [one.player for one in people]
        last: dict[UUID, datetime] = {}
        for visitors in hooks.given("visitors_of_clubs"):
            last.update(visitors.last_here(self.club, ids))
        rows = Rating.objects.filter(ladder=ladder, who__in=map(person, ids), games__gt=0) if ladder else []
        rated = {row.who: shown(row.value) for row in rows}
        return [Told(one, last.get(one.player), rated.get(person(one.player))) for one in people]

    def _index(self) -> Mapping[tuple[int, str], list[Known]]:
        """By how a name looks (0 and 1), and how it looks without its nickname (2 and 3)."""
        if not self._indexed:
            self._indexed = True
            for one in self.people:
                for name in one.called:
                    for way, text in enumerate((*looks(name), *looks(_NICK.sub("", name)))):
                        self._by_looks[way, text].append(one)
        return self._by_looks


def marked(name: str) -> tuple[str, str]:
    """A name as typed, and its mark without ``#``, ``""`` if there is none."""
    found = _MARK.match(name)
    return (found[1].strip(), found[2].lower()) if found else (name, "")


def book_of(club: UUID, *, hidden: bool = False, only: Collection[UUID] | None = None) -> Book:
    """``hidden``: also the members who show their membership to the club only; ``only`` these people. Three queries."""
    rows, members = RosterPerson.objects.filter(club=club), ClubMember.objects.filter(club=club)
    if only is not None:
        profiles = Player.objects.filter(merged_into__in=only).values("id")
        rows = rows.filter(Q(player__in=only) | Q(player__in=profiles))
        members = members.filter(player__in=only)
    numbers = dict(rows.values_list("player", "number"))
    listed = rows.values("player")
    if not hidden:
        members = members.filter(hidden=False)
    fields = ("id", "name", "username", "merged_into", "merged_into__name", "merged_into__username")
    people: dict[UUID, Known] = {}
    for id_, own, username, into, kept, user in Player.objects.filter(id__in=listed).values_list(*fields):
        who, name = (id_, own) if into is None else (into, kept)
        if not name:  # erased
            continue
        number = numbers.get(who, numbers[id_])
        called = tuple(one for one in (name, own) if one)
        if who in people:
            called = (*people[who].called, *called)
        account = (username if into is None else user) is not None
        people[who] = Known(who, name, number, account, tuple(dict.fromkeys(called)))
    shown = Player.objects.filter(id__in=members.values("player"), is_active=True).values_list("id", "name")
    for id_, name in shown:
        if id_ not in people and name:
            people[id_] = Known(id_, name, None, True, (name,))
    order = sorted(people.values(), key=lambda one: (one.number is None, one.number or 0, one.name))
    return Book(club, order)


def ladder_of(key: LadderKey) -> Ladder | None:
    """The rating list, if anything was rated on it yet."""
    return Ladder.objects.filter(game=key.game, ruleset=key.ruleset, speed=key.speed, mode=key.mode).first()
