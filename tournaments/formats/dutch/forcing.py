"""Which criterion speaks against an alternative, in a bracket that was paired the quick way.

There every criterion is met as well as the mere numbers allow, so whether the first few of them can still be met that
well is a question of which pairs they leave. What was chosen is a matching of these pairs; with what is asked about in
it, one alternating path tells whether it can be completed.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable
from functools import cache, cached_property

from .below import can_be_completed, has_any, is_best_below
from .bits import bits_of
from .criteria import Bracket
from .demand import Demand
from .ideal import Ideal
from .matching import Matching
from .order import Arrangement

Floats = Callable[[int], bool]
"""Whether somebody can be the one who is left over."""


class Forcing:
    def __init__(self, bracket: Bracket, arrangement: Arrangement, ideal: Ideal) -> None:
        self.bracket, self.arrangement, self.ideal = bracket, arrangement, ideal
        self._completes: Floats = cache(lambda index: can_be_completed(bracket, [index]))
        self._is_best: Floats = cache(lambda index: not bracket.following or is_best_below(bracket, [index]))

    @cached_property
    def _stages(self) -> list[tuple[str, list[int]]]:
        """The pairs left after each criterion, from C8 on."""
        adjacent = self.ideal.pairs()
        stages = [("C8", self.ideal.closed([*adjacent]))]
        for criterion, narrow in self.ideal.narrowings():
            narrow(adjacent)
            stages.append((criterion, self.ideal.closed([*adjacent])))
        return stages

    def against(self, demand: Demand) -> str:
        """The first criterion that cannot be met as well; ``""`` if all can."""
        failing = bisect(self._stages, False, key=lambda stage: not self._is_met(stage[1], demand, self._is_best))
        if failing == len(self._stages):
            return ""
        return self._stages[failing][0] if failing else self._against_fewer(demand)

    def _against_fewer(self, demand: Demand) -> str:
        """C4 to C8."""
        if not has_any(self.bracket, demand):
            return "C4"
        adjacent = self.ideal.pairs()
        resident = self.ideal.closed([*adjacent])
        if self.ideal.odd:
            adjacent[self.ideal.slot] = self.ideal.inside
        if not self._is_met(self.ideal.closed(adjacent), demand, self._completes):
            return "C6"
        return "C8" if self._is_met(resident, demand, self._completes) else "C7"

    def _is_met(self, adjacent: list[int], demand: Demand, floats: Floats) -> bool:
        slot = self.ideal.slot
        if not all(adjacent[one] >> other & 1 for one, other in demand.made):
            return False
        if self._swaps(adjacent, demand):
            return True
        matching = self._begun(adjacent, demand)
        if not self.ideal.odd:
            return matching.complete()
        while matching.complete():
            floater = matching.mate[slot]
            if floats(floater):
                return True
            matching.part(slot)
            matching.adjacent[slot] &= ~(1 << floater)
            matching.adjacent[floater] &= ~(1 << slot)
        return False

    def _swaps(self, adjacent: list[int], demand: Demand) -> bool:
        """Whether the two players who lost their opponents can simply meet: a check that costs nothing."""
        if not demand.made:
            return False
        one, other = (self._chosen.get(index, self.ideal.slot) for index in demand.made[-1])
        return demand.allows(one, other) and bool(adjacent[one] >> other & 1)

    @cached_property
    def _chosen(self) -> dict[int, int]:
        """Everybody's opponent."""
        pairs = self.arrangement.pairs
        return {pair.higher: pair.lower for pair in pairs} | {pair.lower: pair.higher for pair in pairs}

    def _begun(self, adjacent: list[int], demand: Demand) -> Matching:
        """A matching of the players not yet in a made pair, keeping the chosen pairs where possible."""
        slot = self.ideal.slot
        alive = bits_of(demand.within) | (1 << slot if self.ideal.odd else 0)
        near = [0] * len(adjacent)
        for index, within in demand.within.items():
            near[index] = adjacent[index] & alive & (within | 1 << slot)
        near[slot] = adjacent[slot] & alive
        matching = Matching(near, alive)
        for one, other in [*self._chosen.items(), *((index, slot) for index in self.arrangement.down)]:
            if matching.open >> one & 1 and near[one] >> other & 1:
                matching.join(one, other)
        return matching
