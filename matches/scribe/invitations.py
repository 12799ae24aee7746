"""Invitations to record a game: an address that its scribe hands to the player of a seat, or to somebody who then
sees no hand."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.core import signing
from django.urls import reverse

SALT = "scribe invitation"
LASTS = 24 * 3600
"""Seconds."""


@dataclass(frozen=True, slots=True)
class Invitation:
    seat: int | None


def address(scribing: UUID, seat: int | None) -> str:
    return f"{reverse('matches:scribe_join', args=[scribing])}?key={signing.dumps([str(scribing), seat], salt=SALT)}"


def read(scribing: UUID, key: str) -> Invitation | None:
    """None where it is none, is too old, or is one to another game."""
    try:
        of, seat = signing.loads(key, salt=SALT, max_age=LASTS)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return Invitation(seat) if of == str(scribing) else None
