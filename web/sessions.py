"""Whom a browser's session belongs to."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from .remembered import Remembered


def players_of(keys: Collection[str]) -> Mapping[str, UUID]:
    """By the keys of valid sessions, the player of each, if the password has not changed since."""
    rows = Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    opened = {key: _decoded(text) for key, text in rows.values_list("session_key", "session_data")}
    whos = {data[SESSION_KEY] for data in opened.values() if data.get(BACKEND_SESSION_KEY)}
    active = get_user_model().objects.filter(pk__in=whos, is_active=True)
    players = {str(id_): (id_, password) for id_, password in active.values_list("pk", "password")}
    found: dict[str, UUID] = {}
    for key, data in opened.items():
        id_, password = players.get(data.get(SESSION_KEY, ""), (None, ""))
        if id_ is not None and constant_time_compare(data.get(HASH_SESSION_KEY, ""), _hash_of(password)):
            found[key] = id_
    return found


@lru_cache(maxsize=4096)
def _decoded(text: str) -> Mapping[str, Any]:
    """A session's text is signed, and the same text always says the same."""
    return SessionStore().decode(text)


@lru_cache(maxsize=4096)
def _hash_of(password: str) -> str:
    """What the sessions of whoever has this (hashed) password hold of it."""
    return str(get_user_model()(password=password).get_session_auth_hash())


remembered: Remembered[str, UUID] = Remembered(players_of)


def player_of(request: HttpRequest) -> UUID | None:
    """Who is logged in, at most a second out of date: for the few requests that make up a game."""
    key = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
    return remembered.get(key) if key else None
