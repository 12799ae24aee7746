"""A whole round: bracket by bracket from the top (1.9), each one the quick way or by weights."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from .bits import bits_of, members
from .criteria import Bracket
from .field import Field
from .ideal import Ideal, NotIdeal
from .matching import Matching
from .order import Arrangement, Solver, arrange
from .weighted import Weighted

WHOLE = 60
"""With so many players left all of them are weighed; with more, the completion is tested afterwards."""


class NoPairing(Exception):
    """No complete pairing exists that complies with C1, C2 and C3 (1.9.3)."""


@dataclass(frozen=True, slots=True)
class PairedBracket:
    bracket: Bracket
    arrangement: Arrangement
    solver: Solver | None
    """What it was found with; None where there was nothing to choose."""


def pair_field(
    field: Field,
    progress: Callable[[int, int], None] | None = None,
    quickly: bool = True,
) -> list[PairedBracket]:
    """The brackets from the top; who downfloats from the last one has the bye.

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
    solver = Ideal(bracket, _downfloaters(bracket))
    arrangement = arrange(bracket, solver)
    if bracket.following and not _is_best_below(bracket, arrangement.down):
        raise NotIdeal
    return PairedBracket(bracket, arrangement, solver)


def _downfloaters(bracket: Bracket) -> int:
    """Who may be the single one to be left over: in the last bracket who can have the bye, by C9."""
    field = bracket.field
    if bracket.following:
        if bracket.gets_bye:
            raise NotIdeal
        return field.everybody
    holders = list(members(field.byes & bits_of(bracket.residents))) if bracket.gets_bye else []
    fewest = min((field.players[index].unplayed for index in holders), default=0)
    return bits_of(index for index in holders if field.players[index].unplayed == fewest)


def _is_best_below(bracket: Bracket, down: Sequence[int]) -> bool:
    """Whether these downfloaters leave a next bracket in which all can be paired but one resident at most (C8).

    And whether the rest can be completed then (C4, C5).
    """
    field = bracket.field
    following, below = bits_of(bracket.following), bits_of(bracket.below)
    if not down:
        return field.completes(following | below, 0)
    inside = following | bits_of(down)
    odd = inside.bit_count() % 2 == 1
    adjacent = [legal & inside for legal in field.legal]
    for index in down:
        adjacent[index] &= following
    adjacent.append((following if below else following & field.byes) if odd else 0)
    for index in members(adjacent[-1]):
        adjacent[index] |= 1 << field.bye
    matching = Matching(adjacent, inside | (1 << field.bye if odd else 0))
    matching.pair_greedily([*down, *bracket.following])
    if not matching.complete():
        return False
    floater = bits_of([matching.mate[field.bye]]) if odd else 0
    return not below or field.completes(below | floater, floater)


# --- by weights ------------------------------------------------------------------------------------------------------


def _weighed(bracket: Bracket) -> PairedBracket:
    """With as little of what lies below as does: a narrow view that proves to miss nothing is as good as a wide one."""
    for seen, is_sound in _views(bracket):
        solver = Weighted(seen, complete=False)
        arrangement = arrange(seen, solver)
        if is_sound(bracket, solver, arrangement.down):
            return PairedBracket(seen, arrangement, solver)
    solver = weighed_whole(bracket)
    return PairedBracket(bracket, arrange(bracket, solver), solver)


def weighed_whole(bracket: Bracket) -> Weighted:
    """With everybody below, so that the completion (C4) is part of what is weighed."""
    solver = Weighted(bracket, complete=True)
    if bracket.gets_bye and sum(solver.partner(index) is None for index in bracket.players) == 1:
        solver = Weighted(bracket, complete=True, with_c9=True)
    return solver


def _views(bracket: Bracket) -> Iterator[tuple[Bracket, Callable[[Bracket, Weighted, Sequence[int]], bool]]]:
    """The bracket alone; then, if there is much below, with the next bracket. Each with what proves it sufficient."""
    if not bracket.following or bracket.gets_bye:
        return
    alone = replace(bracket, following=(), below=(), has_bye=False)
    yield alone, lambda whole, _, down: _is_best_below(whole, down)
    if bracket.below and len(bracket.players) + len(bracket.following) + len(bracket.below) > WHOLE:
        yield replace(alone, following=bracket.following), _can_go_on


def _can_go_on(bracket: Bracket, solver: Weighted, down: Sequence[int]) -> bool:
    """Whether what the next bracket leaves over, as it was foreseen, can be completed (C4, C5)."""
    inside = {*down, *bracket.following}
    left = bits_of(index for index in inside if solver.mate.get(index) not in inside)
    return bracket.field.completes(left | bits_of(bracket.below), left)
