"""Playing at once: a visitor without a profile becomes a guest."""

from __future__ import annotations

import secrets
from uuid import UUID

from django.contrib.auth import login
from django.http import HttpRequest
from django.utils.translation import gettext as _

from players import services as players
from web import limits

BACKEND = "django.contrib.auth.backends.ModelBackend"


def somebody(request: HttpRequest, name: str = "") -> UUID:
    """The player who asks; for a visitor, a new guest of this name, logged in. Raises TooMany."""
    if not request.user.is_authenticated:
        limits.NEWCOMERS.take(limits.address(request))
        guest = players.enter_as_guest(name=name or _("Guest %(n)s") % {"n": secrets.randbelow(9000) + 1000})
        login(request, guest, backend=BACKEND)
    player = request.user.pk
    assert isinstance(player, UUID)
    return player
