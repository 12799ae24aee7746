"""Who listens to a live stream, and whether they still may: checked when it opens, and again while it is open.

An address says who asked for it and opens nothing by itself: a browser also brings the session of that player, a
program's token must still be there. So logging out, a new password, a revoked token, an erased account, a seat that was
lost and a table that is no longer theirs each end the streams that hung on them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple
from uuid import UUID

import structlog
from django.conf import settings
from django.http import parse_cookie

from web import hooks
from web.sessions import players_of

from .audience import Audience, Place, Players, kinds

log = structlog.get_logger()

TokenHolders = Callable[[Collection[UUID]], Iterable[tuple[UUID, UUID]]]
"""From ids of programs' tokens to those that live, each with its player (hook ``token_holders``)."""


class Listener(NamedTuple):
    """Who asked for an address, and how: ``session`` is the key of a browser's, ``token`` the id of a program's."""

    player: UUID | None = None
    session: str = ""
    token: UUID | None = None


NOBODY = Listener()


def with_session(listener: Listener, cookies: str) -> Listener:
    """The listener with the browser that sends these cookies."""
    if listener.player is None or listener.token is not None:
        return listener
    return listener._replace(session=parse_cookie(cookies).get(settings.SESSION_COOKIE_NAME, ""))


def allowed(audience: Audience, listeners: Iterable[Listener]) -> set[Listener]:
    """Those who are still who they were, and may still hear what this audience hears."""
    found = known(listeners)
    players = may(audience, {one.player for one in found})
    return {one for one in found if one.player in players}


def refused(listening: Mapping[Audience, Collection[Listener]]) -> Mapping[Audience, Collection[Listener]]:
    """Those who are no longer who they were, and those who may not hear what their audience hears. Who they are is
    looked up once for all audiences, and who may hear them once for all of a kind."""
    found = known({one for listeners in listening.values() for one in listeners})
    strangers = {audience: set(listeners) - found for audience, listeners in listening.items()}
    of_kind: dict[str, list[Audience]] = defaultdict(list)
    for audience in listening:
        of_kind[audience.kind].append(audience)
    for name, own in of_kind.items():
        kind, asking = kinds()[name], defaultdict[Place, set[UUID | None]](set)
        for audience in own:
            asking[audience.place].update(one.player for one in listening[audience])
        try:
            with kind.reading(asking):
                may = kind.right(asking)
        except Exception:  # whoever has logged out is shut out all the same, and so is who lost another kind's right
            log.exception("rights to live streams not reviewed", kind=name)
            continue
        for audience in own:
            strangers[audience] |= {one for one in listening[audience] if one.player not in may[audience.place]}
    return {audience: some for audience, some in strangers.items() if some}


def may(audience: Audience, players: Players) -> Players:
    return kinds()[audience.kind].right({audience.place: players})[audience.place]


def known(listeners: Iterable[Listener]) -> set[Listener]:
    """Those whose session or token still identifies them; visitors without a profile remain so."""
    asked = set(listeners)
    tokens = {one.token for one in asked if one.token is not None}
    held = {one for find in hooks.given("token_holders") for one in find(tokens)} if tokens else set()
    sessions = {one.session for one in asked if one.session}
    logged_in = set(players_of(sessions).items()) if sessions else set()
    return {
        one
        for one in asked
        if one.player is None or (one.token, one.player) in held or (one.session, one.player) in logged_in
    }
