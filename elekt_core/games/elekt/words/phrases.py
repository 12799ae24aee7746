"""The parts from which every language builds an ability's text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Table = Mapping[str, Any]
"""A table of the card data as it stands in cards.toml: a card, an ability, an effect, a filter (C1)."""


@dataclass(frozen=True, slots=True)
class Act:
    """Something the acting player does (C1.6): a verb of the language's table, and what follows it."""

    verb: str
    rest: str


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact, or something that somebody else does: a clause with a subject of its own."""

    text: str


Phrase = Act | Fact


@dataclass(frozen=True, slots=True)
class Lead:
    """How a trigger begins the sentence, and who acts: ``actor`` is ``""`` for the reader ("you")."""

    clause: str
    actor: str = ""


TURN_OF_NO_ZONE = frozenset(
    {"recruit", "assignment_phase_start", "confrontation_phase_start", "own_assignment_turn_end", "heat_gathering"}
)
"""Triggers that happen in no Zone: with ``zone = "any"`` their "here" is every Zone (C1.5)."""

ONCE_A_ROUND_ANYWAY = frozenset({"recruit", "assignment_phase_start", "confrontation_phase_start", "heat_gathering"})
"""Triggers that happen once a round by themselves: their text need not say so (C1.4)."""

HEAT_LIMIT = 3
"""Discarding this much is discarding all (E12.2)."""


def is_everywhere(ability: Table) -> bool:
    return ability.get("zone") == "any" and ability["trigger"] in TURN_OF_NO_ZONE


def sentence(text: str) -> str:
    """The text with a capital first letter and a full stop at the end."""
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")
