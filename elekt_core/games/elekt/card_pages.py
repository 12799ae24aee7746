"""Data for the pages about cards: a single card, and what differs between two lists."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ...kit.card_page import CardPage, InSet, base_set, card_page
from .board import CardFace, gallery
from .cards import Card, CardSet
from .rules.shown import rules_of
from .words import CardText, card_text
from .words.provenance import part_name, told


def page_of(cards: CardSet, id_: str, language: str) -> CardPage[CardFace, CardText] | None:
    """None if no card has this id."""
    card = next((card for card in cards.cards if card.id == id_), None)
    if card is None:
        return None
    return card_page(
        next(face for face in gallery(cards, language) if face.id == id_),
        language,
        lambda other: card_text(card, other),
        copies=card.copies,
        provenance=card.provenance,
        origin=told(card, language),
        in_set=set_of(cards, card, language),
        completed=dict.fromkeys(part_name(part, language) for part in card.completed),
        rules=rules_of(card),
    )


def set_of(cards: CardSet, card: Card, language: str) -> InSet:
    """What the card says, else its file, else the base set of the file's edition."""
    if named := card.set or cards.set:
        return InSet(named, named)
    return base_set(language, cards.edition)


@dataclass(frozen=True, slots=True)
class CardChange:
    """``old`` is None for an added card, ``new`` for a removed one; ``parts`` names what changed."""

    id: str
    old: CardFace | None
    new: CardFace | None
    parts: tuple[str, ...] = ()


def changes(old: CardSet, new: CardSet, language: str) -> tuple[CardChange, ...]:
    """What differs between two lists, card by card: in the new list's order, then the removed cards."""
    before = {card.id: card for card in old.cards}
    faces = {face.id: face for face in gallery(old, language)}
    found = []
    for card, face in zip(new.cards, gallery(new, language), strict=True):
        earlier = before.pop(card.id, None)
        if earlier is None:
            found.append(CardChange(card.id, None, face))
        elif parts := _parts(earlier, card, language):
            found.append(CardChange(card.id, faces[card.id], face, parts))
    return (*found, *(CardChange(id_, faces[id_], None) for id_ in before))


FIELDS: Final = (
    "name_pl", "name_en", "group", "kind", "type", "symbols", "copies", "titles", "ability", "provenance", "completed",
    "set",
)  # fmt: skip


def _parts(old: Card, new: Card, language: str) -> tuple[str, ...]:
    changed = [field for field in FIELDS if getattr(old, field) != getattr(new, field)]
    return tuple(dict.fromkeys(part_name(field, language) for field in changed))
