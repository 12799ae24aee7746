"""A club's records: who stands highest, has played most, and came to most evenings."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from web import hooks

from ..clubs import queries as clubs
from ..ratings.elo import shown
from ..ratings.models import Ladder, Rating
from ..ratings.naming import Named, people
from ..ratings.outcome import person, player_of
from . import queries


@dataclass(frozen=True, slots=True)
class Record:
    title: str
    holders: list[Named]
    value: str


def records(club: UUID, ladder: Ladder | None, asker: UUID | None) -> list[Record]:
    """Of the members whom the asker sees, and the people of the roster; on a rating list and in the club's events."""
    whos = clubs.members_of(club, asker=asker) | queries.ids(club)
    rated = list(Rating.objects.filter(ladder=ladder, who__in=whos, games__gt=0)) if ladder else []
    settled = [row for row in rated if not row.is_provisional]
    came: dict[str, int] = {}
    for visitors in hooks.given("visitors_of_clubs"):
        came.update({person(player): many for player, many in visitors.evenings(club).items()})
    found: list[tuple[str, tuple[list[str], int], Callable[[int], str]]] = [
        (_("Highest rating"), _most((row.who, shown(row.value)) for row in settled), str),
        (_("Most rated games"), _most((row.who, row.games) for row in rated), _games),
        (_("Most evenings here"), _most((who, many) for who, many in came.items() if who in whos), _evenings),
    ]
    named = people(who for _title, (holders, _value), _said in found for who in holders)
    return [
        Record(title, [named[who] for who in holders], said(value))
        for title, (holders, value), said in found
        if holders and all(player_of(who) is not None for who in holders)
    ]


def _most(values: Iterable[tuple[str, int]]) -> tuple[list[str], int]:
    """Those who share the highest value; nobody if more than three do."""
    known = dict(values)
    most = max(known.values(), default=0)
    holders = sorted(who for who, value in known.items() if value == most)
    return (holders, most) if len(holders) <= 3 else ([], most)


def _games(many: int) -> str:
    return ngettext("%(n)d game", "%(n)d games", many) % {"n": many}


def _evenings(many: int) -> str:
    return ngettext("%(n)d event", "%(n)d events", many) % {"n": many}
