"""What the state knows of a solo game beyond an ordinary one: one small value, replaced and never changed."""

from __future__ import annotations

from typing import Annotated, Final, NamedTuple

from ....kit.fields import HIDDEN, Cards
from ..vocabulary import NONE

PLAYER, HOUSES = 0, 1
"""The two sides: the only seat, and the automaton (E21)."""

LEVELS: Final = ("easy", "medium", "hard")
"""E21.3: as many Masters as the number of the level, counted from 1."""


LOSSES: Final = ("heat", "seals")
"""What the player may choose that the Houses lose (E21.26)."""


class Solo(NamedTuple):
    """``set_aside`` counts the tokens out of the game (E21.6), ``seals`` those of the Houses (E21.22).

    Titles of the Houses that are no ribbons: ``won`` are the Privileges that they acquired in view of all, ``drawn``
    those that nobody has seen (E21.24, E21.33, E21.35), all face down; ``counted`` is how many have no card (E21.24).
    ``memory`` is the Zone to which the player last assigned a Unit in this phase (E21.17, E21.18).
    """

    level: str
    set_aside: tuple[int, ...]
    seals: int = 0
    won: Cards = ()
    drawn: Annotated[Cards, HIDDEN] = ()
    counted: int = 0
    memory: int = NONE

    @property
    def titles(self) -> int:
        """Titles that do not lie on Missions and Influences."""
        return len(self.won) + len(self.drawn) + self.counted
