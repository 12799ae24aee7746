"""The rulesets of Elekt and what may be agreed on under each."""

from __future__ import annotations

from ...ruleset import Option, Ruleset
from .cards import CardSet

SECOND = "elekt-2e-r1"


def rulesets(cards: CardSet) -> tuple[Ruleset, ...]:
    """Every ruleset, the default first."""
    heat = Option("heat_starting", tuple(range(1, cards.heat_limit + 1)), cards.heat_starting)
    edition = Option("edition", (1, 2), 2, offered=False)
    return (Ruleset(SECOND, range(2, 5), (heat, edition)),)
