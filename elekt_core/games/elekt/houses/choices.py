"""HOUSES-CHOICE (E21.40-E21.43): which of an effect's possible targets the Houses choose.

``narrowed`` goes through the targets of a choice one after another: a rule that fits leaves one value, a doubt about a
Unit or a Zone the first possible one from the left; what is left open is the player's to decide.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from ..effect_targets import Choice
from ..selectors import Use
from ..state import State
from ..tables import Op
from ..vocabulary import NONE
from .annihilate import victim
from .solo import HOUSES, PLAYER
from .steal import ORDER, fewest_tokens

Reason = tuple[str, int, int]
"""Word, card and Zone of a ``HousesChose``."""

Kept = tuple[Sequence[int], Reason | None]
"""The values that remain, and why; several are left open."""

HELPFUL: Final = ("attach",)
"""Effects that go to the own Units (E21.41); all others on Units of either side go to the player's."""

EITHER_SIDE: Final = ("other", "any", "any_zone_unit", "all")
"""Selectors that can mean Units of both sides: there E21.41 says whose."""

SECRET: Final = ("hand", "give")
"""Targets that may be in a hidden hand."""


def narrowed(use: Use, op: Op, choices: Sequence[Choice]) -> tuple[list[Choice], list[Reason]]:
    """The choices of an effect that remain: one, several for the player to choose from, or none (E21.41)."""
    left, reasons = list(choices), list[Reason]()
    for place in range(len(left[0]) if left else 0):
        word = left[0][place][0]
        values = list(dict.fromkeys(choice[place][1] for choice in left))
        kept, reason = RULES.get(word, _open)(use, op, values)
        if reason is not None and len(kept) < len(values):
            reasons.append(reason)
        left = [choice for choice in left if choice[place][1] in kept]
        if not left:
            break
    return left, reasons


def _unit(use: Use, op: Op, values: Sequence[int]) -> Kept:
    """A Unit in a Zone."""
    s = use.state
    if op.name == "annihilate":
        unit = victim(use.tables, s, values)
        if unit == NONE:
            return (), ("nobody_to_annihilate", NONE, use.zone)
        return (unit,), ("first_basic" if use.tables.basic[unit] else "first_elite", unit, s.zone(unit))
    able = _of_right_side(s, op, op.target, op.name in HELPFUL, values)
    if not able:
        return (), ("no_right_unit", NONE, use.zone)
    if op.name == "attach":
        return _fewest(s, able)
    return _leftmost(s, able)


def _of_right_side(s: State, op: Op, selector: str, helpful: bool, values: Sequence[int]) -> list[int]:
    """E21.41."""
    if selector not in EITHER_SIDE:
        return list(values)
    return [unit for unit in values if s.owner(unit) == (HOUSES if helpful else PLAYER)]


def _fewest(s: State, able: Sequence[int]) -> Kept:
    """E21.27 step 3."""
    unit = fewest_tokens(s, sorted(able, key=lambda unit: _place(s, unit)))
    return (unit,), ("fewest_tokens", unit, s.zone(unit))


def _leftmost(s: State, able: Sequence[int]) -> Kept:
    """E21.40.2."""
    unit = min(able, key=lambda unit: _place(s, unit))
    return (unit,), ("first_from_left", unit, s.zone(unit))


def _place(s: State, unit: int) -> tuple[int, int]:
    return s.zone(unit), s.position(unit)


def _robbed(use: Use, op: Op, values: Sequence[int]) -> Kept:
    """The Unit that loses a token."""
    able = _of_right_side(use.state, op, op.target, False, values)
    return _leftmost(use.state, able) if able else ((), ("no_right_unit", NONE, use.zone))


def _given(use: Use, op: Op, values: Sequence[int]) -> Kept:
    """The Unit that gets the token of another."""
    if op.name != "move_token":
        return _unit(use, op, values)
    able = _of_right_side(use.state, op, op.to, True, values)
    return _fewest(use.state, able) if able else ((), ("no_right_unit", NONE, use.zone))


def _token(use: Use, op: Op, values: Sequence[int]) -> Kept:
    """E21.27 for attaching, E21.28 for a player's token that changes Units; there is no rule for detaching one."""
    if op.name == "detach":
        return values, None
    first = next(x for x in ORDER if x in values)
    return (first,), ("stolen_order" if op.name == "move_token" else "token_order", NONE, use.zone)


def _first(use: Use, op: Op, values: Sequence[int]) -> Kept:
    """The pile of the Houses starts with its top card (E21.42), which is not named before it is seen."""
    return values[:1], ("top_of_pile", NONE, NONE)


def _zone(use: Use, op: Op, values: Sequence[int]) -> Kept:
    return (min(values),), ("first_from_left", NONE, min(values))


def _pile(use: Use, op: Op, values: Sequence[int]) -> Kept:
    """E21.42: the top card of the discard pile is the last in the list."""
    return (values[-1],), ("top_of_pile", values[-1], NONE)


def _give(use: Use, op: Op, values: Sequence[int]) -> Kept:
    return _first(use, op, values) if op.what == "hand_card" else (values, None)


def _open(use: Use, op: Op, values: Sequence[int]) -> Kept:
    """E21.40.3."""
    return values, None


RULES: Final[dict[str, Callable[[Use, Op, Sequence[int]], Kept]]] = {
    "unit": _given,
    "from": _robbed,
    "with": _open,
    "hand": _first,
    "pile": _pile,
    "give": _give,
    "take": _open,
    "token": _token,
    "attribute": _open,
    "player": _first,
    "zone": _zone,
}
"""Word of a target (``decisions.TARGETS``) -> its rule; a word of an expansion is open."""


def shown(s: State, targets: Choice) -> Choice:
    """Targets as the player may see them: without cards in the Houses' hand, which are never left to the player to
    choose."""
    return tuple((word, value) for word, value in targets if word not in SECRET or value not in s.hands[HOUSES])
