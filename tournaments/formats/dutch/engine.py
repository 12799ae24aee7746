"""A whole round: bracket by bracket from the top (1.9), each the quick way or by weights."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from .below import is_best_below
from .best import Best
from .bits import bits_of
from .criteria import Bracket
from .field import Field
from .ideal import Ideal, NotIdeal
from .order import Arrangement, Solver, arrange
from .weighted import Weighted

WHOLE = 60
"""With so many players left all of them are weighed; with more, the completion is tested afterwards."""


class NoPairing(Exception):
    """No complete pairing exists that complies with C1, C2 and C3 (1.9.3)."""


@dataclass(frozen=True, slots=True)
class PairedBracket:
    bracket: Bracket
    """All of it; what was looked at is the solver's."""
    arrangement: Arrangement
    solver: Solver | None
    """What it was found with; None where there was nothing to choose."""


def pair_field(
    field: Field,
    progress: Callable[[int, int], None] | None = None,
    quickly: bool = True,
) -> list[PairedBracket]:
    """The brackets from the top; the last one's downfloater has the bye.

    ``quickly`` tells whether the quick way is tried first; the outcome is the same. Raises NoPairing.
    """
    try:
        field.bye_score  # noqa: B018
    except LookupError:
        raise NoPairing from None
    paired: list[PairedBracket] = []
    moved: list[int] = []
    done = 0
    for number, residents in enumerate(field.groups):
        following = field.groups[number + 1] if number + 1 < len(field.groups) else []
        below = [index for group in field.groups[number + 2 :] for index in group]
        paired.append(_pair_bracket(Bracket(field, moved, residents, following, below, field.is_odd), quickly))
        moved = paired[-1].arrangement.down
        done += len(residents)
        if progress:
            progress(done, len(field.players))
    assert len(moved) == field.is_odd
    return paired


def _pair_bracket(bracket: Bracket, quickly: bool) -> PairedBracket:
    if len(bracket.players) == 1:
        return PairedBracket(bracket, Arrangement(down=bracket.players), None)
    if quickly:
        try:
            return _ideal(bracket)
        except NotIdeal:
            pass
    return _weighed(bracket)


# --- the quick way ---------------------------------------------------------------------------------------------------


def _ideal(bracket: Bracket) -> PairedBracket:
    solver = Ideal(bracket)
    arrangement = arrange(bracket, solver)
    if bracket.following and not is_best_below(bracket, arrangement.down):
        raise NotIdeal
    return PairedBracket(bracket, arrangement, solver)


# --- by weights ------------------------------------------------------------------------------------------------------


def _weighed(bracket: Bracket) -> PairedBracket:
    """Looks at as few players below as possible: a narrow view proven sound is as good as a wide one."""
    for view in views(bracket):
        solver = Weighted(view.seen, complete=False)
        arrangement = arrange(view.seen, solver)
        if view.is_sound(bracket, solver, arrangement.down):
            return PairedBracket(bracket, arrangement, solver)
    solver = weighed_whole(bracket)
    return PairedBracket(bracket, arrange(bracket, solver), solver)


def weighed_whole(bracket: Bracket) -> Weighted:
    """Includes everybody below, so that completion (C4) is weighed too."""
    solver = Weighted(bracket, complete=True)
    if bracket.gets_bye and sum(solver.partner(index) is None for index in bracket.players) == 1:
        solver = Weighted(bracket, complete=True, with_c9=True)
    return solver


class View(NamedTuple):
    """A part of the bracket and those below, and the check that it was enough."""

    seen: Bracket
    is_sound: Callable[[Bracket, Best, Sequence[int]], bool]


def views(bracket: Bracket) -> Iterator[View]:
    """The bracket alone; then, if there are many players below, with the next bracket."""
    if not bracket.following or bracket.gets_bye:
        return
    alone = replace(bracket, following=(), below=(), has_bye=False)
    yield View(alone, lambda whole, _, down: is_best_below(whole, down))
    if bracket.below and len(bracket.players) + len(bracket.following) + len(bracket.below) > WHOLE:
        yield View(replace(alone, following=bracket.following), _can_go_on)


def _can_go_on(bracket: Bracket, solver: Best, down: Sequence[int]) -> bool:
    """Whether the round can be completed with what the next bracket is expected to leave over (C4, C5)."""
    inside = {*down, *bracket.following}
    left = bits_of(index for index in inside if solver.mate.get(index) not in inside)
    return bracket.field.completes(left | bits_of(bracket.below), left)
