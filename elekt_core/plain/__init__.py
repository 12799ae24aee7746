"""Plain games: only the rules are written, and notation, steps, views, words and board follow from the types of state
and facts. ``game`` has the class that such a game extends, ``board`` and ``words`` are for its pages. A package with a
game of its own imports what it needs from here (docs/adding-a-game.md).
"""

from dataclasses import dataclass, field
from typing import Annotated, NamedTuple

from ..chance import Chance
from ..contract import Event
from ..kit.choices import Choice
from ..kit.fields import HIDDEN, KNOWN_TO_EACH, KNOWN_TO_SEAT, Card, Cards
from ..ruleset import Ruleset
from .board import BY_SEAT, POINTS, PlainBoard, Seat
from .game import (
    DeckShuffled,
    GameCreated,
    GameEnded,
    PlainGame,
    PlainState,
    PlayOnState,
    SeatConceded,
    sealed,
)
from .words import NOBODY

__all__ = [
    "BY_SEAT", "HIDDEN", "KNOWN_TO_EACH", "KNOWN_TO_SEAT", "NOBODY", "Annotated", "Card", "Cards", "Chance", "Choice",
    "DeckShuffled", "Event", "GameCreated", "GameEnded", "NamedTuple", "POINTS", "PlainBoard", "PlainGame",
    "PlainState", "PlayOnState", "Ruleset", "Seat", "SeatConceded", "dataclass", "field", "sealed",
]  # fmt: skip
