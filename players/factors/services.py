"""What an account's second step changes elsewhere, and what comes of it when an account goes."""

from __future__ import annotations

from uuid import UUID

from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.contrib.auth import update_session_auth_hash
from django.db import transaction
from django.http import HttpRequest

from ..models import Player

STEPS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
"""Recovery codes alone ask for nothing: they stand in for one of these."""


def is_on(player: UUID) -> bool:
    """Whether logging in takes a second step."""
    return bool(Authenticator.objects.filter(user_id=player, type__in=STEPS).exists())


def changed(request: HttpRequest, player: Player) -> None:
    """Another second step ends all sessions but this one, all tokens and devices, as a new password does."""
    with transaction.atomic():
        player.end_sessions()
    update_session_auth_hash(request, player)


def turn_off(player: Player) -> bool:
    """Without any second step, as if there had never been one; False if there was none."""
    with transaction.atomic():
        removed, _ = Authenticator.objects.filter(user_id=player.pk).delete()
        if removed:
            player.end_sessions()
    return bool(removed)


def forget(player: UUID) -> None:
    """Somebody has erased their account."""
    Authenticator.objects.filter(user_id=player).delete()
    SocialAccount.objects.filter(user_id=player).delete()
