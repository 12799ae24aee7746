"""Which criterion speaks against an alternative, in a bracket that had to be weighed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import dropwhile

from .below import can_be_completed, has_any
from .best import Best
from .criteria import Bracket
from .demand import Demand
from .engine import View, views, weighed_whole
from .weighted import Weighted


class Weighing:
    """Weighs the bracket again with the demand: the first criterion in which the best result falls short.

    With as little of what lies below as does, as the engine. Begins with what the bracket was paired by.
    """

    def __init__(self, bracket: Bracket, solver: Weighted) -> None:
        self.bracket, self.solver = bracket, solver
        seen = solver.bracket
        self._views = [*dropwhile(lambda view: view.seen != seen, views(bracket))]
        self._solvers = {0: solver}

    def against(self, demand: Demand) -> str:
        """``""`` if nothing speaks against it. Raises TooWide."""
        for view, solver in self._narrow():
            found = Best(view.seen, complete=False, demand=demand)
            short = _shortfall(solver, found, demand)
            down = [
                index for index in solver.bracket.players if found.partner(index) is None and index in demand.within
            ]
            before = ("C6", "C7") if not solver.bracket.following else ("C6", "C7", "C8")
            if short in before and can_be_completed(self.bracket, down):
                return short
            if short and view.is_sound(self.bracket, found, down):
                return short
            if not has_any(self.bracket, demand):
                return "C4"
        whole = self._whole
        return _shortfall(
            whole, Best(self.bracket, complete=True, with_c9=whole.criteria.with_c9, demand=demand), demand
        )

    def _narrow(self) -> Iterator[tuple[View, Weighted]]:
        """The views from the one by which the bracket was paired, and the best that each reaches."""
        for at, view in enumerate(self._views):
            if at and at not in self._solvers:
                self._solvers[at] = Weighted(view.seen, complete=False)
            yield view, self._solvers[at]

    @cached_property
    def _whole(self) -> Weighted:
        return self.solver if self.solver.criteria.complete else weighed_whole(self.bracket)


def _shortfall(solver: Best, found: Best, demand: Demand) -> str:
    missing = {level: solver.best[level] - found.best.get(level, 0) for level in solver.criteria.levels}
    for edge in demand.made:
        for level, share in solver.shares(edge).items():
            missing[level] -= share
    return next((level.criterion for level, least in missing.items() if least > 0), "")
