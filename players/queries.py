"""Everything that is read about players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from uuid import UUID

from django.utils.translation import gettext as _

from . import tokens
from .models import ApiToken, Player


def token_for_secret(secret: str) -> ApiToken | None:
    """The token, with its player, that ``secret`` opens; None for an unknown or revoked one."""
    return (
        ApiToken.objects.select_related("player").filter(digest=tokens.digest(secret), player__is_active=True).first()
    )


def tokens_of(player: Player) -> list[ApiToken]:
    return list(player.api_tokens.all())


def names(ids: Iterable[UUID]) -> Mapping[UUID, str]:
    """The names to show, in the current language, for each id that is known; erased players have a common one."""
    found = Player.objects.filter(id__in=set(ids)).values_list("id", "name")
    return {id_: name or _("Former player") for id_, name in found}


def player(id_: UUID) -> Player | None:
    return Player.objects.filter(id=id_, is_active=True).first()
