"""The rulesets of Elekt, how each is read, and what may be agreed on under it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ...ruleset import Option, Ruleset
from .basics import basics_options
from .cards import CardSet
from .houses.solo import LEVELS
from .readings import R1, R2, Reading

SECOND: Final = "elekt-2e-r2"
FIRST: Final = "elekt-1e-r2"
SOLO: Final = "elekt-solo-r2"

SECOND_R1: Final = "elekt-2e-r1"
FIRST_R1: Final = "elekt-1e-r1"
SOLO_R1: Final = "elekt-solo-r1"
"""Replaced: for records, and for what began under them."""

READINGS: Final[Mapping[str, Reading]] = {
    SECOND: R2, FIRST: R2, SOLO: R2, SECOND_R1: R1, FIRST_R1: R1, SOLO_R1: R1
}  # fmt: skip

EDITIONS: Final = {SECOND: 2, FIRST: 1, SOLO: 2, SECOND_R1: 2, FIRST_R1: 1, SOLO_R1: 2}
"""E0.2: the rules of which edition hold (E23). A record says it in ``GameCreated.edition``."""


def is_solo(ruleset: str) -> bool:
    """Whether it is the Imperial Gambit (E21)."""
    return ruleset in (SOLO, SOLO_R1)


def rulesets(cards: CardSet, *, solo: bool = True) -> tuple[Ruleset, ...]:
    """Every ruleset, the default first; ``solo`` is False with expansions that solo play has no rules for (E22.2)."""
    heat = Option("heat_starting", tuple(range(1, cards.heat_limit + 1)), cards.heat_starting)
    basics = basics_options(cards, drawn=True)
    edition = Option("edition", (1, 2), EDITIONS[SECOND], offered=False)
    several, alone = range(2, 5), range(1, 2)
    of_second, of_first = (heat, edition, *basics), (heat, *basics)
    of_solo = (Option("level", LEVELS, LEVELS[0]), *basics_options(cards, drawn=False))
    houses = ("houses",)
    now = (
        Ruleset(SECOND, several, of_second, line=SECOND_R1),
        Ruleset(FIRST, several, of_first, line=FIRST_R1),
        Ruleset(SOLO, alone, of_solo, houses, line=SOLO_R1),
    )
    before = (
        Ruleset(SECOND_R1, several, of_second, replaced=True),
        Ruleset(FIRST_R1, several, of_first, replaced=True),
        Ruleset(SOLO_R1, alone, of_solo, houses, replaced=True),
    )
    return tuple(ruleset for ruleset in (*now, *before) if solo or not ruleset.automata)
