"""The types of the fields: how each is written, and who may know it (Z22)."""

from __future__ import annotations

from typing import Annotated, Any, Final

from ....kit.fields import Cards, Maybe, Own, Word, known_to
from ..cards import ACTIONS, DECKS, LOCATIONS

NONE: Final = -1
PHASES: Final = ("initiative", "planning", "actions", "tree", "rotation")
"""Z6.1."""
SOURCES: Final = ("shepherd", "mission", "failure", "tree_token", "prize", "tree_card")
"""Where Knowledge and money come from."""
SHEPHERD, OF_MISSION, FAILURE, TREE_TOKEN, OF_PRIZE, TREE_CARD = range(6)
FROM: Final = ("row", "pile", "discard")
"""From where a card is bought."""
ROW, PILE, DISCARD = range(3)
REASONS: Final = ("tree_tokens", "victory_points", "forfeit")
BY_TOKENS, BY_POINTS, BY_FORFEIT = range(3)
CATEGORIES: Final = ("tree_markers", "tree_tokens", "money", "prize_cards")
"""Z20.5."""
PLACES: Final = (*LOCATIONS, *(f"tree_{level}" for level in range(1, 6)))

Deck = Annotated[int, Word(DECKS, NONE)]
Location = Annotated[int, Word(LOCATIONS, NONE)]
Place = Annotated[int, Word(PLACES, NONE)]
Phase = Annotated[int, Word(PHASES, NONE)]
Action = Annotated[int, Word(ACTIONS, NONE)]
Category = Annotated[int, Word(CATEGORIES, NONE)]
Reason = Annotated[int, Word(REASONS, NONE)]
Gain = Annotated[int, Word(SOURCES, NONE)]
Origin = Annotated[int, Word(FROM, NONE)]
Partner = Annotated[int, Maybe(NONE)]
PileCards = Annotated[Cards, known_to("seat", where=("source", PILE))]
Step = Annotated[Any, Own("step")]
"""``(word, argument, ...)``: numbers, words and tuples of them, never a hidden card."""
Agenda = Annotated[tuple[Step, ...], Own("agenda")]
