"""Who listens to a live stream, and whether they still may: asked when it opens, and again while it lives.

An address says who asked for it and opens nothing by itself: a browser also brings the session of that player, a
program's token must still be there. So logging out, a new password, a revoked token, an erased account, a seat that was
lost and a table that is no longer theirs each end the streams that hung on them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple
from uuid import UUID

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.contrib.sessions.models import Session
from django.http import parse_cookie
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from web import hooks

from .audience import Audience, Players, kinds

TokenHolders = Callable[[Collection[UUID]], Iterable[tuple[UUID, UUID]]]
"""From ids of programs' tokens to those that live, each with its player (hook ``token_holders``)."""


class Listener(NamedTuple):
    """Who asked for an address, and by what: ``session`` is the key of a browser's, ``token`` the id of a program's."""

    player: UUID | None = None
    session: str = ""
    token: UUID | None = None


NOBODY = Listener()


def with_session(listener: Listener, cookies: str) -> Listener:
    """As the browser comes that sends these cookies."""
    if listener.player is None or listener.token is not None:
        return listener
    return listener._replace(session=parse_cookie(cookies).get(settings.SESSION_COOKIE_NAME, ""))


def allowed(audience: Audience, listeners: Iterable[Listener]) -> set[Listener]:
    """Those who are still who they were, and may still hear what this audience hears."""
    found = known(listeners)
    players = may(audience, {one.player for one in found})
    return {one for one in found if one.player in players}


def may(audience: Audience, players: Players) -> Players:
    return kinds()[audience.kind].right(audience.stream, audience.viewer, players)


def known(listeners: Iterable[Listener]) -> set[Listener]:
    """Those whose session or token still makes them who they are; whoever is nobody stays nobody."""
    asked = set(listeners)
    tokens = {one.token for one in asked if one.token is not None}
    held = {one for find in hooks.given("token_holders") for one in find(tokens)} if tokens else set()
    logged_in = _logged_in({one.session for one in asked if one.session})
    return {
        one
        for one in asked
        if one.player is None or (one.token, one.player) in held or (one.session, one.player) in logged_in
    }


def _logged_in(keys: Collection[str]) -> set[tuple[str, UUID]]:
    """The sessions that live, with the player whom each was begun by, under the password of now."""
    if not keys:
        return set()
    rows = Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    opened = {row.session_key: row.get_decoded() for row in rows}
    whos = {data[SESSION_KEY] for data in opened.values() if data.get(BACKEND_SESSION_KEY)}
    players = {str(player.pk): player for player in get_user_model().objects.filter(pk__in=whos, is_active=True)}
    return {
        (key, players[data[SESSION_KEY]].pk)
        for key, data in opened.items()
        if data.get(SESSION_KEY) in players
        and constant_time_compare(data.get(HASH_SESSION_KEY, ""), players[data[SESSION_KEY]].get_session_auth_hash())
    }
