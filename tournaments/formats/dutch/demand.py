"""Demands on a candidate: that it has a certain pair, leaves a player over, or exchanges nobody."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from .bits import bits_of
from .criteria import Bracket
from .order import Arrangement, Pair
from .weights import Edge


@dataclass(frozen=True, slots=True)
class Demand:
    """The candidates of a bracket that begin with the same pairs and meet the demand."""

    made: Sequence[Edge]
    within: Mapping[int, int]
    """With whom each of the others may be paired in the bracket, as bits. Whoever is not is moved down."""

    def allows(self, one: int, other: int) -> bool:
        """Whether two may be paired in the bracket, beside the pairs already made."""
        return bool(self.within.get(one, 0) >> other & 1 and self.within.get(other, 0) >> one & 1)


def pair_instead(bracket: Bracket, arrangement: Arrangement, at: int, other: int) -> Demand:
    """The pair at that place with ``other`` as the lower player, everything before it unchanged.

    Before it stand the pairs before it, which moved-down players are paired (4.4), and for a pair of the remainder the
    exchange (4.3).
    """
    pair = arrangement.pairs[at]
    made = [*_edges(arrangement.pairs[:at]), edge_of(pair.higher, other)]
    gone = {index for edge in made for index in edge}
    lead = {one.higher for one in arrangement.pairs}
    if not pair.is_moved:
        rest = [index for index in bracket.residents if index not in lead]
        return _of_halves(bracket, made, [index for index in bracket.residents if index in lead], rest)
    moved = [index for index in bracket.moved if index in lead and index not in gone]
    residents = bits_of(index for index in bracket.residents if index not in gone)
    within = {index: 0 for index in bracket.players if index not in gone}
    within |= dict.fromkeys(moved, residents)
    within |= {index: residents | bits_of(moved) for index in bracket.residents if index not in gone}
    return Demand(made, within)


def left_over(bracket: Bracket, index: int) -> Demand:
    """The player is not paired in the bracket."""
    residents, moved = bits_of(bracket.residents) & ~(1 << index), bits_of(bracket.moved) & ~(1 << index)
    within = dict.fromkeys(bracket.moved, residents) | dict.fromkeys(bracket.residents, residents | moved)
    return Demand([], within | {index: 0})


def transposed(bracket: Bracket, arrangement: Arrangement) -> Demand:
    """The original S1 and S2 of the remainder, without an exchange, once the MDPs are paired."""
    moved = [pair for pair in arrangement.pairs if pair.is_moved]
    met = {pair.lower for pair in moved}
    left = [index for index in bracket.residents if index not in met]
    half = len(arrangement.pairs) - len(moved)
    return _of_halves(bracket, _edges(moved), left[:half], left[half:])


def edge_of(one: int, other: int) -> Edge:
    return (one, other) if one < other else (other, one)


def _edges(pairs: Sequence[Pair]) -> list[Edge]:
    return [edge_of(pair.higher, pair.lower) for pair in pairs]


def _of_halves(bracket: Bracket, made: Sequence[Edge], lead: Collection[int], rest: Collection[int]) -> Demand:
    """Everybody in S1 outranks their opponent in S2."""
    gone = bits_of(index for edge in made for index in edge)
    ahead, behind = bits_of(lead) & ~gone, bits_of(rest) & ~gone
    within = {index: 0 for index in bracket.players if not gone >> index & 1}
    for index in within:
        if ahead >> index & 1:
            within[index] = behind & -(1 << index)
        elif behind >> index & 1:
            within[index] = ahead & ((1 << index) - 1)
    return Demand(made, within)
