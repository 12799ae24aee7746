"""Who answers for a seat: facts of a bot that plays in place of an absent player, until they return.

No game sees these facts and everybody may know them. The seat stays its player's. docs/notation.md, "Stand-ins".
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from ..contract import Event
from ..errors import CoreError


class StandInCalled(NamedTuple):
    """From now on this bot decides for the seat."""

    seat: int
    bot: str


class StandInLeft(NamedTuple):
    """The player decides again."""

    seat: int


SEAT_FACTS: Final = (StandInCalled, StandInLeft)


class StandIns:
    """The bots that stand in, by seat. ``evolve`` judges nothing; ``check`` judges a fact before it is accepted."""

    def __init__(self, bots: Mapping[int, str] = MappingProxyType({})) -> None:
        self.bots = dict(bots)

    def evolve(self, fact: Event) -> None:
        if isinstance(fact, StandInCalled):
            self.bots[fact.seat] = fact.bot
        elif isinstance(fact, StandInLeft):
            self.bots.pop(fact.seat, None)

    def copy(self) -> StandIns:
        return StandIns(self.bots)

    def check(self, fact: StandInCalled | StandInLeft) -> None:
        """Raises CoreError (``wrong_stand_in``) if the fact cannot follow: ``called``, ``not_called``."""
        if isinstance(fact, StandInCalled) is (fact.seat in self.bots):
            raise CoreError("wrong_stand_in", why="called" if fact.seat in self.bots else "not_called")
