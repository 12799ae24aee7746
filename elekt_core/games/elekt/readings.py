"""How the rulesets read what the rulebooks leave open, where their readings differ.

A record keeps the reading it was played with. The rules ask the reading in force (``Tables.reading``); nothing else
looks at the name of a ruleset to know how something is played. A reading that was given up is never changed again.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from . import vocabulary as voc
from .cards import CARD_FILE, CardSet, load_cards, read_cards


@dataclass(frozen=True)
class Reading:
    """Each field answers a question of the register (E25)."""

    passing_ends_a_turn: bool
    """E7.13: does the turn in which a player passes have an end, at which abilities act?"""
    seal_by_outcome: bool
    """E21.23: does only the position in the end count, or every change on the way?"""
    rounds_are_counted: bool
    """E5.2, E9.19: is a position refused from which more rounds would be played than there are?"""
    hands_are_asked: bool
    """E7.7, E15.8: is a player asked whose hand leaves no choice, where others cannot see that?"""
    abilities: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """What stood otherwise in the abilities of the built-in cards, by card and word of the card file."""


R1: Final = Reading(
    passing_ends_a_turn=False,
    seal_by_outcome=False,
    rounds_are_counted=False,
    hands_are_asked=False,
    abilities={"symbiont": {"optional": True}},
)

R2: Final = Reading(passing_ends_a_turn=True, seal_by_outcome=True, rounds_are_counted=True, hands_are_asked=True)


def built_in_cards(reading: Reading) -> CardSet:
    """The built-in cards under this reading."""
    if not reading.abilities:
        return load_cards()
    data = tomllib.loads(CARD_FILE.read_text(encoding="utf-8"))
    for group in voc.GROUPS:
        for card in data[group]:
            card["ability"] |= reading.abilities.get(card["id"], {})
    return read_cards(data)
