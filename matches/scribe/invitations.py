"""Invitations to record a game: an address that its scribe hands to the player of a seat, or to somebody who then
sees no hand."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.core import signing
from django.urls import reverse

from .events import ScribeFold

SALT = "scribe invitation"
LASTS = 24 * 3600
"""Seconds."""


@dataclass(frozen=True, slots=True)
class Invitation:
    seat: int | None
    number: int
    """How often such addresses had been withdrawn when it was made."""


def address(fold: ScribeFold, seat: int | None) -> str:
    key = signing.dumps([str(fold.id), seat, _number(fold, seat)], salt=SALT)
    return f"{reverse('matches:scribe_join', args=[fold.id])}?key={key}"


def holds(fold: ScribeFold, invitation: Invitation) -> bool:
    """Whether it was not withdrawn since."""
    return invitation.number == _number(fold, invitation.seat)


def _number(fold: ScribeFold, seat: int | None) -> int:
    return fold.withdrawn.get(seat, 0)


def read(scribing: UUID, key: str) -> Invitation | None:
    """None where it is none, is too old, or is one to another game."""
    try:
        of, seat, number = signing.loads(key, salt=SALT, max_age=LASTS)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return Invitation(seat, number) if of == str(scribing) else None
