"""What players, clubs and ratings add to the platform (``web.hooks``)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from uuid import UUID

from .errors import PeopleRefused
from .models import ApiToken
from .ratings.errors import RatingRefused
from .ratings.sentences import SENTENCES as RATINGS
from .sentences import SENTENCES as PEOPLE

__all__ = ["sentences", "token_holders"]


def _in(area: str, said: Mapping[str, str]) -> Mapping[str, str]:
    return {f"{area}.{code}": sentence for code, sentence in said.items()}


def _holders(tokens: Collection[UUID]) -> Iterable[tuple[UUID, UUID]]:
    return ApiToken.objects.filter(id__in=tokens, player__is_active=True).values_list("id", "player")


sentences = (_in(PeopleRefused.area, PEOPLE), _in(RatingRefused.area, RATINGS))
token_holders = (_holders,)
