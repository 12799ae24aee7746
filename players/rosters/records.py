"""A club's records: who stands highest, has played most, and came to most evenings."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from uuid import UUID

from django.core.cache import cache
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from web import hooks

from ..clubs import queries as clubs
from ..clubs.models import ClubMember
from ..ratings.elo import shown
from ..ratings.models import Ladder, Rating
from ..ratings.naming import Named, people
from ..ratings.outcome import person, player_of
from . import queries

KEPT_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Record:
    title: str
    holders: list[Named]
    value: str


def records(club: UUID, ladder: Ladder | None, asker: UUID | None) -> list[Record]:
    """Of the members whom the asker sees, and the people of the roster; on a rating list and in the club's events. At
    most a minute old, since the whole club is looked through for it."""
    inside = asker is not None and ClubMember.objects.filter(club=club, player=asker).exists()
    key = f"records:{club}:{'' if ladder is None else ladder.pk}:{inside}"
    found = cache.get(key)
    if found is None:
        found = _found(club, ladder, asker)
        cache.set(key, found, KEPT_SECONDS)
    titles = (_("Highest rating"), _("Most rated games"), _("Most evenings here"))
    said: tuple[Callable[[int], str], ...] = (str, _games, _evenings)
    named = people(who for holders, _value in found for who in holders)
    return [
        Record(title, [named[who] for who in holders], tell(value))
        for title, (holders, value), tell in zip(titles, found, said, strict=True)
        if holders and all(player_of(who) is not None for who in holders)
    ]


def _found(club: UUID, ladder: Ladder | None, asker: UUID | None) -> list[tuple[list[str], int]]:
    """The holders of each record, and the value: ids alone, for names may change."""
    whos = clubs.members_of(club, asker=asker) | queries.ids(club)
    rated = [row for some in _chunks(whos) for row in _ratings(ladder, some)] if ladder else []
    came: dict[str, int] = {}
    for visitors in hooks.given("visitors_of_clubs"):
        came.update({person(player): many for player, many in visitors.evenings(club).items()})
    return [
        _most((row.who, shown(row.value)) for row in rated if not row.is_provisional),
        _most((row.who, row.games) for row in rated),
        _most((who, many) for who, many in came.items() if who in whos),
    ]


def _ratings(ladder: Ladder, whos: Collection[str]) -> Iterable[Rating]:
    return Rating.objects.filter(ladder=ladder, who__in=whos, games__gt=0)


def _chunks(whos: Collection[str]) -> Iterator[list[str]]:
    """A database takes only so many values in one question."""
    order = sorted(whos)
    return (order[start : start + queries.CHUNK] for start in range(0, len(order), queries.CHUNK))


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
