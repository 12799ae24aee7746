"""An arbiter ends a match: nothing follows, and the game has come to no end of its own. docs/notation.md, "Stop"."""

from __future__ import annotations

from typing import NamedTuple

from ..errors import CoreError


class PlayStopped(NamedTuple):
    """Play ends here. ``places`` by seat are the arbiter's ruling, from 1; none: the match is annulled."""

    places: tuple[int, ...]

    def check(self, seats: int) -> None:
        """Raises CoreError (``wrong_stop``) where that is no place for each seat."""
        best = sorted(self.places)
        if self.places and (len(best) != seats or best[0] != 1 or best[-1] > seats):
            raise CoreError("wrong_stop", why="places")
