"""The way back for guests: a code that opens their profile in a browser that has forgotten them.

A code has 80 random bits (16 letters and digits of 32 kinds), so a plain SHA-256 is kept of it: there is nothing to
guess. With every try that one address has (``limits.RETURNS``), a million addresses find one of a million guests' codes
in about a million years. Nobody can read a code again; its holder makes a new one, and the old one is void.
"""

from __future__ import annotations

import secrets
from datetime import datetime
from hashlib import sha256

from django.db import transaction

from .models import Player, ReturnCode

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without those that are taken for others: I, L, O and U."""
LENGTH, GROUP = 16, 4
MEANT = str.maketrans("OIL", "011")


def new_code() -> str:
    """``K7QF-3M9T-XW2D-8RPH``"""
    text = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    return "-".join(text[at : at + GROUP] for at in range(0, LENGTH, GROUP))


def plain(code: str) -> str:
    """The code as stored: ignores case, spaces, dashes and letters mistaken for others."""
    return "".join(char for char in code.upper().translate(MEANT) if char in LETTERS)


def digest(code: str) -> str:
    return sha256(plain(code).encode()).hexdigest()


def issue(*, player: Player, now: datetime) -> str:
    """A new code for a guest, shown this once; the previous one becomes void."""
    assert player.is_guest
    code = new_code()
    ReturnCode.objects.update_or_create(
        player=player, defaults={"digest": digest(code), "created_at": now, "used_at": None}
    )
    return code


def revoke(*, player: Player) -> None:
    """Revoke the guest's code, and log every browser out of this guest."""
    with transaction.atomic():
        ReturnCode.objects.filter(player=player).delete()
        player.set_unusable_password()
        player.save(update_fields=["password"])


def forget(player: Player) -> None:
    """Delete the code of somebody who is no longer a guest."""
    ReturnCode.objects.filter(player=player).delete()


def guest_of(code: str, *, now: datetime) -> Player | None:
    """The guest with this code. None for an unknown or void one, and for somebody no longer a guest."""
    if len(plain(code)) != LENGTH:
        return None
    found = ReturnCode.objects.select_related("player").filter(digest=digest(code)).first()
    if found is None or not (found.player.is_guest and found.player.is_active):
        return None
    ReturnCode.objects.filter(pk=found.pk).update(used_at=now)
    return found.player


def code_of(player: Player) -> ReturnCode | None:
    """When the code was made and used; never the code itself."""
    return ReturnCode.objects.filter(player=player).first()
