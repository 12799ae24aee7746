"""How ratings stood before games, for many games at once."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from .models import RatedGame, RatingChange
from .one_game import SEAT_BITS


def ratings_before(games: Mapping[UUID, int]) -> dict[UUID, list[int]]:
    """Thousandths of a point, by seat, as published when each game was rated; ``games`` says how many seats they have.
    Games that were not rated, or were annulled, are left out. Two queries."""
    rows = RatedGame.objects.filter(game__in=list(games), annulled=False).values_list("id", "game")
    keys = {(number << SEAT_BITS) + seat: (game, seat) for number, game in rows for seat in range(games[game])}
    before: dict[UUID, dict[int, int]] = {}
    for key, value in RatingChange.objects.filter(pk__in=list(keys)).values_list("pk", "before"):
        game, seat = keys[key]
        before.setdefault(game, {})[seat] = value
    return {game: [of[seat] for seat in sorted(of)] for game, of in before.items() if len(of) == games[game]}
