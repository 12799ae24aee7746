"""Colours: who may not meet, what a pair costs, and who gets which (C3, C10 to C13, article 5)."""

from __future__ import annotations

from typing import NamedTuple

from .player import Colour, Player, Strength


class ColourCosts(NamedTuple):
    """How many of a pair's players count against each criterion: 0 or 1."""

    c10: int = 0
    c11: int = 0
    c12: int = 0
    c13: int = 0


def clash_absolutely(one: Player, other: Player) -> bool:
    """C3: non-topscorers with the same absolute colour preference shall not meet."""
    return (
        one.strength == other.strength == Strength.ABSOLUTE
        and one.prefers == other.prefers
        and not (one.is_topscorer or other.is_topscorer)
    )


def colour_costs(one: Player, other: Player) -> ColourCosts:
    if one.prefers != other.prefers or not one.prefers:
        return ColourCosts()
    if one.strength == other.strength == Strength.ABSOLUTE:
        too_wide = min(abs(one.difference), abs(other.difference)) > 1
        return ColourCosts(too_wide, _third_in_a_row(one, other), 1, 0)
    return ColourCosts(0, 0, 1, min(one.strength, other.strength) >= Strength.STRONG)


def _third_in_a_row(one: Player, other: Player) -> bool:
    """Of two topscorers with the same absolute preference: whether the one not granted it gets a third in a row.

    By 5.2.2 the wider difference has its colour; with equal ones it is, by 5.2.3, who had the colour last, so that
    both must have had it twice.
    """
    if abs(one.difference) == abs(other.difference):
        return bool(one.repeated and other.repeated)
    return bool(min(one, other, key=lambda player: abs(player.difference)).repeated)


class Allocation(NamedTuple):
    """``rule`` is the article that decided, ``5.2.1`` to ``5.2.5``."""

    white: Player
    black: Player
    rule: str


def allocate(higher: Player, lower: Player, initial: Colour) -> Allocation:
    """Article 5.2, for two players in the order of 1.2. ``initial`` was drawn by lot before round 1 (5.1)."""
    colour, rule = _for_higher(higher, lower, initial)
    return Allocation(higher, lower, rule) if colour is Colour.WHITE else Allocation(lower, higher, rule)


def _for_higher(higher: Player, lower: Player, initial: Colour) -> tuple[Colour, str]:
    if higher.prefers != lower.prefers:
        return higher.prefers or lower.prefers.other, "5.2.1"
    weight = [(player.strength, _width(player)) for player in (higher, lower)]
    if weight[0] != weight[1]:
        return (higher.prefers if weight[0] > weight[1] else higher.prefers.other), "5.2.2"
    for own, other in zip(reversed(higher.colours), reversed(lower.colours), strict=False):
        if own != other:
            return own.other, "5.2.3"
    if higher.prefers:
        return higher.prefers, "5.2.4"
    return (initial if higher.tpn % 2 else initial.other), "5.2.5"


def _width(player: Player) -> int:
    """The colour difference counts only between absolute preferences."""
    return abs(player.difference) if player.strength is Strength.ABSOLUTE else 0
