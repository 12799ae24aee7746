"""A match ends beside the game: nothing follows, the game has come to no end of its own (docs/notation.md, "Stop")."""

from __future__ import annotations

from typing import Final, NamedTuple

from ..errors import CoreError


class PlayStopped(NamedTuple):
    """Play ends here. ``places`` by seat are the arbiter's ruling, from 1; none: the match is annulled."""

    places: tuple[int, ...]

    def check(self, seats: int) -> None:
        """Raises CoreError (``wrong_stop``) where that is no place for each seat."""
        best = sorted(self.places)
        if self.places and (len(best) != seats or best[0] != 1 or best[-1] > seats):
            raise CoreError("wrong_stop", why="places")


class PlayAbandoned(NamedTuple):
    """Play ends here without a result: the player of this ``seat`` was away, and the others have agreed to end it."""

    seat: int

    @property
    def places(self) -> tuple[int, ...]:
        return ()

    def check(self, seats: int) -> None:
        """Raises CoreError (``wrong_stop``) where there is no such seat."""
        if not 0 <= self.seat < seats:
            raise CoreError("wrong_stop", why="no_such_seat")


Stop = PlayStopped | PlayAbandoned
STOPS: Final = (PlayStopped, PlayAbandoned)
