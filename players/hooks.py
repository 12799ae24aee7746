"""What players, clubs and ratings add to the platform (``web.hooks``)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from uuid import UUID

from .calibration.projection import Calibration
from .circles import services as circles
from .circles.projection import Circles
from .clubs.projection import Clubs
from .factors import services as factors
from .friends import services as friends
from .merging.projection import Mergers
from .models import ApiToken
from .notices import services as notices
from .ratings.projection import Ratings
from .ratings.sentences import SENTENCES as RATINGS
from .rosters.projection import Rosters
from .sentences import SENTENCES as PEOPLE

__all__ = [
    "club_changed",
    "player_erased",
    "profiles_merged",
    "profiles_parted",
    "projections",
    "sentences",
    "token_holders",
]


def _holders(tokens: Collection[UUID]) -> Iterable[tuple[UUID, UUID]]:
    return ApiToken.objects.filter(id__in=tokens, player__is_active=True).values_list("id", "player")


club_changed = (circles.club_changed,)
player_erased = (friends.forget, notices.forget, factors.forget)
profiles_merged = (friends.merged, notices.merged)
profiles_parted = (notices.parted,)
projections = (
    Ratings(),
    Calibration(),  # behind the ratings, whose rows it reads
    Clubs(),
    Mergers(),
    Rosters(),
    Circles(),
)
sentences = (PEOPLE, RATINGS)
token_holders = (_holders,)
