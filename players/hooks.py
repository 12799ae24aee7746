"""What players, clubs and ratings add to the platform (``web.hooks``)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from uuid import UUID

from .calibration.projection import Calibration
from .clubs.projection import Clubs
from .friends import services as friends
from .merging.projection import Mergers
from .models import ApiToken
from .ratings.projection import Ratings
from .ratings.sentences import SENTENCES as RATINGS
from .rosters.projection import Rosters
from .sentences import SENTENCES as PEOPLE

__all__ = ["player_erased", "profiles_merged", "projections", "sentences", "token_holders"]


def _holders(tokens: Collection[UUID]) -> Iterable[tuple[UUID, UUID]]:
    return ApiToken.objects.filter(id__in=tokens, player__is_active=True).values_list("id", "player")


player_erased = (friends.forget,)
profiles_merged = (friends.merged,)
projections = (
    Ratings(),
    Calibration(),  # behind the ratings, whose rows it reads
    Clubs(),
    Mergers(),
    Rosters(),
)
sentences = (PEOPLE, RATINGS)
token_holders = (_holders,)
