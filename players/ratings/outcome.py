"""Who played, and the result: checked and in one form, before anything is rated."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from web.errors import BadRequest

MAX_SEATED = 4
PERSON, BOT = "player:", "bot:"


def person(player: UUID) -> str:
    return f"{PERSON}{player}"


def bot(name: str) -> str:
    return f"{BOT}{name}"


def player_of(who: str) -> UUID | None:
    """The player's id; None for a bot. Raises Refused."""
    if who.startswith(BOT) and len(who) > len(BOT):
        return None
    try:
        assert who.startswith(PERSON)
        player = UUID(who[len(PERSON) :])
        assert who == person(player)
    except (AssertionError, ValueError):
        raise BadRequest("not_a_player", who=who) from None
    return player


def check_seats(seats: Sequence[str]) -> None:
    """Raises Refused: too few or too many players, or somebody twice."""
    if not 2 <= len(seats) <= MAX_SEATED:
        raise BadRequest("wrong_number_of_players", players=len(seats))
    for number, who in enumerate(seats):
        if who in seats[:number]:
            raise BadRequest("player_twice", who=who)


def places_of(seats: int, places: Sequence[int] = (), winner: int | None = None) -> tuple[int, ...]:
    """The places as stored: ties share the best of theirs; if only the winner is known, 1 and 0s.

    Give either ``places`` by seat (from 1; after a tie counting on or not), or the seat of the ``winner``.
    Raises Refused.
    """
    if winner is not None:
        if places:
            raise BadRequest("no_outcome", why="both")
        if type(winner) is not int or not 0 <= winner < seats:
            raise BadRequest("no_outcome", why="no_such_seat", seat=str(winner))
        others = 2 if seats == 2 else 0  # of a duel, the winner tells all
        return tuple(1 if seat == winner else others for seat in range(seats))
    if len(places) != seats:
        raise BadRequest("no_outcome", why="count", places=len(places), players=seats)
    if any(type(place) is not int or not 1 <= place <= seats for place in places) or 1 not in places:
        raise BadRequest("no_outcome", why="places", players=seats)
    return tuple(1 + sum(other < place for other in places) for place in places)
