"""Links in e-mails: to pages, to stop a kind of notice, and the signed ones that an account's letters are about.

A secret link is made when its letter is sent, so it is never stored. What is signed stands behind ``?``, since the log
has paths alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Final
from urllib.parse import urlencode
from uuid import UUID

from django.conf import settings
from django.contrib.auth.tokens import default_token_generator
from django.core import signing
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ..models import Player
from .kinds import Kind
from .models import Reader

STOP, CONFIRM = "players.notices.stop", "players.notices.confirm"
CONFIRM_LASTS: Final = timedelta(days=3)


def absolute(path: str) -> str:
    return settings.SITE_URL.rstrip("/") + path


def stop(player: UUID, kind: Kind) -> str:
    """A link that stops e-mails of a kind, without logging in; it has no end."""
    return _signed("players:stop_notices", signing.dumps([str(player), kind.value], salt=STOP))


def read_stop(token: str) -> tuple[UUID, Kind]:
    """Raises signing.BadSignature."""
    player, kind = signing.loads(token, salt=STOP)
    return UUID(player), Kind(kind)


def confirm(player: Player, reader: Reader) -> str:
    return _signed("players:confirm_address", signing.dumps([str(player.pk), reader.address], salt=CONFIRM))


def read_confirm(token: str) -> tuple[UUID, str]:
    """Who is to confirm which address. Raises signing.BadSignature."""
    player, address = signing.loads(token, salt=CONFIRM, max_age=CONFIRM_LASTS)
    return UUID(player), address


def reset(player: Player, reader: Reader) -> str:
    """Void once it was used, the password changed, or somebody has logged in (Django's own token)."""
    return _signed("players:reset_password", f"{player.pk}.{default_token_generator.make_token(player)}")


def read_reset(token: str) -> Player | None:
    """Whose password may be set anew; None for a token that is void."""
    id_, _dot, rest = token.partition(".")
    try:
        player = Player.objects.filter(pk=UUID(id_), is_active=True, username__isnull=False).first()
    except ValueError:
        return None
    return player if player is not None and default_token_generator.check_token(player, rest) else None


def _signed(name: str, token: str) -> str:
    return f"{absolute(reverse(name))}?{urlencode({'t': token})}"


def page(_player: Player, _reader: Reader) -> str:
    return absolute(reverse("players:notices"))


@dataclass(frozen=True, slots=True)
class Letter:
    """An e-mail about the account itself: it cannot be switched off, and goes to addresses not confirmed, too.
    ``farewell``: to one that is the account's no longer."""

    name: str
    title: str | Promise
    text: str | Promise
    otherwise: str | Promise
    link: Callable[[Player, Reader], str]
    lasts: timedelta
    farewell: bool = False


CONFIRM_ADDRESS = Letter(
    "confirm_address",
    _("Confirm your e-mail address"),
    _("Open this link within three days to get e-mails at this address:"),
    _("If you did not enter this address, ignore this e-mail: nothing else will be sent here."),
    confirm,
    CONFIRM_LASTS,
)
RESET_PASSWORD = Letter(
    "reset_password",
    _("Choose a new password"),
    _("Open this link to choose a new password. It works once, for a few hours:"),
    _("If you did not ask for it, ignore this e-mail: your password stays as it is."),
    reset,
    timedelta(hours=1),
)
ADDRESS_LEFT = Letter(
    "address_left",
    _("This is no longer the e-mail address of your account"),
    _("This address was removed from your account, or replaced by another one. Your account says which it has now:"),
    _("If that was not you, log in there and choose a new password at once."),
    page,
    timedelta(days=3),
    farewell=True,
)
LETTERS: Final[Mapping[str, Letter]] = {
    letter.name: letter for letter in (CONFIRM_ADDRESS, RESET_PASSWORD, ADDRESS_LEFT)
}
