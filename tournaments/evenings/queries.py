"""All queries about planned evenings. Who comes is for the club's members; that there is an evening, for everybody."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from players import queries as players
from players.clubs import queries as clubs
from players.clubs.queries import ClubShown
from players.rosters.book import Known, book_of
from players.taking_part import Part
from web.errors import NotAllowed

from . import services
from .events import Coming


@dataclass(frozen=True, slots=True)
class Answered:
    name: str
    coming: Coming


@dataclass(frozen=True, slots=True)
class EveningShown:
    id: UUID
    starts: datetime
    mine: Coming | None
    coming: list[str]
    perhaps: list[str]
    not_coming: list[str]
    silent: list[Known]
    """People of the roster for whom nobody has answered, or not that they come: the board can."""


@dataclass(frozen=True, slots=True)
class EveningsShown:
    club: ClubShown
    evenings: list[EveningShown]


def evenings(*, club: UUID, player: UUID | None) -> EveningsShown:
    """Raises NotFound, NotAllowed."""
    shown = clubs.club(club_id=club, player=player)
    if shown.role is None:
        raise NotAllowed("evenings_for_members")
    listed = [one for one in book_of(club).people if not one.account] if shown.runs else []
    rows = services.to_come(club, timezone.now())
    return EveningsShown(shown, [_shown(row.id, player, listed) for row in rows.order_by("starts", "id")])


def _shown(evening: UUID, player: UUID | None, listed: list[Known]) -> EveningShown:
    state = services.existing(evening)
    now = players.now_of(state.answers)
    answers = {now[one]: answer for one, answer in state.answers.items()}
    names = players.names(answers)
    told = {answer: sorted(names[one] for one in answers if answers[one] is answer) for answer in Coming}
    assert state.starts is not None
    mine = answers.get(player) if player is not None else None
    silent = sorted((one for one in listed if answers.get(one.player) is not Coming.YES), key=lambda one: one.line)
    return EveningShown(evening, state.starts, mine, told[Coming.YES], told[Coming.PERHAPS], told[Coming.NO], silent)


def of_club(club: UUID, asker: UUID | None) -> list[Part]:
    """The evenings to come, for the club's page."""
    rows = services.to_come(club, timezone.now())
    there = reverse("tournaments:evenings", args=[club])
    title = _("Evening: %(n)s say that they come")
    return [Part(title % {"n": row.coming}, there, "coming", row.starts) for row in rows.order_by("starts", "id")]
