"""A fact of a match that goes on from a moment of another one. docs/notation.md, "Played on"."""

from __future__ import annotations

from typing import Annotated, Final, NamedTuple

from ..errors import CoreError
from ..kit.fields import Maybe

ALL_CARDS: Final = -1
"""Instead of a seat: every card is where it was."""


class PlayedOn(NamedTuple):
    """The match begins where the match ``source`` stood after its event number ``event``, whose hash is ``head``.

    To the seat ``seen_by`` it looks as it did there; what that seat did not know was dealt anew.
    """

    source: str
    event: int
    head: str
    seen_by: Annotated[int, Maybe(ALL_CARDS)] = ALL_CARDS

    def check(self, seats: int, *, is_first: bool) -> None:
        """Raises CoreError (``wrong_branch``); ``why`` is a word of docs/notation.md."""
        why = ""
        if not is_first:
            why = "not_first"
        elif not ALL_CARDS <= self.seen_by < seats:
            why = "no_such_seat"
        elif self.event < 1:
            why = "no_such_event"
        if why:
            raise CoreError("wrong_branch", why=why)
