"""One card with all that is known of it, for the pages about cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from .board import CardFace, CardWords, face_of, words_of
from .cards import END, Card, CardSet
from .rules import rules_of

LANGUAGES: Final = ("pl", "en")

ORIGINS: Final = {
    "en": {
        "rulebook": "Name and effect are stated by the published rulebook.",
        "public": "Name and effect are stated on a public page.",
        "completed": "A part of the card is known; the rest is ours.",
        "original": "The card is ours: a neutral name, and values weighed against the known ones.",
    },
    "pl": {
        "rulebook": "Nazwę i działanie podaje wydana instrukcja.",
        "public": "Nazwę i działanie podaje publiczna strona.",
        "completed": "Część karty jest znana, reszta jest nasza.",
        "original": "Karta jest nasza: neutralna nazwa i wartości wyważone wobec znanych.",
    },
}

RULES: Final = {
    "attacker": ("K10.1", "K10.2"),
    "defender": ("K9.1", "K9.2"),
    "support": ("K11.1", "K11.2"),
    "location": ("K8.1", "K20.5"),
    "starting_location": ("K4.3", "K4.4", "K20.5"),
}


@dataclass(frozen=True, slots=True)
class CardPage:
    """``texts`` are its words by language, ``rules`` the numbers that say how it works."""

    face: CardFace
    copies: int
    texts: tuple[tuple[str, CardWords], ...]
    provenance: str
    origin: str
    completed: tuple[str, ...]
    rules: tuple[str, ...]


def card_page(cards: CardSet, id_: str, language: str) -> CardPage | None:
    """None for an id that no card has."""
    card = next((card for card in cards.cards if card.id == id_ and card.kind != END), None)
    if card is None:
        return None
    return CardPage(
        face=face_of(cards, card, language),
        copies=card.count,
        texts=tuple(
            (other, words_of(cards, card, other)) for other in (language, *(x for x in LANGUAGES if x != language))
        ),
        provenance=card.provenance,
        origin=ORIGINS[language][card.provenance],
        completed=(),
        rules=_rules(card),
    )


def _rules(card: Card) -> tuple[str, ...]:
    found = {*RULES[card.kind], *rules_of(card)}
    return tuple(sorted(found, key=lambda number: [int(part) for part in number[1:].split(".")]))
