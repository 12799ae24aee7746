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
    """As it is kept: whatever case, spaces and dashes somebody types, and letters taken for others."""
    return "".join(char for char in code.upper().translate(MEANT) if char in LETTERS)


def digest(code: str) -> str:
    return sha256(plain(code).encode()).hexdigest()


def issue(*, player: Player, now: datetime) -> str:
    """A code for a guest, told this once; the one before is void."""
    assert player.is_guest
    code = new_code()
    ReturnCode.objects.update_or_create(
        player=player, defaults={"digest": digest(code), "created_at": now, "used_at": None}
    )
    return code


def revoke(*, player: Player) -> None:
    """No code leads to this guest any more, and every browser that knows them has forgotten them."""
    with transaction.atomic():
        ReturnCode.objects.filter(player=player).delete()
        player.set_unusable_password()
        player.save(update_fields=["password"])


def forget(player: Player) -> None:
    """The code of somebody who is no guest any more."""
    ReturnCode.objects.filter(player=player).delete()


def guest_of(code: str, *, now: datetime) -> Player | None:
    """The guest whose code this is. None for an unknown or void one, and for who is no guest any more."""
    if len(plain(code)) != LENGTH:
        return None
    found = ReturnCode.objects.select_related("player").filter(digest=digest(code)).first()
    if found is None or not (found.player.is_guest and found.player.is_active):
        return None
    ReturnCode.objects.filter(pk=found.pk).update(used_at=now)
    return found.player


def code_of(player: Player) -> ReturnCode | None:
    """When it was made and used; never what it is."""
    return ReturnCode.objects.filter(player=player).first()
