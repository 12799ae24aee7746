"""What the two parties of a challenge may know of it; nobody else is told that there is one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated
from uuid import UUID

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from players import queries as players
from web.encoding import UNSHOWN, component

from ..clocks.controls import PRESETS, TimeControl
from .challenges import LASTS, MAX_OFFERS, of_party, other_of
from .models import EXPIRED, OPEN, Challenge

LISTED = 30


@component("Challenge")
@dataclass(frozen=True, slots=True)
class ChallengeShown:
    """A challenge as one of its parties sees it."""

    id: UUID
    other: Annotated[UUID, "The other party."]
    name: Annotated[str, "Theirs."]
    mine: Annotated[bool, "Whether you began it."]
    my_turn: Annotated[bool, "Whether you have to answer."]
    game: str
    ruleset: str
    seats: int
    control: Annotated[str, "Empty: no clocks."]
    rated: bool
    offer: Annotated[int, "The number of the last offer, by which it is answered."]
    status: Annotated[str, "`open`, `accepted`, `declined`, `withdrawn` or `expired`."]
    expires_at: datetime
    table: UUID | None
    match: UUID | None
    version: Annotated[int, UNSHOWN]

    @property
    def time(self) -> TimeControl | None:
        return PRESETS[self.control] if self.control else None

    @property
    def is_open(self) -> bool:
        return self.status == OPEN

    @property
    def may_counter(self) -> bool:
        return self.offer < MAX_OFFERS


def challenge(challenge_id: UUID, *, player: UUID | None, now: datetime | None = None) -> ChallengeShown:
    """Raises NotFound for everybody but the two."""
    row = of_party(challenge_id, player)
    assert player is not None
    return _shown([row], player, now)[0]


def mine(player: UUID, now: datetime | None = None) -> list[ChallengeShown]:
    """Those that are open, and wait for the player first; then those that were answered lately."""
    at = now or timezone.now()
    rows = Challenge.objects.filter(Q(challenger=player) | Q(challenged=player), expires_at__gt=at - LASTS)
    shown = _shown(list(rows.order_by("-made_at")[:LISTED]), player, at)
    return sorted(shown, key=lambda one: (not one.is_open, not one.my_turn))


def waiting(player: UUID, now: datetime | None = None) -> list[ChallengeShown]:
    """Those that are open: what the home page shows."""
    at = now or timezone.now()
    own = Q(challenger=player) | Q(challenged=player)
    rows = Challenge.objects.filter(own, status=OPEN, expires_at__gt=at)
    return sorted(_shown(list(rows.order_by("expires_at")[:LISTED]), player, at), key=lambda one: not one.my_turn)


def _shown(rows: list[Challenge], player: UUID, now: datetime | None) -> list[ChallengeShown]:
    at, called = now or timezone.now(), players.names({other_of(row, player) for row in rows})
    return [
        ChallengeShown(
            id=row.id,
            other=(other := other_of(row, player)),
            name=called.get(other, _("Former player")),
            mine=row.challenger == player,
            my_turn=row.turn == player,
            game=row.game,
            ruleset=row.ruleset,
            seats=row.seats,
            control=row.control,
            rated=row.rated,
            offer=row.offers,
            status=EXPIRED if row.status == OPEN and row.expires_at <= at else row.status,
            expires_at=row.expires_at,
            table=row.table,
            match=row.match,
            version=row.version,
        )
        for row in rows
    ]
