"""All queries about planned evenings. Who comes is for the club's members; that there is an evening, for everybody."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated
from uuid import UUID

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from players import queries as players
from players.clubs import queries as clubs
from players.clubs.queries import ClubHead
from players.rosters.book import Known, book_of, marked
from players.taking_part import Part
from web.encoding import UNSHOWN
from web.errors import BadRequest, NotAllowed

from . import services
from .events import Coming

PAGE = 10
"""Evenings on one page: each is folded from its stream."""


@dataclass(frozen=True, slots=True)
class Listed:
    """Somebody whom the board can take off the list."""

    player: UUID
    name: str


@dataclass(frozen=True, slots=True)
class EveningShown:
    """``coming`` have a place, ``waiting`` say that they come and have none: both in the order in which they said so.
    ``queue`` is the asker's number on the waiting list, 0 if they do not wait."""

    id: UUID
    version: int
    starts: datetime
    limit: Annotated[int, "How many have a place; 0: everybody."]
    mine: Annotated[Coming | None, "Your answer."]
    queue: Annotated[int, "Your number on the waiting list; 0: you do not wait."]
    coming: list[str]
    waiting: list[str]
    perhaps: list[str]
    not_coming: list[str]
    listed: Annotated[list[Listed], UNSHOWN]

    @property
    def free(self) -> int:
        """How many places are left, where they are limited."""
        return max(0, self.limit - len(self.coming))


@dataclass(frozen=True, slots=True)
class EveningsShown:
    club: Annotated[ClubHead, UNSHOWN]
    evenings: list[EveningShown]
    page: int
    pages: int


def evenings(*, club: UUID, player: UUID | None, page: int = 1) -> EveningsShown:
    """Raises NotFound, NotAllowed."""
    head = clubs.head(club_id=club, player=player)
    if head.role is None:
        raise NotAllowed("evenings_for_members")
    rows = services.to_come(club, timezone.now()).order_by("starts", "id")
    pages = max(1, -(-rows.count() // PAGE))
    page = min(max(page, 1), pages)
    shown = [_shown(row.id, player) for row in rows[(page - 1) * PAGE : page * PAGE]]
    return EveningsShown(head, shown, page, pages)


def _shown(evening: UUID, player: UUID | None) -> EveningShown:
    state = services.existing(evening)
    now = players.now_of(state.answers)
    names = players.names(now.values())
    mine = {now[one]: answer for one, answer in state.answers.items()}.get(player) if player else None
    waiting = [now[one] for one in state.waiting]
    assert state.starts is not None
    return EveningShown(
        evening,
        state.version,
        state.starts,
        state.limit,
        mine,
        waiting.index(player) + 1 if player in waiting else 0,
        _named(state.placed, now, names),
        _named(state.waiting, now, names),
        sorted(_named(_who(state.answers, Coming.PERHAPS), now, names)),
        sorted(_named(_who(state.answers, Coming.NO), now, names)),
        [Listed(one, names.get(now[one], "?")) for one in state.coming],
    )


def _who(answers: Mapping[UUID, Coming], coming: Coming) -> Collection[UUID]:
    return [player for player, answer in answers.items() if answer is coming]


def _named(people: Iterable[UUID], now: Mapping[UUID, UUID], names: Mapping[UUID, str]) -> list[str]:
    return [names.get(one, "?") for one in dict.fromkeys(now[one] for one in people)]


def somebody(club: UUID, typed: str) -> UUID:
    """The person of the roster without an account whom one of the board means by a name, or a name and its number.
    Raises BadRequest."""
    name, mark = marked(" ".join(typed.split()))
    book = book_of(club)
    found: list[Known] = book.looking_like(name) if not mark else [one] if (one := book.marked(mark)) else []
    found = [one for one in found if not one.account]
    if len(found) != 1:
        raise BadRequest("several_on_roster" if found else "not_on_roster_by_name", field="names", name=name)
    return found[0].player


def of_club(club: UUID, asker: UUID | None) -> list[Part]:
    """The evenings to come, for the club's page."""
    rows = services.to_come(club, timezone.now())
    there = reverse("tournaments:evenings", args=[club])
    return [Part(_told(row.coming, row.limit), there, "coming", row.starts) for row in rows.order_by("starts", "id")]


def _told(coming: int, limit: int) -> str:
    if not limit:
        return _("Evening: %(n)s say that they come") % {"n": coming}
    free = max(0, limit - coming)
    if not free:
        return _("Evening: all %(n)s places are taken") % {"n": limit}
    said = ngettext("Evening: %(free)d of %(n)d place is free", "Evening: %(free)d of %(n)d places are free", limit)
    return said % {"free": free, "n": limit}
