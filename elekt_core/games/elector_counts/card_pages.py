"""Everything known about one card, for the pages about cards."""

from __future__ import annotations

from typing import Final

from ...kit.card_page import CardPage, card_page
from .board import CardFace, CardWords, face_of, words_of
from .cards import END, CardSet
from .rules import rules_of

RULES: Final = {
    "attacker": ("K10.1", "K10.2"),
    "defender": ("K9.1", "K9.2"),
    "support": ("K11.1", "K11.2"),
    "location": ("K8.1", "K20.5"),
    "starting_location": ("K4.3", "K4.4", "K20.5"),
}


def page_of(cards: CardSet, id_: str, language: str) -> CardPage[CardFace, CardWords] | None:
    """None if no card has this id."""
    card = next((card for card in cards.cards if card.id == id_ and card.kind != END), None)
    if card is None:
        return None
    return card_page(
        face_of(cards, card, language),
        language,
        lambda other: words_of(cards, card, other),
        copies=card.count,
        provenance=card.provenance,
        rules=(*RULES[card.kind], *rules_of(card)),
    )
