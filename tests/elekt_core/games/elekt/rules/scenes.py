"""Scenes that tests of cards begin with: one assignment, or one confrontation."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import cache
from typing import Any

from elekt_core.games.elekt.cards import CARD_FILE, read_cards
from elekt_core.games.elekt.game import Elekt
from elekt_core.games.elekt.vocabulary import GROUPS

from ..builders import Table, position

Zones = Mapping[str, Mapping[int, Sequence[str]]]


def assigning(
    unit: str,
    zone: str,
    zones: Zones | None = None,
    hand: Sequence[str] = (),
    other: Sequence[str] = ("acolyte",),
    **more: Any,
) -> Table:
    """Seat 0 has just assigned the Unit.

    ``hand`` is what it still holds, ``other`` the hand of seat 1, whose turn is next.
    """
    hands = {0: [unit, *hand], 1: [*other]}
    return position(phase="assignment", turn=0, zones=zones or {}, hands=hands, **more).assign(unit, zone)


def confronting(zone: str, attribute: str, zones: Zones, **more: Any) -> Table:
    """One single confrontation takes place; then the round ends."""
    return position(phase="confrontation", only=(zone, attribute), zones=zones, **more)


def tokens_of(table: Table) -> list[tuple[str, str]]:
    """``(attribute, Unit)`` of the tokens attached in the last batch."""
    return [(event["attribute"], event["unit"]) for event in table.happened("token_attached")]


def scores(table: Table) -> list[list[int | None]]:
    """The counts of the confrontations since the scene began, by seat."""
    return [event["counts"] for event in table.ever("confrontation_scored")]


def winners(table: Table) -> list[int]:
    return [event["seat"] for event in table.ever("confrontation_won")]


@cache
def card_file() -> Mapping[str, Any]:
    return tomllib.loads(CARD_FILE.read_text(encoding="utf-8"))


def with_ability(card: str, *effects: Mapping[str, Any], **ability: Any) -> Elekt:
    """The base game, but this card has another ability; what is not said is as in a card file that leaves it out."""
    data = deepcopy(card_file())
    entry = next(entry for group in GROUPS for entry in data[group] if entry["id"] == card)
    entry["ability"] = {"kind": entry["ability"]["kind"], **ability, "effects": [dict(effect) for effect in effects]}
    return Elekt(read_cards(data, "a test"))
