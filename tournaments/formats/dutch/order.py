"""The first of the best candidates, in the order in which articles 3 and 4 generate them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from .criteria import Bracket


class Solver(Protocol):
    """Knows one of a bracket's best pairings, and can look for another with a given beginning."""

    def fix_moved(self) -> list[int]:
        """Which MDPs are paired: the first valid set (4.4)."""
        ...

    def lowest(self, index: int, candidates: Sequence[int]) -> int:
        """Fixes a player's first possible opponent (4.2)."""
        ...

    def partner(self, index: int) -> int | None: ...

    def fix_exchange(self, remainder: Sequence[int], pairs: int) -> tuple[list[int], list[int]]:
        """S1 and S2 after the first possible exchange (4.3)."""
        ...


@dataclass(frozen=True, slots=True)
class Pair:
    """``higher`` is in S1. ``passed`` came before ``lower`` in S2 and could not be taken."""

    higher: int
    lower: int
    passed: tuple[int, ...] = ()
    is_moved: bool = False


@dataclass(slots=True)
class Arrangement:
    pairs: list[Pair] = field(default_factory=list)
    down: list[int] = field(default_factory=list)
    """The downfloaters, in order."""
    exchanged: tuple[Sequence[int], Sequence[int]] = ((), ())
    """Who went from S1 to S2, and from S2 to S1."""


def arrange(bracket: Bracket, solver: Solver) -> Arrangement:
    made = Arrangement()
    residents = list(bracket.residents)
    for index in solver.fix_moved():
        made.pairs.append(_pair(solver, index, residents, is_moved=True))
    half = sum(solver.partner(index) is not None for index in residents) // 2
    lead, rest = solver.fix_exchange(residents, half)
    made.exchanged = sorted(set(residents[:half]) - set(lead)), sorted(set(lead) - set(residents[:half]))
    for index in lead:
        made.pairs.append(_pair(solver, index, rest, is_moved=False))
    paired = {index for pair in made.pairs for index in (pair.higher, pair.lower)}
    made.down = [index for index in bracket.players if index not in paired]
    return made


def _pair(solver: Solver, index: int, candidates: list[int], is_moved: bool) -> Pair:
    """Removes the chosen player from the candidates."""
    chosen = solver.lowest(index, candidates)
    place = candidates.index(chosen)
    passed = tuple(candidates[:place])
    del candidates[place]
    return Pair(index, chosen, passed, is_moved)
