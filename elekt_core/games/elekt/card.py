"""What is printed on a card, as data (elekt-cards.md C1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Effect:
    """One primitive (C1.D): ``op`` and its parameters as written in the file."""

    op: str
    params: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Ability:
    """An ability as written (C1.A): when it acts, what it costs, what it does."""

    kind: str
    trigger: str
    effects: tuple[Effect, ...]
    cost: int = 0
    optional: bool = False
    frequency: str = "unlimited"
    who: str = ""
    by: str = ""
    zone: str = "this"
    extra_cost: str = ""
    attributes: tuple[int, ...] = ()
    filter: Mapping[str, Any] | None = None
    condition: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Title:
    """One ribbon (E1.11)."""

    en: str
    pl: str


@dataclass(frozen=True, slots=True)
class Card:
    """What is printed on a card. ``group`` is unit, mission, influence or privilege; Units alone have kind, type,
    symbols."""

    id: str
    group: str
    name_en: str
    name_pl: str
    provenance: str
    completed: tuple[str, ...]
    ability: Ability
    copies: int = 1
    set: str = ""
    """The set that it is from, ``""`` where the file says it for all of its cards."""
    kind: str = ""
    type: str = ""
    symbols: tuple[int, int, int, int] = (0, 0, 0, 0)
    titles: tuple[Title, ...] = ()


@dataclass(frozen=True, slots=True)
class WordedCard(Card):
    """A card of an expansion that the base game's vocabulary cannot describe: its type line and its text, by
    language."""

    lines: Mapping[str, str] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
