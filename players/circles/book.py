"""Whom a club knows, with those whom its circle shares: for its board alone."""

from __future__ import annotations

from uuid import UUID

from ..models import Player
from ..rosters.book import Book, Known, book_of
from . import queries


def book_with_circle(club: UUID, *, hidden: bool = False) -> Book:
    """The club's own people first; whoever is on both rosters under one id stands once."""
    own = book_of(club, hidden=hidden)
    return Book(club, [*own.people, *(one for one in shared_people(club) if one.player not in own.ids)])


def shared_people(club: UUID) -> list[Known]:
    """By name, each with the name of their home club."""
    homes = queries.shared(club)
    called = queries.names_of(set(homes.values()))
    names = Player.objects.filter(id__in=list(homes)).order_by("name", "id").values_list("id", "name")
    return [Known(one, name, None, False, (name,), home=called.get(homes[one], "")) for one, name in names if name]
