"""The rulesets of Elekt and what may be agreed on under each."""

from __future__ import annotations

from typing import Final

from ...ruleset import Option, Ruleset
from .basics import basics_options
from .cards import CardSet
from .houses.solo import LEVELS

SECOND: Final = "elekt-2e-r1"
FIRST: Final = "elekt-1e-r1"
SOLO: Final = "elekt-solo-r1"

EDITIONS: Final = {SECOND: 2, FIRST: 1, SOLO: 2}
"""E0.2: the rules of which edition hold (E23). A record says it in ``GameCreated.edition``."""


def rulesets(cards: CardSet, *, solo: bool = True) -> tuple[Ruleset, ...]:
    """Every ruleset, the default first; ``solo`` is False with expansions that solo play has no rules for (E22.2)."""
    heat = Option("heat_starting", tuple(range(1, cards.heat_limit + 1)), cards.heat_starting)
    basics = basics_options(cards, drawn=True)
    edition = Option("edition", (1, 2), EDITIONS[SECOND], offered=False)
    level = Option("level", LEVELS, LEVELS[0])
    gambit = Ruleset(SOLO, range(1, 2), (level, *basics_options(cards, drawn=False)), automata=("houses",))
    return (
        Ruleset(SECOND, range(2, 5), (heat, edition, *basics)),
        Ruleset(FIRST, range(2, 5), (heat, *basics)),
        *((gambit,) if solo else ()),
    )
