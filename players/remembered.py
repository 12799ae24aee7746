"""Who somebody is, at most a second out of date (``web.remembered``): for what every request asks."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple
from uuid import UUID

from web.remembered import Remembered

from .models import ApiToken, Player


class Person(NamedTuple):
    """``name`` is that of the kept profile, ``""`` for erased people; ``into`` is that profile, if this one
    was merged."""

    name: str
    into: UUID | None


def _people(ids: Collection[UUID]) -> Mapping[UUID, Person]:
    rows = Player.objects.filter(id__in=ids).values_list("id", "name", "merged_into", "merged_into__name")
    return {id_: Person(kept or "" if into else name, into) for id_, name, into, kept in rows}


def _tokens(digests: Collection[str]) -> Mapping[str, ApiToken]:
    found = ApiToken.objects.select_related("player").filter(digest__in=digests, player__is_active=True)
    return {token.digest: token for token in found}


people: Remembered[UUID, Person] = Remembered(_people)
tokens: Remembered[str, ApiToken] = Remembered(_tokens)
"""By the digest of its secret, each with its player."""
