"""Whether a position written from a state restores it: writing must not lose anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from ..chance import Chance, SeededChance
from ..contract import Json
from ..scenarios.flaws import BadPosition

S = TypeVar("S")


def leads_back(position: Json, begin: Callable[[Json, Chance], S], same: Callable[[S], bool]) -> bool:
    """Whether a match that begins in the position reaches the same question, with everything in the same place.

    ``begin`` plays it until somebody is asked and may raise BadPosition; ``same`` compares what has come of it.
    """
    try:
        begun = begin(position, SeededChance(bytes(32)))
    except BadPosition:
        return False
    return same(begun)
