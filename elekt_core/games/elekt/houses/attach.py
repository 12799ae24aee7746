"""HOUSES-ATTACH (E21.27): which tokens, and on which of their Units.

The tokens of an Occultism win and of the abilities that extend it are collected first, each under its own
restriction; then all are sorted by the list and placed one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..active import barred
from ..effect_targets import able_units
from ..effect_tokens import attach_token, need_not_differ
from ..reactions import ability
from ..selectors import CHOSEN, Use, units, use_of
from ..state import State
from ..tables import Op, Tables
from ..vocabulary import NONE, OCCULTISM, RULES_RANK
from ..wins import MAX_TOKENS, frees_tokens
from .costs import affordable, pay
from .solo import HOUSES
from .steal import ORDER, fewest_tokens

if TYPE_CHECKING:
    from .table import SoloPlay


class Collected(NamedTuple):
    """A token, and the House Units on which it may go."""

    attribute: int
    units: tuple[int, ...]


def attach_collected(play: SoloPlay, zone: int, extending: Sequence[int]) -> tuple[int, int]:
    """The effect of an Occultism win, with the extending cards that attach tokens. Returns how many tokens the plain
    effect brought, and a mask of all attributes attached."""
    t, s = play.tables, play.state
    pool = list(s.pool)
    tokens = _plain(t, s, zone, pool)
    plain = len(tokens)
    for card in extending:
        use = use_of(t, s, ability(HOUSES, card, zone, by=HOUSES, seats=_mask(tokens)))
        price = affordable(use)
        if price is None or not (more := _extension(use, pool)):
            continue
        pay(play, use, price)
        tokens += more
    if tokens:
        play.because("token_order", zone=zone)
    for token in sorted(tokens, key=lambda token: ORDER.index(token.attribute)):
        able = [unit for unit in token.units if s.zone(unit) == zone]
        if able:
            attach_token(play, fewest_tokens(s, able), token.attribute)
    return plain, _mask(tokens)


def _mask(tokens: Sequence[Collected]) -> int:
    return sum(1 << attribute for attribute in {token.attribute for token in tokens})


def _plain(t: Tables, s: State, zone: int, pool: list[int]) -> list[Collected]:
    """E9.1: up to two, different unless a card frees them (C1.51)."""
    able = tuple(unit for unit in s.row(zone, HOUSES) if barred(t, s, "attach", RULES_RANK, zone, unit, HOUSES) == NONE)
    tokens: list[Collected] = []
    free = frees_tokens(t, s, HOUSES, zone)
    while able and len(tokens) < MAX_TOKENS:
        taken = () if free else tuple(token.attribute for token in tokens)
        attribute = first_available(pool, taken)
        if attribute == NONE:
            break
        pool[attribute] -= 1
        tokens.append(Collected(attribute, able))
    return tokens


def first_available(pool: Sequence[int], taken: Sequence[int] = ()) -> int:
    """E21.27 step 1, NONE if no attribute is left."""
    return next((x for x in ORDER if pool[x] and x not in taken), NONE)


def _extension(use: Use, pool: list[int]) -> list[Collected]:
    """The tokens of one extending ability; an attribute or a Unit that it names itself is respected."""
    tokens: list[Collected] = []
    able: tuple[int, ...] = ()
    for op in use.ability.ops:
        if op.target != "same":  # another token of the same effect
            able = _able(use, op)
        attribute = op.attribute
        if attribute == NONE:
            taken = use.seats | _mask(tokens) if op.must_differ and not need_not_differ(use) else 0
            attribute = first_available(pool, [x for x in range(4) if taken >> x & 1])
        elif not pool[attribute]:
            attribute = NONE
        if able and attribute != NONE:
            pool[attribute] -= 1
            tokens.append(Collected(attribute, able))
    return tokens


def _able(use: Use, op: Op) -> tuple[int, ...]:
    """The House Units that the effect may choose; Units that it names itself, whoever owns them."""
    able = able_units(use, "attach", units(use, op.target, op))
    return tuple(able) if op.target not in CHOSEN else tuple(u for u in able if use.state.owner(u) == HOUSES)


def collects(t: Tables, card: int, attribute: int) -> bool:
    """Is it an extension that attaches tokens to an Occultism win, and nothing else?"""
    rule = t.abilities[card]
    return attribute == OCCULTISM and rule.trigger == "win_extend" and all(op.name == "attach" for op in rule.ops)
